//! Links one relocatable object to a static program: sections are laid out behind one another and relocated. Nothing else is needed for
//! objects that contain all that they use.

use super::Processor;
use super::relocation::apply;
use object::elf::{
    ET_EXEC, FileHeader64, PF_R, PF_W, PF_X, PT_GNU_STACK, PT_LOAD, ProgramFlags, SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHN_ABS, SHN_UNDEF,
    SHT_NOBITS, SectionFlags,
};
use object::read::elf::{FileHeader, Rela, SectionHeader, SectionTable, Sym, SymbolTable};
use object::{LittleEndian, SectionIndex};
use std::fmt;

/// The address of the first byte of the program. The whole program is below 2 GiB, as the small code model assumes.
const START: u64 = 0x40_0000;
/// Pages are at least as large as the largest of AArch64.
const PAGE: u64 = 0x1_0000;
/// Sizes of the header and of each of the three segments' headers and the stack's.
const HEADERS: u64 = 64 + 4 * 56;

type Elf = FileHeader64<LittleEndian>;

/// Why an object cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The file is not an object that can be read.
    Unreadable(String),
    /// The object uses a function or variable that it does not define.
    Undefined(String),
    /// A relocation of this kind is unknown, or its value does not fit.
    Relocation(u32),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(cause) => f.write_str(cause),
            Self::Undefined(name) => write!(f, "it needs {name}"),
            Self::Relocation(kind) => write!(f, "relocation {kind}"),
        }
    }
}

