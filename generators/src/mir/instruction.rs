//! Instructions: where they go, and what may stand before and behind them.

use super::build::Build;
use super::forms::Flag;
use crate::forms::Form;
use irsmith_mir::tables::{FlagGroup, Opcode, Properties};
use irsmith_mir::{Instruction, InstructionFlags, Name, Suffixes};

impl Build<'_, '_> {
    /// An instruction without operands.
    pub(super) fn instruction(&mut self, opcode: &'static str) -> Instruction {
        Instruction { opcode: Name::from_static_str(opcode), ..Instruction::default() }
    }

    /// Appends an instruction to the block, perhaps with what may stand behind any.
    pub(super) fn push(&mut self, mut instruction: Instruction) {
        self.suffix(&mut instruction);
        self.push_plain(instruction);
    }

    /// Appends an instruction as it is.
    pub(super) fn push_plain(&mut self, instruction: Instruction) {
        if let Some(block) = self.body.function.blocks.last_mut() {
            block.instructions.push(instruction);
        }
    }

    /// Flags that have a meaning before an opcode, and now and then those of prologue and epilogue.
    pub(super) fn flags(&mut self, opcode: &Opcode) -> InstructionFlags {
        let mut flags = InstructionFlags::default();
        if !self.choices.chance(72) {
            return flags;
        }
        let terminator = opcode.is(Properties::TERMINATOR);
        for flag in Flag::all() {
            let of_frame = flag.row.group == FlagGroup::Frame;
            if (!of_frame || !terminator) && flag.row.group.applies(opcode) && self.wants(*flag, if of_frame { 8 } else { 96 }) {
                flags.0 |= flag.flags.0;
            }
        }
        flags
    }

    /// The suffixes of an instruction, to be filled in.
    pub(super) fn suffixes(instruction: &mut Instruction) -> &mut Suffixes {
        instruction.suffixes.get_or_insert_with(Box::default)
    }
}
