//! Bodies of the opcodes of a target.

mod assembly;
pub(super) mod branches;
mod calls;
mod copies;
mod operands;
mod pseudos;
mod registers;

use super::build::Build;
use super::forms::Group;
use super::instruction::push;
pub(super) use assembly::assembly_branch;
use operands::target_instruction;
pub(super) use pseudos::{pseudo, pseudo_step};

/// Makes an instruction of an opcode of the target.
pub(super) fn target_step(build: &mut Build<'_, '_>) {
    let Some(group) = build.draw.form_on(Group::of(build.target)) else { return };
    let Some(opcode) = build.draw.pick(build.vocabulary.opcodes(group)).copied() else { return };
    let instruction = target_instruction(build, opcode);
    push(build, instruction);
}
