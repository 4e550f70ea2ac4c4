//! Reads the operands of opcodes from the data.

use super::{ClassId, Slot, SlotKind};

/// Parses `r35=0e`: kind, class, tie and marks. The types of generic opcodes have their number, and no class. `class` returns the class of a
/// number; a slot whose class it does not return is `None`.
pub(super) fn slot(name: &'static str, text: &str, class: impl Fn(&str) -> Option<ClassId>) -> Option<Slot> {
    let mut letters = text.chars();
    let kind = letters.next()?;
    let (digits, marks) = digits(letters.as_str());
    let (kind, class) = match (kind, digits) {
        ('t', digits) => (SlotKind::Type(digits.parse().ok()?), None),
        ('p', digits) => (SlotKind::PointerType(digits.parse().ok()?), None),
        ('n', _) => (SlotKind::Number, None),
        (kind, "") => (plain_kind(kind)?, None),
        (kind, digits) => (plain_kind(kind)?, Some(class(digits)?)),
    };
    let tied = match marks.split_once('=') {
        Some((_, tie)) => Some(self::digits(tie).0.parse().ok()?),
        None => None,
    };
    Some(Slot {
        name,
        kind,
        class,
        tied,
        pointer: marks.contains('p'),
        early_clobber: marks.contains('e'),
        predicate: marks.contains('q'),
        optional: marks.contains('o'),
        branch_target: marks.contains('b'),
        immediate: matches!(kind, SlotKind::Immediate | SlotKind::PcRelative),
    })
}

/// Returns the digits at the start of a text, and the rest.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

fn plain_kind(letter: char) -> Option<SlotKind> {
    Some(match letter {
        'u' => SlotKind::Any,
        'i' => SlotKind::Immediate,
        'j' => SlotKind::PcRelative,
        'r' => SlotKind::Register,
        'm' => SlotKind::Address,
        'A' => SlotKind::Base,
        'S' => SlotKind::Scale,
        'I' => SlotKind::Index,
        'D' => SlotKind::Displacement,
        'G' => SlotKind::Segment,
        'a' => SlotKind::PointerRegister,
        'c' => SlotKind::ConditionCode,
        'o' => SlotKind::RoundingControl,
        'z' => SlotKind::HiddenZero,
        'l' => SlotKind::ShiftedLeft,
        _ => return None,
    })
}
