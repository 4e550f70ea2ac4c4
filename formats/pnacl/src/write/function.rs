//! Function blocks.

use super::Writer;
use super::abbreviations::id;
use super::operands::{Layout, OperandWriter};
use crate::stream::UNABBREV_RECORD;
use crate::tables::{BlockKind, Instruction, function};
use crate::{Body, Value};

/// Width of abbreviation ids in the block.
const WIDTH: u32 = 4;

impl Writer<'_> {
    pub(super) fn function(&mut self, index: u32, body: &Body) {
        self.stream.enter(BlockKind::Function.code() as u32, WIDTH);
        self.stream.record(UNABBREV_RECORD, function::BLOCKS, &[u64::from(body.block_count())]);
        if !body.constants.is_empty() {
            self.constants(&body.constants);
        }
        let parameters = self.module.signature_of(index).map_or(0, |signature| signature.parameters.len());
        let layout = Layout::new(self.module.functions.len(), self.module.globals.len(), parameters, body.constants.len());
        let mut next = layout.absolute(Value::instruction(0));
        for instruction in &body.instructions {
            let (arena, start) = self.stream.arena();
            let mut operands = OperandWriter::new(layout, next, arena);
            instruction.write(&mut operands);
            let abbreviation = self.abbreviation(instruction);
            self.stream.finish_record(abbreviation, instruction.code(), start);
            next += u32::from(instruction.has_result(self.module));
        }
        self.stream.end();
    }

    /// Returns the abbreviation of the canonical writer.
    fn abbreviation(&self, instruction: &Instruction) -> u32 {
        match instruction {
            Instruction::Unreachable {} => id::UNREACHABLE,
            Instruction::Ret { value: None } => id::RET_VOID,
            Instruction::Declare { ty, .. } => self.standard.with_type(id::DECLARE, ty.0),
            Instruction::Ret { .. } => id::RET_VALUE,
            Instruction::Load { .. } => id::LOAD,
            Instruction::Store { .. } => id::STORE,
            Instruction::Binary { .. } => id::BINARY,
            Instruction::Cast { ty, .. } => self.standard.with_type(id::CAST, ty.0),
            // The canonical writer's abbreviations are a closed list, so no new row is added to it.
            _ => UNABBREV_RECORD,
        }
    }
}
