//! Mistakes in abbreviations: their definitions, their ids, and records in them (manual, *Abbreviation Record*).

use super::bits::Bits;
use super::draft::{DEFINE, FIRST, FileDraft, Writing};
use super::{FileBreaker, Trial, row};
use irsmith_pnacl::ErrorKind;

pub(super) const BREAKERS: &[FileBreaker] = &[
    row("an undefined abbreviation", undefined),
    row("the last abbreviation, or one after it", last),
    row("an abbreviation of nothing", nothing),
    row("an unknown encoding", encoding),
    row("a field of more than 32 bits", width),
    row("an array in the middle or at the end", array_place),
    row("an array of arrays", array_of_arrays),
    row("a record without a code", no_code),
    row("a code of 33 bits in an abbreviation", code),
    row("more elements than the file has bits for", elements),
    row("elements without bits", implicit),
    row("literals beyond the free ones", literals),
];

/// Encodings of the operands of an abbreviation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Encoding {
    Literal(u64),
    Fixed(u64),
    Vbr(u64),
    Array,
    Char6,
    /// A number that is no encoding.
    Unknown(u64),
}

impl Writing {
    /// Defines an abbreviation.
    pub(super) fn define(&mut self, operands: &[Encoding]) {
        self.id(DEFINE);
        self.bits.vbr(operands.len() as u64, 5);
        operands.iter().for_each(|operand| operand.write(&mut self.bits));
    }
}

impl Encoding {
    fn write(self, bits: &mut Bits) {
        bits.bit(matches!(self, Self::Literal(_)));
        let (number, width) = match self {
            Self::Literal(value) => return bits.vbr(value, 8),
            Self::Fixed(width) => (1, Some(width)),
            Self::Vbr(width) => (2, Some(width)),
            Self::Array => (3, None),
            Self::Char6 => (4, None),
            Self::Unknown(number) => (number, None),
        };
        bits.fixed(number, 3);
        if let Some(width) = width {
            bits.vbr(width, 5);
        }
    }
}

use Encoding::{Array, Char6, Fixed, Literal, Unknown, Vbr};

fn undefined(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let (mut writing, limit) = draft.with_abbreviations()?;
    let at = writing.at();
    let most = u64::MAX >> (64 - writing.width());
    let id = [limit, limit + 1, limit.wrapping_mul(2), most][draft.choices.below(4)].clamp(limit.min(most), most);
    (id >= limit).then_some(())?;
    writing.id(id);
    Trial::refused(writing.close(), ErrorKind::UnknownAbbreviation { id, limit }, at)
}

/// Defines some abbreviations of a code each, and uses the last of them, or the id after it.
fn last(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.in_new_block(5)?;
    let count = draft.choices.below(6) as u64;
    for number in 0..count {
        writing.define(&[Literal(20 + number), Vbr(6)]);
    }
    let at = writing.at();
    if count > 0 && draft.choices.chance(128) {
        writing.id(FIRST + count - 1);
        writing.bits.vbr(77, 6);
        return Trial::record(writing.close(), at, 20 + count as u32 - 1, vec![77]);
    }
    let (id, limit) = (FIRST + count, FIRST + count);
    writing.id(id);
    Trial::refused(writing.close(), ErrorKind::UnknownAbbreviation { id, limit }, at)
}

fn nothing(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let at = writing.at() + u64::from(writing.width());
    writing.define(&[]);
    Trial::refused(writing.close(), ErrorKind::BadAbbreviation("no operands"), at)
}

/// Defines an abbreviation in which some encodings follow others; returns where the first of them ends, before its width.
fn define_after(writing: &mut Writing, before: &[Encoding], broken: &[Encoding]) -> u64 {
    let mut probe = writing.clone();
    probe.id(DEFINE);
    probe.bits.vbr((before.len() + broken.len()) as u64, 5);
    before.iter().for_each(|operand| operand.write(&mut probe.bits));
    writing.define(&[before, broken].concat());
    probe.at() + 4
}

fn encoding(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let number = [0, 5, 6, 7][draft.choices.below(4)];
    let before: &[Encoding] = [&[][..], &[Literal(3)], &[Literal(3), Fixed(7)], &[Literal(3), Array]][draft.choices.below(4)];
    let at = define_after(&mut writing, before, &[Unknown(number)]);
    Trial::refused(writing.close(), ErrorKind::BadAbbreviation("an unknown encoding"), at)
}

fn width(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.in_new_block(3)?;
    let width = [0, 1, 31, 32, 33, 34, 63, 64, 65, 1 << 32, (1 << 32) + 8, u64::MAX][draft.choices.below(12)];
    let field = if draft.choices.chance(128) { Fixed(width) } else { Vbr(width) };
    let before: &[Encoding] = if draft.choices.chance(128) { &[Literal(3)] } else { &[Literal(3), Array] };
    let at = define_after(&mut writing, before, &[field]);
    if width > 32 {
        return Trial::refused(writing.close(), ErrorKind::BadAbbreviation("a width above 32 bits"), at);
    }
    Trial::read(writing.close())
}

