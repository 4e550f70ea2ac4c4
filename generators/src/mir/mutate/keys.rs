//! Keys of a function's container.

use super::Mutant;
use super::operands::number;
use crate::mir::edit::{self, Place, functions, next_number};
use crate::mir::fields::{self, Values};
use irsmith_mir::transform::Space;
use irsmith_mir::{BlockReference, File, FrameKey, FunctionFlags, FunctionLiveIn, Register, Substitution, Yaml};

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

/// A change of a key or of a list of a function, whose number it gets.
type Change = fn(&mut Mutant<'_, '_, '_>, usize);

/// Changes of other keys than flags and those of the frame.
const KEYS: [Change; 7] = [alignment, add_live_in, remove_live_in, add_saved, toggle_saved, toggle_preferred, toggle_info];

/// Another key: the alignment, a live-in, a saved register, a preferred register, what the target keeps.
pub(super) fn change_key(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let change = KEYS[mutant.choices.below(KEYS.len())];
    change(mutant, place.function);
}

fn alignment(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    mutant.file.functions[function].alignment = [0, 1, 2, 16, 1 << 31, 1 << 32][mutant.choices.below(6)];
}

fn add_live_in(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    let Some(register) = physical(mutant) else { return };
    let virtuals: Vec<Register> = edit::known(&mutant.file.functions[function]).into_keys().collect();
    let copy = mutant.choices.pick(&virtuals).cloned().filter(|_| mutant.choices.chance(128));
    mutant.file.functions[function].live_ins.push(FunctionLiveIn { register, copy, ..FunctionLiveIn::default() });
}

fn remove_live_in(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    let live_ins = &mut mutant.file.functions[function].live_ins;
    mutant.choices.index(live_ins.len()).into_iter().for_each(|at| drop(live_ins.remove(at)));
}

fn add_saved(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    if let Some(register) = physical(mutant) {
        mutant.file.functions[function].callee_saved.get_or_insert_default().push(register);
    }
}

fn toggle_saved(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    let saved = &mut mutant.file.functions[function].callee_saved;
    *saved = saved.is_none().then(Vec::new);
}

fn toggle_preferred(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    let register = physical(mutant);
    let registers = &mut mutant.file.functions[function].registers;
    let Some(at) = mutant.choices.index(registers.len()) else { return };
    let preferred = &mut registers[at].preferred;
    *preferred = register.filter(|_| preferred.is_none());
}

fn toggle_info(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    let info = &mut mutant.file.functions[function].info;
    *info = info.is_none().then(|| Yaml::Mapping { flow: false, entries: Vec::new() });
}

/// Changes of the lists that bodies do not name.
const LISTS: [Change; 4] = [
    add_substitution,
    |mutant, function| drop(mutant.file.functions[function].substitutions.pop()),
    |mutant, function| drop(mutant.file.functions[function].call_sites.pop()),
    |mutant, function| {
        let call_sites = &mut mutant.file.functions[function].call_sites;
        call_sites.extend(call_sites.last().cloned());
    },
];

/// Substitutions and call sites: one comes, or one goes.
pub(super) fn change_list(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let change = LISTS[mutant.choices.below(LISTS.len())];
    change(mutant, place.function);
}

/// A substitution with any numbers, of the last instruction that has one.
fn add_substitution(mutant: &mut Mutant<'_, '_, '_>, function: usize) {
    let [source_operand, target_instruction, target_operand, subregister] = [0; 4].map(|_| number(&mut mutant.choices) as u32);
    let function = &mut mutant.file.functions[function];
    let known = next_number(function, Space::DebugInstruction).unwrap_or_default();
    function.substitutions.push(Substitution {
        source_instruction: known.saturating_sub(1),
        source_operand,
        target_instruction,
        target_operand,
        subregister,
        ..Substitution::default()
    });
}
