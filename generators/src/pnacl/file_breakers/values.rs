//! Values at the bounds of each encoding, and values of more than 64 bits (manual, *Variable Bit-Rate Integers*, *Char6*).

use super::abbreviations::Encoding::{self, Array, Char6, Fixed, Literal, Vbr};
use super::draft::{DEFINE, ENTER, FIRST, FileDraft, UNABBREVIATED, Writing};
use super::{FileBreaker, Trial, row};
use irsmith_pnacl::ErrorKind;

pub(super) const BREAKERS: &[FileBreaker] = &[
    row("a value of more than 64 bits", too_large),
    row("a field of more than 64 bits", field_too_large),
    row("operands at the bounds of their chunks", chunks),
    row("fields of fixed width at their bounds", fixed),
    row("fields of variable width at their bounds", vbr),
    row("every character of six bits", characters),
    row("arrays of each encoding", arrays),
    row("a literal of any size", literal),
];

/// Writes a value of more than 64 bits in chunks of at least 2 bits, and returns where the first chunk with a lost bit ends.
fn write_too_large(writing: &mut Writing, width: u32, all: bool) -> u64 {
    let start = writing.at();
    let data = width - 1;
    // Chunks that fit, then one with bits above the 64th.
    let whole = 64 / data;
    for _ in 0..whole {
        writing.bits.fixed(if all { u64::MAX } else { 0 }, data);
        writing.bits.bit(true);
    }
    let lowest_lost = 1_u64 << (64 % data);
    writing.bits.fixed(if all { u64::MAX } else { lowest_lost }, data);
    writing.bits.bit(false);
    start + u64::from((whole + 1) * width)
}

fn too_large(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let all = draft.choices.chance(128);
    let width = match draft.choices.below(8) {
        // A block id, and the width of its ids.
        0 => {
            writing.id(ENTER);
            8
        }
        1 => {
            writing.id(ENTER);
            writing.bits.vbr(300, 8);
            4
        }
        // A record's code, count and operand.
        2 => {
            writing.id(UNABBREVIATED);
            6
        }
        3 => {
            writing.id(UNABBREVIATED);
            writing.bits.vbr(9, 6);
            6
        }
        4 => {
            writing.id(UNABBREVIATED);
            writing.bits.vbr(9, 6);
            writing.bits.vbr(2, 6);
            writing.bits.vbr(u64::MAX, 6);
            6
        }
        // The number of operands of an abbreviation, a literal, and a width.
        5 => {
            writing.id(DEFINE);
            5
        }
        6 => {
            writing.id(DEFINE);
            writing.bits.vbr(1, 5);
            writing.bits.bit(true);
            8
        }
        _ => {
            writing.id(DEFINE);
            writing.bits.vbr(1, 5);
            writing.bits.bit(false);
            writing.bits.fixed(1 + draft.choices.below(2) as u64, 3);
            5
        }
    };
    let at = write_too_large(&mut writing, width, all);
    // Enough bits for what a reader expects after it.
    (0..4).for_each(|_| writing.bits.fixed(0, 64));
    writing.open.clear();
    Trial::refused(writing.close(), ErrorKind::VbrTooLarge, at)
}

fn field_too_large(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.in_new_block(3)?;
    let all = draft.choices.chance(128);
    let width = 2 + draft.choices.below(31) as u32;
    let in_array = draft.choices.chance(128);
    let (code, field) = (Literal(9), Vbr(width.into()));
    let definition: &[Encoding] = if in_array { &[code, Array, field] } else { &[code, field] };
    writing.define(definition);
    writing.id(FIRST);
    if in_array {
        writing.bits.vbr(1, 6);
    }
    let at = write_too_large(&mut writing, width, all);
    (0..2).for_each(|_| writing.bits.fixed(0, 64));
    writing.open.clear();
    Trial::refused(writing.close(), ErrorKind::VbrTooLarge, at)
}

/// The numbers around the bound of a number of bits: the largest that fits, the first that does not, and their neighbours.
fn around(bits: u32) -> [u64; 4] {
    let bound: u64 = if bits == 64 { 0 } else { 1 << bits };
    [bound.wrapping_sub(2), bound.wrapping_sub(1), bound, bound.wrapping_add(1)]
}

