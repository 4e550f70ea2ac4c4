//! What mutations, splices and reductions of files have in common: where things stand, and how ids, counts and types are brought in order.

mod copies;
mod detach;
mod known;
mod module;
mod place;
mod repair;

use irsmith_mir::File;
use irsmith_mir::tables::{Machine, Target, common_opcode};
use irsmith_mir::validate::{self, Options};

pub(super) use copies::{adopt, refresh};
pub(super) use detach::detach;
pub(super) use known::{Known, known, largest, next_number};
pub(super) use module::pieces;
pub(super) use place::{
    Place, blocks, each_instruction_mut, each_register_mut, functions, instruction, instruction_mut, instructions, operands, register,
    register_mut, registers,
};
pub(super) use repair::{repair, repair_changed, successors};

/// The opcodes that are looked at to guess the target of a file that does not say it.
const GUESSES: usize = 8;

/// The tables of the file's target: of its triple, or where it has none, those that know the first opcodes of a target.
pub(super) fn machine_of(file: &File) -> Option<&'static Machine> {
    let triple = file.ir.as_ref().map(|ir| ir.names().triple).unwrap_or_default();
    if let Some(target) = Target::of_triple(&triple) {
        return Machine::of(target);
    }
    let opcodes = instructions(file).map(|(_, instruction)| instruction.opcode.as_str());
    let special: Vec<&str> = opcodes.filter(|name| common_opcode(name).is_none()).take(GUESSES).collect();
    let mut machines = Machine::TARGETS.into_iter().filter_map(Machine::of);
    machines.find(|machine| special.iter().all(|name| machine.opcode(name).is_some()))
}

/// Whether our validator accepts a file, which says its triple itself or has none.
pub(super) fn is_valid(file: &File) -> bool {
    validate::is_valid(file, Options::default())
}

/// What reads back from the text of a file, if that reads: what the text cannot say is lost.
pub(super) fn spelled(file: &File) -> Option<File> {
    File::read(file.write().as_bytes(), &irsmith_mir::Limits::default()).ok()
}
