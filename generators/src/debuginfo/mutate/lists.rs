//! Lists of ids, enumerators and operations.

use super::operands::operation;
use crate::Choices;
use crate::debuginfo::edit::{debug_at, debugs, fresh};
use crate::debuginfo::lists::{List, list, list_len};
use irsmith_debuginfo::{Id, Info, Instruction, Module};

pub(super) fn count_lists(module: &Module) -> usize {
    debugs(module).filter(|(_, debug)| list_len(&debug.info).is_some()).count()
}

/// Adds an element: a copy of one of the same list, or of another list of the same kind of instruction.
pub(super) fn add(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let Some((at, _)) = debugs(module).filter(|(_, debug)| list_len(&debug.info).is_some()).nth(place) else { return };
    let number = debug_at(module, at).info.number();
    let mut others: Vec<Id> = Vec::new();
    for (_, debug) in debugs(module).filter(|(_, debug)| debug.info.number() == number) {
        if let Some(List::Ids(ids)) = list(&mut debug.info.clone()) {
            others.extend(ids.iter());
        }
    }
    let Instruction::Debug(debug) = &mut module.instructions[at] else { return };
    match list(&mut debug.info) {
        Some(List::Ids(ids)) if choices.chance(160) || ids.is_empty() => {
            if let Some(&id) = choices.pick(&others) {
                ids.insert(choices.below(ids.len() + 1), id);
            }
        }
        Some(mut list) if list.len() > 0 => list.repeat(choices.below(list.len()), choices.below(list.len() + 1)),
        _ => {}
    }
}

pub(super) fn count_elements(module: &Module) -> usize {
    debugs(module).filter_map(|(_, debug)| list_len(&debug.info)).sum()
}

/// Calls `f` on the list of the element with this number, and the element's place in it.
fn with_element(module: &mut Module, place: usize, f: impl FnOnce(&mut List<'_>, usize)) {
    let mut before = 0;
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        let Some(mut list) = list(&mut debug.info) else { continue };
        if place < before + list.len() {
            return f(&mut list, place - before);
        }
        before += list.len();
    }
}

pub(super) fn remove(module: &mut Module, place: usize, _: &mut Choices<'_, '_>) {
    with_element(module, place, |list, at| list.remove(at));
}

pub(super) fn swap(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    with_element(module, place, |list, at| list.swap(at, choices.below(list.len())));
}

pub(super) fn count_operations(module: &Module) -> usize {
    debugs(module).filter(|(_, debug)| matches!(debug.info, Info::Operation { .. })).count()
}

pub(super) fn change_operation(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let Some((at, _)) = debugs(module).filter(|(_, debug)| matches!(debug.info, Info::Operation { .. })).nth(place) else { return };
    if let Instruction::Debug(debug) = &mut module.instructions[at] {
        debug.info = operation(choices);
    }
}

pub(super) fn count_expressions(module: &Module) -> usize {
    debugs(module).filter(|(_, debug)| matches!(debug.info, Info::Expression { .. })).count()
}

/// Adds a new operation before an expression, and to its list.
pub(super) fn add_operation(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let Some((at, debug)) = debugs(module).filter(|(_, debug)| matches!(debug.info, Info::Expression { .. })).nth(place) else { return };
    let mut added = debug.clone();
    let Some(result) = fresh(module) else { return };
    (added.result, added.info) = (result, operation(choices));
    if let Instruction::Debug(debug) = &mut module.instructions[at]
        && let Info::Expression { operations } = &mut debug.info
    {
        operations.insert(choices.below(operations.len() + 1), result);
    }
    module.instructions.insert(at, Instruction::Debug(added));
}
