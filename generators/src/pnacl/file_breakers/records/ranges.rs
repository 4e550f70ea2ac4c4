//! Operands at the bounds of their kinds, and beyond.

use super::draft::RecordDraft;
use super::{RecordBreaker, RecordTrial, Verdict, block, row};
use irsmith_pnacl::ErrorKind;

pub(super) const BREAKERS: &[RecordBreaker] = &[
    row("an alignment at its bound", alignment),
    row("a binary operation at its bound", binary),
    row("a conversion at its bound", cast),
    row("a predicate at its bound", predicate),
    row("a linkage", linkage),
    row("a calling convention of a function", convention),
    row("a calling convention of a call", call_flags),
    row("a number of cases", cases),
    row("a case of several items", case_items),
    row("a case of a range", case_kind),
    row("an integer of many bits", integer_width),
    row("an addend of 33 bits", addend),
    row("operands of which tools read 32 bits", low_bits),
];

/// Numbers at the ends of the integers, and their neighbours.
const ENDS: [u64; 9] = [0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 1 << 32, (1 << 32) + 1, 1 << 63, u64::MAX - 1, u64::MAX, 255];

/// Draws a number: around a bound, or an end of the integers.
fn number(draft: &mut RecordDraft<'_, '_>, bound: u64) -> u64 {
    match draft.choices.below(8) {
        0 => bound,
        1 => bound + 1,
        2 => bound.saturating_sub(1),
        3 => draft.choices.below(64) as u64,
        4 => 256 + bound,
        _ => ENDS[draft.choices.below(ENDS.len())],
    }
}

