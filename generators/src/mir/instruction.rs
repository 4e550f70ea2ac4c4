//! Instructions: where they are inserted, and their flags and suffixes.

use super::build::Build;
use super::forms::{Flag, Pseudo};
use super::suffixes::suffix;
use crate::forms::Form;
use irsmith_mir::tables::{FlagGroup, Opcode, Properties};
use irsmith_mir::{Instruction, InstructionFlags, Name, Operand, OperandKind, RegisterOperand};

/// Makes an instruction without operands.
pub(super) fn instruction(opcode: &'static str) -> Instruction {
    Instruction { opcode: Name::from_static_str(opcode), ..Instruction::default() }
}

/// Makes an instruction of an opcode around those of the target.
pub(super) fn with(form: Pseudo, operands: impl IntoIterator<Item = OperandKind>) -> Instruction {
    let mut instruction = instruction(form.opcode());
    instruction.operands.extend(operands.into_iter().map(Operand::from));
    instruction
}

/// Appends an instruction to the block, perhaps with suffixes.
pub(super) fn push(build: &mut Build<'_, '_>, mut instruction: Instruction) {
    suffix(build, &mut instruction);
    build.blocks.push(instruction);
}

/// Draws flags that have a meaning before an opcode, and occasionally those of prologue and epilogue.
pub(super) fn flags(build: &mut Build<'_, '_>, opcode: &Opcode) -> InstructionFlags {
    let mut flags = InstructionFlags::default();
    if !build.draw.chance(72) {
        return flags;
    }
    let terminator = opcode.is(Properties::TERMINATOR);
    for flag in Flag::all() {
        let of_frame = flag.row.group == FlagGroup::Frame;
        if (!of_frame || !terminator) && flag.row.group.applies(opcode) && build.draw.wants(*flag, if of_frame { 8 } else { 96 }) {
            flags.0 |= flag.flags.0;
        }
    }
    flags
}

/// Appends a copy of a register.
pub(super) fn copy(build: &mut Build<'_, '_>, result: RegisterOperand, source: RegisterOperand) {
    let mut copy = instruction("COPY");
    copy.results.push(result);
    copy.operands.push(OperandKind::Register(source).into());
    // Before, no flag had a meaning before a copy.
    if build.vocabulary.reads("lr-split")
        && let Some(opcode) = build.machine().opcode("COPY")
    {
        copy.flags = flags(build, opcode);
    }
    push(build, copy);
}