/// Draws a number near a power of two.
fn near_a_power(draft: &mut FileDraft<'_, '_>, most: u32) -> u64 {
    let bits = draft.choices.up_to(most);
    around(bits)[draft.choices.below(4)] & (u64::MAX >> (64 - most.max(1)))
}

fn chunks(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.with_ids(2)?;
    let count = draft.choices.below(40);
    let operands: Vec<u64> = (0..count).map(|_| near_a_power(draft, 64)).collect();
    let code = near_a_power(draft, 32);
    let at = writing.at();
    writing.record(code, &operands);
    Trial::record(writing.close(), at, code as u32, operands)
}

/// Writes a record of code 9 in an abbreviation of these fields, each with a value that it can encode.
fn record_of(draft: &mut FileDraft<'_, '_>, fields: &[(Encoding, u64)]) -> Option<Trial> {
    let mut writing = draft.in_new_block(3)?;
    let definition: Vec<Encoding> = std::iter::once(Literal(9)).chain(fields.iter().map(|(encoding, _)| *encoding)).collect();
    writing.define(&definition);
    let at = writing.at();
    writing.id(FIRST);
    fields.iter().for_each(|(encoding, value)| write_field(&mut writing, *encoding, *value));
    // Another record shows that the first one ended where it must.
    writing.record(3, &[1]);
    Trial::record(writing.close(), at, 9, fields.iter().map(|(encoding, value)| decoded(*encoding, *value)).collect())
}

fn write_field(writing: &mut Writing, encoding: Encoding, value: u64) {
    match encoding {
        Fixed(width) => writing.bits.fixed(value, width as u32),
        // A value of one chunk without data is 0.
        Vbr(1) => writing.bits.bit(false),
        Vbr(width @ 2..) => writing.bits.vbr(value, width as u32),
        Char6 => writing.bits.fixed(value, 6),
        Vbr(_) | Literal(_) | Array | Encoding::Unknown(_) => {}
    }
}

const CHARACTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

fn decoded(encoding: Encoding, value: u64) -> u64 {
    if let Char6 = encoding { CHARACTERS[value as usize & 63].into() } else { value }
}

fn fixed(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let fields: Vec<_> = (0..=32_u32).map(|width| (Fixed(width.into()), if width == 0 { 0 } else { near_a_power(draft, width) })).collect();
    let from = draft.choices.below(30);
    record_of(draft, &fields[from..])
}

fn vbr(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let fields: Vec<_> = (0..=32_u32).map(|width| (Vbr(width.into()), if width < 2 { 0 } else { near_a_power(draft, 64) })).collect();
    let from = draft.choices.below(30);
    record_of(draft, &fields[from..])
}

fn characters(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let first = draft.choices.below(64) as u64;
    let fields: Vec<_> = (0..64).map(|number| (Char6, (first + number) % 64)).collect();
    record_of(draft, &fields)
}

fn arrays(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let mut writing = draft.in_new_block(3)?;
    let width = 2 + draft.choices.below(31) as u32;
    let (element, most) = [(Fixed(width.into()), width), (Vbr(width.into()), 64), (Char6, 6)][draft.choices.below(3)];
    writing.define(&[Literal(9), Fixed(3), Array, element]);
    let at = writing.at();
    writing.id(FIRST);
    writing.bits.fixed(5, 3);
    let count = [0, 1, 2, 31, 32, 33, 100][draft.choices.below(7)];
    writing.bits.vbr(count, 6);
    let mut operands = vec![5];
    for _ in 0..count {
        let value = near_a_power(draft, most);
        write_field(&mut writing, element, value);
        operands.push(decoded(element, value));
    }
    writing.record(3, &[1]);
    Trial::record(writing.close(), at, 9, operands)
}

fn literal(draft: &mut FileDraft<'_, '_>) -> Option<Trial> {
    let values: Vec<_> = (0..3).map(|_| (Literal(0), near_a_power(draft, 64))).collect();
    let fields: Vec<_> = values.iter().map(|(_, value)| (Literal(*value), *value)).collect();
    record_of(draft, &fields)
}