/// Changes an operand of a record to a number, which is refused if it is not allowed.
fn bounded(
    draft: &mut RecordDraft<'_, '_>,
    (block, code, operand): (u32, u32, usize),
    (what, bound): (&'static str, u64),
    allowed: impl Fn(u64) -> bool,
) -> Option<RecordTrial> {
    let item = draft.any(block, code)?;
    let value = number(draft, bound);
    let verdict = if allowed(value) { Verdict::Read } else { Verdict::Refused(ErrorKind::OutOfRange { what, value }) };
    draft.change(item, verdict, |operands| operands[operand] = value)
}

fn alignment(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let places = [(block::GLOBALS, 0, 0), (block::FUNCTION, 19, 1), (block::FUNCTION, 20, 1), (block::FUNCTION, 24, 2)];
    let some: Vec<_> = places.into_iter().filter(|place| !draft.all(place.0, place.1).is_empty()).collect();
    let place = *draft.choices.pick(&some)?;
    bounded(draft, place, ("alignment", 30), |value| value <= 30)
}

fn binary(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    bounded(draft, (block::FUNCTION, 2, 2), ("binary operation", 12), |value| value <= 12)
}

fn cast(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    bounded(draft, (block::FUNCTION, 3, 2), ("cast", 11), |value| matches!(value, 0..=8 | 11))
}

fn predicate(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let bound = [15, 32, 41][draft.choices.below(3)];
    bounded(draft, (block::FUNCTION, 28, 2), ("predicate", bound), |value| matches!(value, 0..=15 | 32..=41))
}

fn linkage(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    bounded(draft, (block::MODULE, 8, 3), ("linkage", 3), |value| matches!(value, 0 | 3))
}

fn convention(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    bounded(draft, (block::MODULE, 8, 1), ("calling convention", 0), |value| value == 0)
}

fn call_flags(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let code = if draft.choices.chance(128) { 34 } else { 44 };
    bounded(draft, (block::FUNCTION, code, 0), ("calling convention", 1), |value| value <= 1)
}

/// Operands of a switch before its cases: type, value, default, number of cases. A case has four.
const CASES: usize = 4;

fn a_switch(draft: &mut RecordDraft<'_, '_>, least: usize) -> Option<(usize, usize)> {
    let switches = draft.all_where(block::FUNCTION, |code, operands| code == 12 && operands.len() >= CASES * (1 + least));
    let item = *draft.choices.pick(&switches)?;
    let cases = usize::try_from(draft.record(item)?.1[3]).ok()?;
    Some((item, cases))
}

fn cases(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (item, cases) = a_switch(draft, 0)?;
    let value = cases as u64 + 1 + [0, 1, 1 << 31, 1 << 32, 1 << 61, 1 << 62, u64::MAX / 4][draft.choices.below(7)];
    let verdict = Verdict::Refused(ErrorKind::OutOfRange { what: "number of cases", value });
    draft.change(item, verdict, |operands| {
        operands.truncate(CASES * (1 + cases));
        operands[3] = value;
    })
}

fn case_items(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (item, cases) = a_switch(draft, 1)?;
    let case = draft.choices.index(cases)?;
    let value = number(draft, 1);
    if value == 1 {
        return None;
    }
    let verdict = Verdict::Refused(ErrorKind::OutOfRange { what: "number of case items", value });
    draft.change(item, verdict, |operands| operands[CASES * (1 + case)] = value)
}

fn case_kind(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let (item, cases) = a_switch(draft, 1)?;
    let case = draft.choices.index(cases)?;
    let kind = if draft.choices.chance(128) { 0 } else { number(draft, 1) };
    let verdict = match kind {
        0 => Verdict::Refused(ErrorKind::OutOfRange { what: "case item kind", value: 0 }),
        1 => Verdict::Same,
        _ => Verdict::Reported("case-kind"),
    };
    draft.change(item, verdict, |operands| operands[CASES * (1 + case) + 1] = kind)
}

fn integer_width(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    bounded(draft, (block::TYPES, 7, 0), ("integer width", 0xffff_ffff), |value| value >> 32 == 0)
}

fn addend(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let item = draft.any(block::GLOBALS, 4)?;
    let value = number(draft, 0xffff_ffff);
    let verdict = if value >> 32 == 0 { Verdict::Read } else { Verdict::Refused(ErrorKind::OutOfRange { what: "addend", value }) };
    draft.change(item, verdict, |operands| {
        operands.truncate(1);
        operands.push(value);
    })
}

/// Operands of which the tools read 32 bits: block, code, and the first and last operand.
const LOW: &[(u32, u32, usize, usize)] = &[
    (block::TYPES, 12, 0, 1),
    (block::TYPES, 21, 1, usize::MAX),
    (block::MODULE, 8, 0, 0),
    (block::GLOBALS, 4, 0, 0),
    (block::SYMBOLS, 1, 0, 0),
    (block::FUNCTION, 2, 0, 1),
    (block::FUNCTION, 3, 0, 1),
    (block::FUNCTION, 6, 0, 1),
    (block::FUNCTION, 7, 0, 2),
    (block::FUNCTION, 12, 0, 2),
    (block::FUNCTION, 16, 0, 0),
    (block::FUNCTION, 16, 2, 2),
    (block::FUNCTION, 19, 0, 0),
    (block::FUNCTION, 20, 0, 0),
    (block::FUNCTION, 20, 2, 2),
    (block::FUNCTION, 24, 0, 1),
    (block::FUNCTION, 28, 0, 1),
    (block::FUNCTION, 29, 0, 2),
    (block::FUNCTION, 34, 1, usize::MAX),
    (block::FUNCTION, 43, 0, 1),
    (block::FUNCTION, 44, 1, usize::MAX),
];

/// Sets a higher bit.
fn low_bits(draft: &mut RecordDraft<'_, '_>) -> Option<RecordTrial> {
    let some: Vec<_> = LOW.iter().filter(|low| !draft.all(low.0, low.1).is_empty()).collect();
    let &&(block, code, first, last) = draft.choices.pick(&some)?;
    let item = draft.any(block, code)?;
    let last = last.min(draft.record(item)?.1.len().checked_sub(1)?);
    let operand = first + draft.choices.index((last + 1).checked_sub(first)?)?;
    let high = 1 << (32 + draft.choices.below(31));
    draft.change(item, Verdict::Same, |operands| operands[operand] ^= high)
}
