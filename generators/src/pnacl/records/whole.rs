//! Mutations of whole records. Dropping and duplicating also apply to definitions of abbreviations.

use super::Mutant;
use irsmith_pnacl::stream::{FIRST_ABBREVIATION, UNABBREV_RECORD};

/// Above every code that a block knows.
const CODES: usize = 64;

pub(super) fn drop(mutant: &mut Mutant<'_, '_>, index: usize) {
    mutant.replace(index, |_| {});
}

pub(super) fn duplicate(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    mutant.copy(&items[..=index]);
    mutant.copy(&items[index..]);
}

/// Moves the record.
pub(super) fn shift(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    // Not out of the outermost block.
    let to = mutant.any().clamp(1, items.len().saturating_sub(2).max(1));
    let (first, last) = (index.min(to), index.max(to));
    mutant.copy(&items[..first]);
    if to < index {
        mutant.copy(&items[index..=index]);
        mutant.copy(&items[first..last]);
    } else {
        mutant.copy(&items[first + 1..=last]);
        mutant.copy(&items[index..=index]);
    }
    mutant.copy(&items[last + 1..]);
}

/// Inserts a copy of any other record before this one.
pub(super) fn copy_here(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    let from = mutant.any();
    let from = (from..items.len()).find(|&from| mutant.record(from).is_some()).unwrap_or(index);
    mutant.copy(&items[..index]);
    if let Some(record) = mutant.record(from) {
        mutant.out.record(UNABBREV_RECORD, record.code, mutant.stream.operands(record));
    }
    mutant.copy(&items[index..]);
}

/// Changes the code: to a neighbour, any that a block may know, or any.
pub(super) fn change_code(mutant: &mut Mutant<'_, '_>, index: usize) {
    let Some(record) = mutant.record(index) else { return };
    let choices = &mut mutant.choices;
    let code = match choices.below(6) {
        0 => record.code.wrapping_add(1),
        1 => record.code.wrapping_sub(1),
        2 => choices.wide() as u32,
        _ => choices.below(CODES) as u32,
    };
    mutant.replace(index, |mutant| mutant.out.record(record.abbreviation, code, mutant.stream.operands(record)));
}

/// Changes the abbreviation, or uses none.
pub(super) fn change_abbreviation(mutant: &mut Mutant<'_, '_>, index: usize) {
    let Some(record) = mutant.record(index) else { return };
    let abbreviation = match record.abbreviation {
        UNABBREV_RECORD => FIRST_ABBREVIATION + mutant.choices.below(4) as u32,
        _ => UNABBREV_RECORD,
    };
    mutant.replace(index, |mutant| mutant.out.record(abbreviation, record.code, mutant.stream.operands(record)));
}
