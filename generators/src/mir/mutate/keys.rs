//! Keys of a function's container.

use super::Mutant;
use super::operands::number;
use crate::mir::edit::{self, Place, functions, next_number};
use crate::mir::fields::{self, Values};
use irsmith_mir::transform::Space;
use irsmith_mir::{BlockReference, File, FrameKey, FunctionFlags, FunctionLiveIn, Register, Yaml};

pub(super) fn places(file: &File) -> Vec<Place> {
    functions(file).collect()
}

/// A key of true or false is the other.
pub(super) fn change_flag(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    mutant.file.functions[place.function].flags.0 ^= 1 << mutant.choices.below(FunctionFlags::NAMES.len());
}

/// Sizes and alignments on the edges.
fn bytes(mutant: &mut Mutant<'_, '_, '_>) -> u64 {
    [0, 1, 8, 16, 4096, 1 << 31, u64::from(u32::MAX), 1 << 32, u64::MAX >> 1, u64::MAX][mutant.choices.below(10)]
}

/// A key of the frame: a flag, a size, or a point of saving and restoring.
pub(super) fn change_frame(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let (which, size) = (mutant.choices.below(FrameKey::ALL.len()), bytes(mutant));
    let function = &mut mutant.file.functions[place.function];
    let blocks: Vec<u32> = function.blocks.iter().map(|block| block.number).collect();
    let block = mutant.choices.pick(&blocks).map(|number| BlockReference { number: *number, name: None });
    let object = function.stack.first().map_or(String::new(), |object| format!("%stack.{}", object.id));
    let values = Values { size, block, object, ..Values::default() };
    fields::change(&mut mutant.choices, function.frame.field(FrameKey::ALL[which]), values);
}

/// A physical register: one that the function names, or any of the target.
pub(super) fn physical(mutant: &mut Mutant<'_, '_, '_>) -> Option<Register> {
    let registers = mutant.machine.map_or(&[][..], |machine| machine.registers());
    let any = mutant.choices.pick(registers).map(|row| Register::Physical(row.name.into()));
    let named = edit::registers(mutant.file, |_, operand| matches!(operand.register, Register::Physical(_)));
    let from = mutant.choices.pick(&named).copied();
    let named = from.and_then(|from| Some(edit::register(edit::instruction(mutant.file, from)?, from.part)?.register.clone()));
    if mutant.choices.chance(128) { named.or(any) } else { any.or(named) }
}

/// Another key: the alignment, a live-in, a saved register, a preferred register, what the target keeps.
pub(super) fn change_key(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let register = physical(mutant);
    let which = mutant.choices.below(7);
    let alignment = [0, 1, 2, 16, 1 << 31, 1 << 32][mutant.choices.below(6)];
    let function = &mut mutant.file.functions[place.function];
    let virtuals: Vec<Register> = edit::known(function).into_keys().collect();
    match (which, register) {
        (0, _) => function.alignment = alignment,
        (1, Some(register)) => {
            let copy = mutant.choices.pick(&virtuals).cloned().filter(|_| mutant.choices.chance(128));
            function.live_ins.push(FunctionLiveIn { register, copy, ..FunctionLiveIn::default() });
        }
        (2, _) if !function.live_ins.is_empty() => drop(function.live_ins.remove(mutant.choices.below(function.live_ins.len()))),
        (3, Some(register)) => function.callee_saved.get_or_insert_default().push(register),
        (4, _) => function.callee_saved = function.callee_saved.is_none().then(Vec::new),
        (5, Some(register)) => {
            let Some(at) = mutant.choices.index(function.registers.len()) else { return };
            let preferred = &mut function.registers[at].preferred;
            *preferred = preferred.is_none().then_some(register);
        }
        _ => function.info = function.info.is_none().then(|| Yaml::Mapping { flow: false, entries: Vec::new() }),
    }
}

/// Substitutions and call sites: one comes, with any numbers, or one goes.
pub(super) fn change_list(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let numbers = [0; 5].map(|_| number(&mut mutant.choices) as u32);
    let which = mutant.choices.below(4);
    let function = &mut mutant.file.functions[place.function];
    let known = next_number(function, Space::DebugInstruction).unwrap_or_default();
    match which {
        0 => {
            let [_, source_operand, target_instruction, target_operand, subregister] = numbers;
            function.substitutions.push(irsmith_mir::Substitution {
                source_instruction: known.saturating_sub(1),
                source_operand,
                target_instruction,
                target_operand,
                subregister,
                ..irsmith_mir::Substitution::default()
            });
        }
        1 if !function.substitutions.is_empty() => drop(function.substitutions.pop()),
        2 if !function.call_sites.is_empty() => drop(function.call_sites.pop()),
        _ => function.call_sites.extend(function.call_sites.last().cloned()),
    }
}
