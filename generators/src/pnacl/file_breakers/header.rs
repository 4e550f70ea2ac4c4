//! Mistakes in the header: the magic number, the sizes and the fields (manual, *Header Record*).

use super::draft::FileDraft;
use super::{FileBreaker, Trial, row};
use irsmith_pnacl::ErrorKind;

pub(super) const BREAKERS: &[FileBreaker] = &[
    row("another magic number", magic),
    row("a file of less than the magic number", short),
    row("a file that ends within the header", cut),
    row("fields larger than the file", beyond_the_file),
    row("more fields than there are", count),
    row("an unknown field", unknown),
    row("the field of aligned records", aligned),
    row("a version of another type", version_type),
    row("a short version", version_size),
    row("a second version", version_twice),
    row("another version", version),
    row("no fields, or space after them", spacious),
];

/// Ids of fields: a tag, and a type in the lower four bits.
const VERSION: u16 = 0x11;
const ALIGN: u16 = 0x21;
/// The usual field.
const VERSION_2: (u16, &[u8]) = (VERSION, &[2, 0, 0, 0]);
/// Bytes before the first field.
const FIELDS: u64 = 8;

/// Writes a header of these fields. `padded` more bytes belong to the fields.
fn header(count: usize, fields: &[(u16, &[u8])], padded: usize) -> Vec<u8> {
    let mut area = Vec::new();
    for (id, data) in fields {
        area.extend(id.to_le_bytes());
        area.extend((data.len() as u16).to_le_bytes());
        area.extend_from_slice(data);
        while area.len() % 4 != 0 {
            area.push(0);
        }
    }
    area.resize(area.len() + padded, 0);
    let mut bytes = b"PEXE".to_vec();
    bytes.extend((count as u16).to_le_bytes());
    bytes.extend((area.len() as u16).to_le_bytes());
    bytes.extend(area);
    bytes
}

impl FileDraft<'_, '_> {
    /// Returns the file with another header.
    fn under(&self, mut header: Vec<u8>) -> Vec<u8> {
        header.extend_from_slice(&self.file[self.header()..]);
        header
    }

    /// Returns the file with fields of which the one with this index is refused for a problem.
    fn refused(&self, fields: &[(u16, &[u8])], index: usize, problem: &'static str) -> Option<Trial> {
        let id = fields[index].0;
        let before: usize = fields[..index].iter().map(|(_, data)| 4 + data.len().next_multiple_of(4)).sum();
        let bytes = self.under(header(fields.len(), fields, 0));
        Trial::refused(bytes, ErrorKind::BadHeaderField { id, problem }, (FIELDS + before as u64) * 8)
    }
}

fn magic(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut bytes = draft.file.to_vec();
    let at = draft.choices.below(4);
    bytes[at] ^= 1 << draft.choices.below(8);
    Trial::refused(bytes, ErrorKind::BadMagic, 0)
}

fn short(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let length = draft.choices.below(4);
    Trial::refused(draft.file[..length].to_vec(), ErrorKind::BadMagic, 0)
}

fn cut(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let length = 4 + draft.choices.below(draft.header() - 4);
    Trial::refused(draft.file[..length].to_vec(), ErrorKind::UnexpectedEnd, length as u64 * 8)
}

fn beyond_the_file(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut bytes = draft.file.to_vec();
    let rest = bytes.len() - FIELDS as usize;
    let size = [rest + 1, rest + 2, 0xffff][draft.choices.below(3)];
    bytes[6..8].copy_from_slice(&u16::try_from(size).ok()?.to_le_bytes());
    let end = bytes.len() as u64 * 8;
    (size > rest).then_some(())?;
    Trial::refused(bytes, ErrorKind::UnexpectedEnd, end)
}

fn count(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let more = [1, 2, 256, 0xfffe][draft.choices.below(4)];
    let header = header(1 + more, &[VERSION_2], 0);
    let end = header.len() as u64 * 8;
    Trial::refused(draft.under(header), ErrorKind::UnexpectedEnd, end)
}

fn unknown(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let tag = [0, 3, 4, 15, 16, 17, 0x101, 0x102, 0xffe, 0xfff][draft.choices.below(10)];
    let id = tag << 4 | draft.choices.below(16) as u16;
    let size = draft.choices.below(9);
    let field = (id, &[2, 0, 0, 0, 0, 0, 0, 0][..size]);
    if draft.choices.chance(128) {
        draft.refused(&[VERSION_2, field], 1, "unknown")
    } else {
        draft.refused(&[field, VERSION_2], 0, "unknown")
    }
}

fn aligned(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let id = ALIGN & !15 | draft.choices.below(16) as u16;
    let problem = "the experimental record alignment, which is not supported";
    draft.refused(&[VERSION_2, (id, &[0, 0, 0, 0])], 1, problem)
}

fn version_type(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut kind = draft.choices.below(15) as u16;
    kind += u16::from(kind >= 1);
    draft.refused(&[(VERSION & !15 | kind, VERSION_2.1)], 0, "of the wrong type, expected a 32-bit number")
}

fn version_size(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let size = draft.choices.below(6);
    let data = &[2, 0, 0, 0, 0, 0][..size];
    match size {
        0..=3 => draft.refused(&[(VERSION, data)], 0, "too short, expected 4 bytes"),
        _ => Trial::read(draft.under(header(1, &[(VERSION, data)], 0))),
    }
}

fn version_twice(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    draft.refused(&[VERSION_2, VERSION_2], 1, "repeated")
}

fn version(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let version: u32 = [0, 1, 2, 3, 4, 0x102, 0x1_0002, 0x0200_0002, 0xffff_ffff][draft.choices.below(9)];
    let bytes = draft.under(header(1, &[(VERSION, &version.to_le_bytes())], 0));
    // The tools ignore the last byte.
    match version & 0x00ff_ffff {
        2 => Trial::read(bytes),
        version => Trial::refused(bytes, ErrorKind::BadVersion(version), FIELDS * 8),
    }
}

fn spacious(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let padded = 4 * draft.choices.below(4);
    let header = if draft.choices.chance(128) { header(0, &[], padded) } else { header(1, &[VERSION_2], padded) };
    Trial::read(draft.under(header))
}
