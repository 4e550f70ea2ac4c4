//! Code shared by mutations, splices and reductions of files: places, and repair of ids, counts and types.

mod blocks;
mod copies;
mod detach;
mod known;
mod module;
mod parts;
mod place;
mod repair;
mod types;

use irsmith_mir::File;
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{self, Options};

pub(super) use blocks::{is_phi, join, joints, remove_blocks, split, split_edge};
pub(super) use copies::{adopt, number_names, refresh};
pub(super) use detach::{detach, detach_missing};
pub(super) use known::{Known, Registers, defines, known, largest, next_number};
pub(super) use module::{
    Piece, defines_function, free_name, name_of_definition, names_global, pieces, poisoned, rename_function, result_of_line,
};
pub(super) use parts::Parts;
pub(super) use place::{
    Place, blocks, each_instruction_mut, each_register_mut, functions, instruction, instruction_mut, instructions, operands, register,
    register_mut, registers,
};
pub(super) use repair::{repair, repair_changed, repair_knowing, successors};
pub(super) use types::{replace_type, types};

/// Returns the tables of the file's target, if it has some.
pub(super) fn machine_of(file: &File) -> Option<&'static Machine> {
    Machine::of(Target::of_triple(&file.triple()?)?)
}

/// Returns whether our validator accepts a file.
pub(super) fn is_valid(file: &File) -> bool {
    validate::is_valid(file, Options { triple: file.triple().as_deref(), ..Options::default() })
}

/// Writes and reads a file; returns the result if it reads. What the text cannot express is lost.
pub(super) fn spelled(file: &File) -> Option<File> {
    File::read(file.write().as_bytes(), &irsmith_mir::Limits::default()).ok()
}