impl From<object::Error> for LinkError {
    fn from(error: object::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// A section that is part of the program.
struct Placed {
    address: u64,
    bytes: Vec<u8>,
}

/// A part of the program with the same rights.
struct Segment {
    rights: ProgramFlags,
    start: u64,
    /// Bytes in the file, and in memory.
    stored: u64,
    size: u64,
}

/// Links an object of one processor; the program begins at `_start`.
///
/// # Errors
/// Returns an error if the object is malformed, or is not complete.
pub fn link(processor: Processor, file: &[u8]) -> Result<Vec<u8>, LinkError> {
    let endian = LittleEndian;
    let header = Elf::parse(file)?;
    let sections = header.sections(endian, file)?;
    let symbols = sections.symbols(endian, file, object::elf::SHT_SYMTAB)?;
    let (mut placed, segments) = place(&sections, file)?;
    let address_of = |index: usize| address(&sections, &symbols, &placed, index);
    let mut changes = Vec::new();
    for section in sections.iter() {
        let Some((entries, _)) = section.rela(endian, file)? else { continue };
        let target = section.info_link(endian).0;
        let Some(Placed { address: base, .. }) = placed.get(target).and_then(Option::as_ref) else { continue };
        for entry in entries {
            let (kind, symbol) = (entry.r_type(endian, false), entry.r_sym(endian, false) as usize);
            let value = address_of(symbol)?.wrapping_add_signed(entry.r_addend(endian));
            changes.push((target, entry.r_offset(endian), kind, value, *base));
        }
    }
    for (target, offset, kind, value, base) in changes {
        let bytes = placed.get_mut(target).and_then(Option::as_mut).map_or(&mut [][..], |section| &mut section.bytes[..]);
        let place = base.wrapping_add(offset);
        let at = usize::try_from(offset).ok().and_then(|offset| bytes.get_mut(offset..));
        at.and_then(|at| apply(processor, kind, at, place, value)).ok_or(LinkError::Relocation(kind.0))?;
    }
    let mut entry = None;
    for (index, symbol) in symbols.enumerate() {
        if symbols.symbol_name(endian, symbol)? == b"_start" {
            entry = Some(address(&sections, &symbols, &placed, index.0)?);
        }
    }
    let entry = entry.ok_or_else(|| LinkError::Undefined("_start".into()))?;
    Ok(write(processor, entry, &segments, placed.iter().flatten()))
}

/// Gives every section that belongs to the program an address: code, then constants, then variables, those that are zero last.
fn place(sections: &SectionTable<'_, Elf>, file: &[u8]) -> Result<(Vec<Option<Placed>>, Vec<Segment>), LinkError> {
    let endian = LittleEndian;
    let mut placed: Vec<Option<Placed>> = sections.iter().map(|_| None).collect();
    let mut segments = Vec::new();
    let mut next = START + HEADERS;
    for rights in [PF_R | PF_X, PF_R, PF_R | PF_W] {
        next = next.next_multiple_of(PAGE);
        let (start, mut stored) = (next, next);
        for zero in [false, true] {
            for (index, section) in sections.iter().enumerate() {
                let flags = section.sh_flags(endian);
                let has = |flag: SectionFlags| (flags & flag).0 != 0;
                let wanted = if has(SHF_EXECINSTR) {
                    PF_R | PF_X
                } else if has(SHF_WRITE) {
                    PF_R | PF_W
                } else {
                    PF_R
                };
                if !has(SHF_ALLOC) || wanted != rights || (section.sh_type(endian) == SHT_NOBITS) != zero {
                    continue;
                }
                let size = section.sh_size(endian);
                if size > MAX_SECTION {
                    return Err(LinkError::Unreadable("a section is too large".into()));
                }
                next = next.next_multiple_of(section.sh_addralign(endian).clamp(1, PAGE));
                let bytes = if zero { Vec::new() } else { section.data(endian, file)?.to_vec() };
                placed[index] = Some(Placed { address: next, bytes });
                next += size;
                if !zero {
                    stored = next;
                }
            }
        }
        segments.push(Segment { rights, start, stored: stored - start, size: next - start });
    }
    Ok((placed, segments))
}

/// Bytes of a section, at most: the memory of a program is one.
const MAX_SECTION: u64 = 1 << 30;

/// Returns the address of a symbol.
fn address(
    sections: &SectionTable<'_, Elf>,
    symbols: &SymbolTable<'_, Elf>,
    placed: &[Option<Placed>],
    index: usize,
) -> Result<u64, LinkError> {
    let endian = LittleEndian;
    let symbol = symbols.symbol(object::SymbolIndex(index))?;
    let name = || symbols.symbol_name(endian, symbol).map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default();
    let section = match symbol.st_shndx(endian) {
        SHN_UNDEF => return Err(LinkError::Undefined(name())),
        SHN_ABS => return Ok(symbol.st_value(endian)),
        _ => symbols.symbol_section(endian, symbol, object::SymbolIndex(index))?.unwrap_or(SectionIndex(0)),
    };
    sections.section(section)?;
    let base = placed.get(section.0).and_then(Option::as_ref).ok_or_else(|| LinkError::Undefined(name()))?;
    Ok(base.address.wrapping_add(symbol.st_value(endian)))
}

/// Writes the program.
fn write<'p>(processor: Processor, entry: u64, segments: &[Segment], placed: impl Iterator<Item = &'p Placed>) -> Vec<u8> {
    let machine = match processor {
        Processor::X86_64 => object::elf::EM_X86_64,
        Processor::AArch64 => object::elf::EM_AARCH64,
    };
    let mut out = vec![0x7f, b'E', b'L', b'F', 2, 1, 1];
    out.resize(16, 0);
    let half = |out: &mut Vec<u8>, value: u16| out.extend(value.to_le_bytes());
    let word = |out: &mut Vec<u8>, value: u32| out.extend(value.to_le_bytes());
    let wide = |out: &mut Vec<u8>, value: u64| out.extend(value.to_le_bytes());
    half(&mut out, ET_EXEC.0);
    half(&mut out, machine.0);
    word(&mut out, 1);
    wide(&mut out, entry);
    wide(&mut out, 64);
    wide(&mut out, 0);
    word(&mut out, 0);
    [64, 56, segments.len() as u16 + 1, 64, 0, 0].into_iter().for_each(|value| half(&mut out, value));
    for segment in segments {
        word(&mut out, PT_LOAD.0);
        word(&mut out, segment.rights.0);
        [segment.start - START, segment.start, segment.start, segment.stored, segment.size, PAGE]
            .into_iter()
            .for_each(|value| wide(&mut out, value));
    }
    word(&mut out, PT_GNU_STACK.0);
    word(&mut out, (PF_R | PF_W).0);
    [0, 0, 0, 0, 0, 16].into_iter().for_each(|value| wide(&mut out, value));
    for section in placed.filter(|section| !section.bytes.is_empty()) {
        let at = (section.address - START) as usize;
        if out.len() < at + section.bytes.len() {
            out.resize(at + section.bytes.len(), 0);
        }
        out[at..at + section.bytes.len()].copy_from_slice(&section.bytes);
    }
    out
}
