//! Mistakes in the structure of blocks and items (manual, *Bitstream*, *Enter Block Record*).

use super::draft::{ENTER, FileDraft, NESTING, UNABBREVIATED, Writing};
use super::{FileBreaker, Trial, row};
use irsmith_pnacl::ErrorKind;

pub(super) const BREAKERS: &[FileBreaker] = &[
    row("a file that ends early", cut),
    row("a file that begins without a block", outside),
    row("bytes after the module", trailing),
    row("a block id of 33 bits", block_id),
    row("abbreviation ids of 0 bits or more than 64", width),
    row("blocks that nest too deep", nesting),
    row("a record code of 33 bits", code),
    row("more operands than the file has bits for", count),
    row("a value that the file ends in", within),
    row("bits that readers ignore", ignored),
];

/// The two sides of 32 bits, and the ends of 64.
const WIDE: [u64; 6] = [0xffff_fffe, 0xffff_ffff, 1 << 32, (1 << 32) + 8, 1 << 63, u64::MAX];

fn cut(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let (header, length) = (draft.header(), draft.file.len());
    // Often within the last words, which contain the ends of the blocks.
    let last = length.saturating_sub(9).max(header);
    let from = if draft.choices.chance(64) { last } else { header };
    let end = from + draft.choices.below(length - from);
    let items = draft.stream.items();
    let begun = items.partition_point(|item| item.at().0 <= end as u64 * 8);
    let at = items.get(begun.checked_sub(1)?)?.at().0;
    Trial::refused_within(draft.file[..end].to_vec(), ErrorKind::UnexpectedEnd, at..=end as u64 * 8)
}

fn outside(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let header = draft.header();
    let mut bytes = draft.file.to_vec();
    let id = [0, 2, 3][draft.choices.below(3)];
    let byte = bytes.get_mut(header)?;
    *byte = *byte & !3 | id;
    Trial::refused(bytes, ErrorKind::OutsideBlock(id.into()), header as u64 * 8)
}

fn trailing(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut bytes = draft.file.to_vec();
    let end = bytes.len() as u64 * 8;
    let count = 1 + draft.choices.below(9);
    bytes.extend((0..count).map(|_| draft.choices.byte()));
    Trial::refused(bytes, ErrorKind::TrailingBytes(count as u64), end)
}

fn block_id(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.up_to_an_item()?;
    let (at, block) = (writing.at(), *draft.choices.pick(&WIDE)?);
    writing.enter(block, 3);
    let bytes = writing.close();
    if block >> 32 == 0 { Trial::read(bytes) } else { Trial::refused(bytes, ErrorKind::TooWide { what: "block id", value: block }, at) }
}

fn width(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.up_to_an_item()?;
    let at = writing.at();
    let widths = [0, 1, 2, 31, 32, 33, 57, 58, 63, 64, 65, 66, 1 << 32, (1 << 32) + 4, u64::MAX];
    let width = *draft.choices.pick(&widths)?;
    writing.enter(300, width);
    if (1..=64).contains(&width) {
        if width > 1 {
            let at = writing.at();
            writing.record(7, &[1, u64::MAX]);
            return Trial::record(writing.close(), at, 7, vec![1, u64::MAX]);
        }
        return Trial::read(writing.close());
    }
    // Nothing can stand in such a block.
    writing.open.pop();
    Trial::refused(writing.close(), ErrorKind::BadAbbreviationWidth(width), at)
}

fn nesting(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.up_to_an_item()?;
    let depth = NESTING + draft.choices.below(2);
    let mut at = 0;
    while writing.open.len() < depth {
        at = writing.at();
        writing.enter(300, 2);
    }
    let bytes = writing.close();
    if depth == NESTING { Trial::read(bytes) } else { Trial::refused(bytes, ErrorKind::TooDeep(NESTING), at) }
}

fn code(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let (at, code) = (writing.at(), *draft.choices.pick(&WIDE)?);
    writing.record(code, &[5]);
    let bytes = writing.close();
    match u32::try_from(code) {
        Ok(code) => Trial::record(bytes, at, code, vec![5]),
        Err(_) => Trial::refused(bytes, ErrorKind::TooWide { what: "record code", value: code }, at),
    }
}

fn count(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    writing.id(UNABBREVIATED);
    writing.bits.vbr(7, 6);
    // The count takes one chunk if it is what follows it, or one more.
    let start = writing.at() + 6;
    let end = (start + 32).next_multiple_of(8);
    let room = (end - start) / 6;
    let claims = [room, room + 1, 100, 1 << 20, (1 << 32) - 1, 1 << 32, 1 << 62, u64::MAX];
    let claim = *draft.choices.pick(&claims)?;
    writing.bits.vbr(claim, 6);
    let at = writing.at();
    // The rest begins a block: zeros would end one, and with the outermost block the file.
    writing.bits.fixed(0, (room * 6) as u32);
    writing.bits.fixed(ENTER, (end - start - room * 6) as u32);
    writing.open.clear();
    // As many operands as there is room for are read; then the next item is missing.
    let end = writing.at().next_multiple_of(8);
    let at = if claim == room { at + room * 6..=end } else { at..=at };
    Trial::refused_within(writing.close(), ErrorKind::UnexpectedEnd, at)
}

/// Begins a value in chunks of `width` bits, all but one of which is followed by another, and lets the file end.
fn within(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let width = if draft.choices.chance(128) {
        writing.id(ENTER);
        8
    } else {
        writing.id(UNABBREVIATED);
        6
    };
    let start = writing.at();
    let chunks = 1 + draft.choices.below(12);
    let value = if draft.choices.chance(128) { 1 } else { 0 };
    writing.bits.fixed(value, width - 1);
    writing.bits.bit(true);
    for _ in 1..chunks {
        writing.bits.fixed(0, width - 1);
        writing.bits.bit(true);
    }
    // Up to the end of the byte, so that the bits of another chunk are missing.
    while !writing.at().is_multiple_of(8) {
        let data = (writing.at() - start) % u64::from(width) != u64::from(width) - 1;
        writing.bits.bit(!data);
    }
    let whole = (writing.at() - start) / u64::from(width);
    writing.open.clear();
    Trial::refused(writing.close(), ErrorKind::UnexpectedEnd, start + whole * u64::from(width))
}

/// Padding that is not zero, a wrong length of a block, and chunks of zeros that add nothing.
fn ignored(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing: Writing = draft.up_to_an_item()?;
    writing.id(ENTER);
    writing.bits.vbr(300, 8);
    writing.bits.vbr(4, 4);
    let ones = u64::MAX * u64::from(draft.choices.chance(128));
    let padding = (writing.at().next_multiple_of(32) - writing.at()) as u32;
    writing.bits.fixed(ones, padding);
    writing.bits.fixed(draft.choices.wide(), 32);
    writing.open.push(4);
    let at = writing.at();
    writing.id(UNABBREVIATED);
    for value in [9, 1, 21] {
        writing.bits.fixed(value, 5);
        for _ in 0..draft.choices.below(40) {
            writing.bits.bit(true);
            writing.bits.fixed(0, 5);
        }
        writing.bits.bit(false);
    }
    Trial::record(writing.close(), at, 9, vec![21])
}
