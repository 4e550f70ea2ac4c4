//! Whole debug instructions.

use crate::Choices;
use crate::debuginfo::edit::{debug_at, debugs, fresh, is_in_block, places_in_blocks};
use irsmith_debuginfo::transform::substitute;
use irsmith_debuginfo::{Info, Instruction, Module};

pub(super) fn count(module: &Module) -> usize {
    debugs(module).count()
}

fn place_of(module: &Module, number: usize) -> Option<usize> {
    debugs(module).nth(number).map(|(at, _)| at)
}

pub(super) fn remove(module: &mut Module, number: usize, _: &mut Choices<'_, '_>) {
    if let Some(at) = place_of(module, number) {
        substitute(module, at);
    }
}

/// Copies a debug instruction with a new id after the original; the instructions after it may name either.
pub(super) fn copy(module: &mut Module, number: usize, choices: &mut Choices<'_, '_>) {
    let Some(at) = place_of(module, number) else { return };
    let mut copy = debug_at(module, at).clone();
    let Some(result) = fresh(module) else { return };
    let original = std::mem::replace(&mut copy.result, result);
    module.instructions.insert(at + 1, Instruction::Debug(copy));
    for instruction in &mut module.instructions[at + 2..] {
        if let Instruction::Debug(debug) = instruction {
            debug.info.for_each_id_mut(|_, id| {
                if *id == original && choices.chance(128) {
                    *id = result;
                }
            });
        }
    }
}

/// Moves a debug instruction: one in a block goes into any block, another one anywhere between the first and the last of its kind.
pub(super) fn shift(module: &mut Module, number: usize, choices: &mut Choices<'_, '_>) {
    let Some(at) = place_of(module, number) else { return };
    let in_block = is_in_block(&debug_at(module, at).info);
    let instruction = module.instructions.remove(at);
    let places: Vec<usize> = if in_block {
        places_in_blocks(module)
    } else {
        debugs(module).filter(|(_, debug)| !is_in_block(&debug.info)).map(|(at, _)| at).collect()
    };
    let to = choices.pick(&places).copied().unwrap_or(at);
    module.instructions.insert(to, instruction);
}

pub(super) fn count_in_blocks(module: &Module) -> usize {
    places_in_blocks(module).len()
}

/// Copies a debug instruction of a block to another place, or inserts the end of a scope.
pub(super) fn copy_into_block(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let places = places_in_blocks(module);
    let others: Vec<usize> = debugs(module).filter(|(_, debug)| is_in_block(&debug.info)).map(|(at, _)| at).collect();
    let Some(&other) = choices.pick(&others) else { return };
    let mut copy = debug_at(module, other).clone();
    if choices.chance(32) {
        copy.info = Info::NoScope {};
    }
    let Some(result) = fresh(module) else { return };
    copy.result = result;
    module.instructions.insert(places[place], Instruction::Debug(copy));
}
