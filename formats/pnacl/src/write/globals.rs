//! The globals block.

use super::Writer;
use super::abbreviations::id;
use crate::stream::UNABBREV_RECORD;
use crate::tables::{BlockKind, global};
use crate::{Global, Initializer, Value, ValueKind};

/// Width of abbreviation ids in the block.
const WIDTH: u32 = 4;

impl Writer<'_> {
    pub(super) fn globals(&mut self) {
        self.stream.enter(BlockKind::Globals.code() as u32, WIDTH);
        self.stream.record(UNABBREV_RECORD, global::COUNT, &[self.module.globals.len() as u64]);
        for global in &self.module.globals {
            self.global(global);
        }
        self.stream.end();
    }

    fn global(&mut self, variable: &Global) {
        let operands = [variable.alignment.encoding(), u64::from(variable.constant)];
        self.stream.record(id::GLOBAL, global::VARIABLE, &operands);
        if variable.initializers.len() != 1 {
            self.stream.record(id::COMPOUND, global::COMPOUND, &[variable.initializers.len() as u64]);
        }
        for initializer in &variable.initializers {
            self.initializer(initializer);
        }
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Zerofill(bytes) => self.stream.record(id::ZEROFILL, global::ZEROFILL, &[*bytes]),
            Initializer::Data(bytes) => {
                let (arena, start) = self.stream.arena();
                arena.extend(bytes.iter().map(|&byte| u64::from(byte)));
                self.stream.finish_record(id::DATA, global::DATA, start);
            }
            Initializer::Relocation { value, addend: None } => {
                self.stream.record(id::RELOCATION, global::RELOCATION, &[self.absolute_global(*value)]);
            }
            Initializer::Relocation { value, addend: Some(addend) } => {
                let operands = [self.absolute_global(*value), u64::from(*addend)];
                self.stream.record(id::RELOCATION_ADDEND, global::RELOCATION, &operands);
            }
        }
    }

    /// Returns the absolute index of a function or global.
    pub(super) fn absolute_global(&self, value: Value) -> u64 {
        let base = if value.kind() == ValueKind::Function { 0 } else { self.module.functions.len() as u64 };
        base + u64::from(value.index())
    }
}
