//! Mutations of whole records. Dropping and duplicating do for definitions of abbreviations too.

use super::Scene;
use irsmith_pnacl::stream::{FIRST_ABBREVIATION, UNABBREV_RECORD};

/// Above every code that a block knows.
const CODES: usize = 64;

pub(super) fn drop(scene: &mut Scene<'_, '_>, index: usize) {
    scene.replace(index, |_| {});
}

pub(super) fn duplicate(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    scene.copy(&items[..=index]);
    scene.copy(&items[index..]);
}

/// Puts the record elsewhere.
pub(super) fn shift(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    // Not out of the outermost block.
    let to = scene.any().clamp(1, items.len().saturating_sub(2).max(1));
    let (first, last) = (index.min(to), index.max(to));
    scene.copy(&items[..first]);
    if to < index {
        scene.copy(&items[index..=index]);
        scene.copy(&items[first..last]);
    } else {
        scene.copy(&items[first + 1..=last]);
        scene.copy(&items[index..=index]);
    }
    scene.copy(&items[last + 1..]);
}

/// Puts a copy of any other record before this one.
pub(super) fn copy_here(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    let from = scene.any();
    let from = (from..items.len()).find(|&from| scene.record(from).is_some()).unwrap_or(index);
    scene.copy(&items[..index]);
    if let Some(record) = scene.record(from) {
        scene.out.record(UNABBREV_RECORD, record.code, scene.stream.operands(record));
    }
    scene.copy(&items[index..]);
}

/// Another code: a neighbour, any that a block may know, or any.
pub(super) fn change_code(scene: &mut Scene<'_, '_>, index: usize) {
    let Some(record) = scene.record(index) else { return };
    let choices = &mut scene.choices;
    let code = match choices.below(6) {
        0 => record.code.wrapping_add(1),
        1 => record.code.wrapping_sub(1),
        2 => choices.wide() as u32,
        _ => choices.below(CODES) as u32,
    };
    scene.replace(index, |scene| scene.out.record(record.abbreviation, code, scene.stream.operands(record)));
}

/// Another abbreviation, or none.
pub(super) fn change_abbreviation(scene: &mut Scene<'_, '_>, index: usize) {
    let Some(record) = scene.record(index) else { return };
    let abbreviation = match record.abbreviation {
        UNABBREV_RECORD => FIRST_ABBREVIATION + scene.choices.below(4) as u32,
        _ => UNABBREV_RECORD,
    };
    scene.replace(index, |scene| scene.out.record(abbreviation, record.code, scene.stream.operands(record)));
}
