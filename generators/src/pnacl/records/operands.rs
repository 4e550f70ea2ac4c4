//! Mutations of the operands of a record.

use super::Scene;

/// Most operands that are repeated at once.
const MOST_REPEATED: usize = 64;

pub(super) fn drop(scene: &mut Scene<'_, '_>, index: usize) {
    scene.edit(index, |scene, operands| {
        operands.remove(scene.choices.below(operands.len()));
    });
}

pub(super) fn duplicate(scene: &mut Scene<'_, '_>, index: usize) {
    scene.edit(index, |scene, operands| {
        let place = scene.choices.below(operands.len());
        operands.insert(place, operands[place]);
    });
}

pub(super) fn change(scene: &mut Scene<'_, '_>, index: usize) {
    scene.edit(index, |scene, operands| {
        let place = scene.choices.below(operands.len());
        operands[place] = value(scene, operands[place]);
    });
}

pub(super) fn swap(scene: &mut Scene<'_, '_>, index: usize) {
    scene.edit(index, |scene, operands| {
        let (a, b) = (scene.choices.below(operands.len()), scene.choices.below(operands.len()));
        operands.swap(a, b);
    });
}

pub(super) fn insert(scene: &mut Scene<'_, '_>, index: usize) {
    scene.edit(index, |scene, operands| {
        let place = scene.choices.below(operands.len() + 1);
        let neighbour = operands.get(place).copied().unwrap_or_default();
        operands.insert(place, value(scene, neighbour));
    });
}

/// Keeps the first operands.
pub(super) fn cut(scene: &mut Scene<'_, '_>, index: usize) {
    scene.edit(index, |scene, operands| operands.truncate(scene.choices.below(operands.len())));
}

/// The last operands once more.
pub(super) fn repeat(scene: &mut Scene<'_, '_>, index: usize) {
    scene.edit(index, |scene, operands| {
        let count = 1 + scene.choices.below(operands.len().min(MOST_REPEATED));
        operands.extend_from_within(operands.len() - count..);
    });
}

/// Another value for an operand: a neighbour, one with a bit flipped, a boundary, one from another record, or any.
pub(super) fn value(scene: &mut Scene<'_, '_>, old: u64) -> u64 {
    let choices = &mut scene.choices;
    match choices.below(9) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => old ^ 1 << choices.below(8),
        3 => old ^ 1 << choices.below(64),
        4 => choices.below(16) as u64,
        5 => 1 << choices.below(64),
        6 => u64::MAX >> choices.below(64),
        7 => {
            let other = scene.any();
            let operands = scene.record(other).map_or(&[][..], |record| scene.stream.operands(record));
            scene.choices.pick(operands).copied().unwrap_or(old >> 1)
        }
        _ => choices.wide(),
    }
}
