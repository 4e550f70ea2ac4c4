//! Mutations of blocks and their heads.

use super::Mutant;
use crate::mir::edit::{self, Place, instructions, machine_of, next_number, refresh, remove_blocks};
use irsmith_mir::tables::{Properties, Target};
use irsmith_mir::transform::Space;
use irsmith_mir::{File, IrValue, LiveIn, OperandKind, Register, Section};
use std::collections::BTreeSet;

pub(super) fn places(file: &File) -> Vec<Place> {
    edit::blocks(file).collect()
}

/// Returns blocks of functions that have several.
pub(super) fn several(file: &File) -> Vec<Place> {
    edit::blocks(file).filter(|place| file.functions[place.function].blocks.len() > 1).collect()
}

pub(super) fn with_instructions(file: &File) -> Vec<Place> {
    instructions(file).filter(|(place, _)| place.inner.is_none()).map(|(place, _)| place).collect()
}

/// Splits a block after an instruction.
pub(super) fn split(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    edit::split(&mut mutant.file.functions[place.function], place.block, place.index);
}

pub(super) fn joints(file: &File) -> Vec<Place> {
    edit::joints(file, machine_of(file))
}

/// Appends the next block.
pub(super) fn join(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    edit::join(&mut mutant.file.functions[place.function], place.block, mutant.machine);
}

pub(super) fn remove(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    remove_blocks(&mut mutant.file.functions[place.function], &BTreeSet::from([place.block]), mutant.machine);
}

/// Copies a block to the end of the function, with new registers; nothing branches to the copy yet.
pub(super) fn copy(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mut mutant.file.functions[place.function];
    let Some(number) = next_number(function, Space::Block) else { return };
    let mut copy = function.blocks[place.block].clone();
    copy.number = number;
    refresh(function, &mut copy.instructions);
    function.blocks.push(copy);
}

/// Moves a block.
pub(super) fn shift(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let blocks = &mut mutant.file.functions[place.function].blocks;
    let block = blocks.remove(place.block);
    let to = mutant.choices.below(blocks.len() + 1);
    blocks.insert(to, block);
}

/// Returns branches to a block; the part is the operand.
pub(super) fn branches(file: &File) -> Vec<Place> {
    let mut places = Vec::new();
    for (place, instruction) in instructions(file).filter(|(place, instruction)| place.inner.is_none() && !edit::is_phi(instruction)) {
        let blocks = instruction.operands.iter().enumerate().filter(|(_, operand)| matches!(operand.kind, OperandKind::Block(_)));
        places.extend(blocks.map(|(part, _)| Place { part, ..place }));
    }
    places
}

/// Inserts a block between a branch and its target.
pub(super) fn split_edge(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(branch) = branch(mutant, place) else { return };
    let function = &mut mutant.file.functions[place.function];
    let operand = &function.blocks[place.block].instructions[place.index].operands[place.part];
    let OperandKind::Block(target) = &operand.kind else { return };
    let number = target.number;
    edit::split_edge(function, place.block, number, &branch);
}

/// Returns an opcode that only branches: one of the file, or the usual one of the target.
fn branch(mutant: &Mutant<'_, '_, '_>, place: Place) -> Option<String> {
    if edit::instruction(mutant.file, place)?.opcode.starts_with("G_") {
        return Some("G_BR".into());
    }
    let machine = mutant.machine?;
    let usual = if machine.target() == Target::X86 { "JMP_1" } else { "B" };
    machine.opcode(usual).filter(|row| row.is(Properties::BARRIER)).map(|row| row.name.into())
}

/// Changes a part of the head of a block: alignments and marks.
pub(super) fn change_attribute(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let names = mutant.file.ir.as_ref().map(|ir| ir.names()).unwrap_or_default();
    let function = &mut mutant.file.functions[place.function];
    let ir_blocks = names.function(&function.name).map(|function| function.blocks.clone()).unwrap_or_default();
    let choices = &mut mutant.choices;
    let number = choices.below(8) as u32;
    let block = &mut function.blocks[place.block];
    let attributes = &mut block.attributes;
    match choices.below(11) {
        0 => attributes.machine_address_taken ^= true,
        1 => attributes.landing_pad ^= true,
        2 => attributes.inline_asm_target ^= true,
        3 => attributes.eh_funclet_entry ^= true,
        4 => attributes.alignment = [None, Some(1), Some(16), Some(1 << 32)][number as usize % 4],
        5 => attributes.section = [None, Some(Section::Cold), Some(Section::Exception), Some(Section::Number(number))][number as usize % 4],
        6 => attributes.id = [None, Some((number, None)), Some((number, Some(number))), Some((u32::MAX, None))][number as usize % 4],
        7 => attributes.call_frame_size = (number > 0).then_some(8 * number),
        8 => attributes.ir_block = choices.pick(&ir_blocks).cloned(),
        9 => attributes.ir_address_taken = choices.pick(&ir_blocks).cloned(),
        _ => {
            let named = ir_blocks.iter().filter_map(|block| match block {
                IrValue::Named(name) => Some(name.as_ref()),
                IrValue::Numbered(_) => None,
            });
            let named: Vec<&str> = named.collect();
            block.name = choices.pick(&named).map(|name| (*name).into());
        }
    }
}

/// Adds a live-in register of a block, removes one, or changes its lanes.
pub(super) fn change_live_in(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let registers = edit::registers(mutant.file, |_, operand| matches!(operand.register, Register::Physical(_)));
    let from = mutant.choices.pick(&registers).copied();
    let register = from.and_then(|from| Some(edit::register(edit::instruction(mutant.file, from)?, from.part)?.register.clone()));
    let live_ins = &mut mutant.file.functions[place.function].blocks[place.block].live_ins;
    match (mutant.choices.below(3), register) {
        (0, _) if !live_ins.is_empty() => drop(live_ins.remove(mutant.choices.below(live_ins.len()))),
        (1, _) if !live_ins.is_empty() => {
            let at = mutant.choices.below(live_ins.len());
            live_ins[at].lanes = match live_ins[at].lanes {
                Some(_) => None,
                None => Some(1 << mutant.choices.below(64)),
            };
        }
        (_, Some(register)) => live_ins.push(LiveIn { register, lanes: None }),
        _ => {}
    }
}
