//! Instructions: where they go, and what may stand before and behind them.

use super::build::Build;
use super::rows::Family;
use irsmith_mir::tables::{FLAGS, Opcode, Properties};
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
        let readable = FLAGS.iter().filter(|row| row.since.is_some());
        let terminator = opcode.is(Properties::TERMINATOR);
        for (form, row) in readable.enumerate() {
            if (form > 1 || !terminator) && row.group.applies(opcode) && self.wants_form(Family::Flag, form, if form > 1 { 96 } else { 8 })
            {
                let bit = InstructionFlags::of(row.name).unwrap_or_default();
                flags.0 |= bit.0;
            }
        }
        flags
    }

    /// The suffixes of an instruction, to be filled in.
    pub(super) fn suffixes(instruction: &mut Instruction) -> &mut Suffixes {
        instruction.suffixes.get_or_insert_with(Box::default)
    }
}
