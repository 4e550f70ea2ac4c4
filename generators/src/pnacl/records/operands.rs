//! Mutations of the operands of a record.

use super::Mutant;

/// Limit of operands that are repeated at once.
const MOST_REPEATED: usize = 64;
/// Operands of a long record: more than listings print at once.
const LONG: usize = 4200;

pub(super) fn drop(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.edit(index, |mutant, operands| {
        operands.remove(mutant.choices.below(operands.len()));
    });
}

pub(super) fn duplicate(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.edit(index, |mutant, operands| {
        let place = mutant.choices.below(operands.len());
        operands.insert(place, operands[place]);
    });
}

pub(super) fn change(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.edit(index, |mutant, operands| {
        let place = mutant.choices.below(operands.len());
        operands[place] = value(mutant, operands[place]);
    });
}

pub(super) fn swap(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.edit(index, |mutant, operands| {
        let (a, b) = (mutant.choices.below(operands.len()), mutant.choices.below(operands.len()));
        operands.swap(a, b);
    });
}

pub(super) fn insert(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.edit(index, |mutant, operands| {
        let place = mutant.choices.below(operands.len() + 1);
        let neighbour = operands.get(place).copied().unwrap_or_default();
        operands.insert(place, value(mutant, neighbour));
    });
}

/// Keeps the first operands.
pub(super) fn cut(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.edit(index, |mutant, operands| operands.truncate(mutant.choices.below(operands.len())));
}

/// Repeats the last operands; one time of 64, until the record is long.
pub(super) fn repeat(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.edit(index, |mutant, operands| {
        let count = 1 + mutant.choices.below(operands.len().min(MOST_REPEATED));
        let least = if mutant.choices.chance(4) { LONG } else { operands.len() + 1 };
        while operands.len() < least {
            operands.extend_from_within(operands.len() - count..);
        }
    });
}

/// Changes an operand: to a neighbour, one with a bit flipped, a boundary, one from another record, or any.
pub(super) fn value(mutant: &mut Mutant<'_, '_>, old: u64) -> u64 {
    let choices = &mut mutant.choices;
    match choices.below(9) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => old ^ 1 << choices.below(8),
        3 => old ^ 1 << choices.below(64),
        4 => choices.below(16) as u64,
        5 => 1 << choices.below(64),
        6 => u64::MAX >> choices.below(64),
        7 => {
            let other = mutant.any();
            let operands = mutant.record(other).map_or(&[][..], |record| mutant.stream.operands(record));
            mutant.choices.pick(operands).copied().unwrap_or(old >> 1)
        }
        _ => choices.wide(),
    }
}
