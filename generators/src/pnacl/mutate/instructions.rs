//! Adds, removes, copies and moves instructions.

use super::super::edit::{Slot, relayout, result_types, take_out, with_positions};
use super::super::resume::add_instructions;
use super::sites::{count, find};
use super::{Mutant, Touched};
use irsmith_pnacl::{Instruction, Module, Value, ValueTypes};

fn removable(instruction: &Instruction) -> usize {
    usize::from(!instruction.is_terminator())
}

/// Counts instructions that are not terminators.
pub(super) fn count_removable(module: &Module) -> usize {
    count(module, removable)
}

/// Inserts generated instructions before any instruction that is not a phi.
pub(super) fn add(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, mut at, _)) = find(&mutant.module, index, |_| 1) else { return Touched::Nothing };
    let Some(body) = &mutant.module.functions[function].body else { return Touched::Nothing };
    while matches!(body.instructions[at], Instruction::Phi { .. }) {
        at += 1;
    }
    mutant.build(|build| add_instructions(build, function, at));
    Touched::Function(function)
}

/// Removes an instruction; its uses get an operand of its type, or undef.
pub(super) fn remove(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, removable) else { return Touched::Nothing };
    let types = result_types(&mutant.module, function);
    let values = ValueTypes::of(&mutant.module, function as u32);
    let mut same = Vec::new();
    if let Some(body) = &mutant.module.functions[function].body {
        body.instructions[at].for_each_value(|value| same.push(Some(values.get(value)) == types[at]));
    }
    let keep_operand = mutant.choices.chance(128);
    with_positions(&mut mutant.module, function, |module, body| {
        if keep_operand && let Some(place) = same.iter().position(|&same| same) {
            let mut operands = Vec::new();
            body.instructions[at].for_each_value(|value| operands.push(value));
            let operand = operands[place];
            super::super::edit::remove(
                body,
                |place| place == at,
                |_| Some(operand).filter(|value| *value != Value::instruction(at as u32)),
            );
        } else {
            take_out(module, body, &types, |place| place == at);
        }
    });
    Touched::Function(function)
}

/// Copies an instruction after itself, or to a later place in the same block.
pub(super) fn duplicate(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, removable) else { return Touched::Nothing };
    let far = mutant.choices.below(4);
    with_positions(&mut mutant.module, function, |_, body| {
        let length = body.instructions.len();
        let end = (at..length).find(|&place| body.instructions[place].is_terminator()).unwrap_or(length - 1);
        let mut slots: Vec<Slot> = (0..length).map(Slot::Old).collect();
        slots.insert((at + 1 + far).min(end).max(at), Slot::Copy(at));
        relayout(body, slots, |_| None);
    });
    Touched::Function(function)
}

/// Moves an instruction to another place of its function, mostly near.
pub(super) fn shift(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, removable) else { return Touched::Nothing };
    let near = mutant.choices.chance(192);
    let length = mutant.module.functions[function].body.as_ref().map_or(1, |body| body.instructions.len());
    let to = if near { (at + mutant.choices.below(8)).saturating_sub(4) } else { mutant.choices.below(length) };
    with_positions(&mut mutant.module, function, |_, body| {
        let mut slots: Vec<Slot> = (0..length).filter(|&place| place != at).map(Slot::Old).collect();
        // Nothing can follow the last terminator.
        slots.insert(to.min(length.saturating_sub(2)), Slot::Old(at));
        relayout(body, slots, |_| None);
    });
    Touched::Function(function)
}
