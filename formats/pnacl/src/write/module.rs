//! The module block.

use super::Writer;
use crate::Function;
use crate::stream::UNABBREV_RECORD;
use crate::tables::{BlockKind, module};

impl Writer<'_> {
    pub(super) fn module(&mut self) {
        self.stream.enter(BlockKind::Module.code() as u32, 2);
        self.stream.record(UNABBREV_RECORD, module::VERSION, &[1]);
        self.abbreviations();
        self.types();
        for function in &self.module.functions {
            self.function_record(function);
        }
        self.globals();
        if !self.module.symbols.is_empty() {
            self.symbols();
        }
        for (index, function) in self.module.functions.iter().enumerate() {
            if let Some(body) = &function.body {
                self.function(index as u32, body);
            }
        }
        self.stream.end();
    }

    fn function_record(&mut self, function: &Function) {
        let prototype = u64::from(function.body.is_none());
        let operands = [u64::from(function.ty.0), 0, prototype, function.linkage.code()];
        self.stream.record(UNABBREV_RECORD, module::FUNCTION, &operands);
    }
}