fn array_place(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let at = writing.at() + u64::from(writing.width());
    let operands: &[Encoding] = match draft.choices.below(6) {
        0 => &[Array],
        1 => &[Literal(3), Array],
        2 => &[Literal(3), Array, Fixed(8), Fixed(8)],
        3 => &[Array, Char6, Char6],
        4 => &[Literal(3), Array, Char6],
        _ => &[Array, Vbr(6)],
    };
    writing.define(operands);
    if matches!(operands, [.., Array, _]) && !matches!(operands, [Array, _, _]) {
        return Trial::read(writing.close());
    }
    Trial::refused(writing.close(), ErrorKind::BadAbbreviation("an array that is not the second last operand"), at)
}

fn array_of_arrays(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let at = writing.at() + u64::from(writing.width());
    writing.define(if draft.choices.chance(128) { &[Array, Array] } else { &[Literal(3), Array, Array] });
    Trial::refused(writing.close(), ErrorKind::BadAbbreviation("an array of arrays"), at)
}

fn no_code(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.in_new_block(3)?;
    writing.define(&[Array, Char6]);
    let at = writing.at();
    writing.id(FIRST);
    let count = draft.choices.below(3) as u64;
    writing.bits.vbr(count, 6);
    // A char6 of 1 is b.
    (0..count).for_each(|_| writing.bits.fixed(1, 6));
    match count {
        0 => Trial::refused(writing.close(), ErrorKind::NoCode, at),
        _ => Trial::record(writing.close(), at, b'b'.into(), vec![b'b'.into(); count as usize - 1]),
    }
}

fn code(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.in_new_block(3)?;
    let code = [0, 31, 0xffff_ffff, 1 << 32, (1 << 32) + 7, u64::MAX][draft.choices.below(6)];
    // As a literal, a field, or the first element of an array.
    let form = draft.choices.below(3);
    writing.define([&[Literal(code), Vbr(6)][..], &[Vbr(6), Vbr(6)], &[Array, Vbr(6)]][form]);
    let at = writing.at();
    writing.id(FIRST);
    if form == 2 {
        writing.bits.vbr(2, 6);
    }
    if form > 0 {
        writing.bits.vbr(code, 6);
    }
    writing.bits.vbr(13, 6);
    match u32::try_from(code) {
        Ok(code) => Trial::record(writing.close(), at, code, vec![13]),
        Err(_) => Trial::refused(writing.close(), ErrorKind::TooWide { what: "record code", value: code }, at),
    }
}

fn elements(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.in_new_block(3)?;
    let width = 1 + draft.choices.below(32) as u64;
    let element = [Fixed(width), Vbr(width), Char6][draft.choices.below(3)];
    let least = if let Char6 = element { 6 } else { width };
    writing.define(&[Literal(9), Array, element]);
    writing.id(FIRST);
    // The count takes two chunks.
    let start = writing.at() + 12;
    let end = (start + 64).next_multiple_of(8);
    let claim = [((end - start) / least + 1).max(32), 1000, 1 << 32, 1 << 63, u64::MAX][draft.choices.below(5)];
    writing.bits.vbr(claim, 6);
    let at = writing.at();
    writing.bits.fixed(0, 64);
    writing.open.clear();
    Trial::refused(writing.close(), ErrorKind::UnexpectedEnd, at)
}

/// The limit of elements without bits: that of the oracles, and one more.
fn implicit(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    const LIMIT: u64 = 1 << 16;
    let mut writing = draft.up_to_the_first_item()?;
    writing.enter(300, 4);
    let (element, value) = [(Literal(7), 7), (Fixed(0), 0), (Vbr(0), 0)][draft.choices.below(3)];
    writing.define(&[Literal(9), Array, element]);
    let record = writing.at();
    writing.id(FIRST);
    let count = [LIMIT, LIMIT + 1, 1 << 32, u64::MAX][draft.choices.below(4)];
    writing.bits.vbr(count, 6);
    let at = writing.at();
    match count {
        LIMIT => Trial::record(writing.close(), record, 9, vec![value; count as usize]),
        _ => Trial::refused(writing.close(), ErrorKind::TooManyOperands(LIMIT as usize), at),
    }
}

/// An abbreviation of many literals, used until they are more than the limit: the first four of each record are free.
fn literals(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    const LIMIT: usize = 1 << 16;
    const FREE: usize = 4;
    let mut writing = draft.up_to_the_first_item()?;
    writing.enter(300, 4);
    let counted = 4096;
    writing.define(&vec![Literal(1); FREE + counted]);
    let records = LIMIT / counted + draft.choices.below(2);
    for _ in 0..records {
        writing.id(FIRST);
    }
    let at = writing.at();
    match records * counted > LIMIT {
        false => Trial::read(writing.close()),
        // The position is after the record's values, which have no bits.
        true => Trial::refused(writing.close(), ErrorKind::TooManyOperands(LIMIT), at),
    }
}
