//! Copying and filling memory.

use super::Lowering;
use super::access::Access;
use cranelift_codegen::ir::{self, InstBuilder, types};
use cranelift_module::Module as _;

impl Lowering<'_, '_> {
    /// Copies bytes, as if all were read before any is written.
    pub(super) fn copy(&mut self, to: ir::Value, from: ir::Value, size: ir::Value) {
        let source = self.checked_range(from, size, Access::Read);
        let target = self.checked_range(to, size, Access::Write);
        let size = self.builder.ins().uextend(types::I64, size);
        self.builder.call_memmove(self.jit.target_config(), target, source, size);
    }

    /// Fills a range with one byte.
    pub(super) fn fill(&mut self, to: ir::Value, byte: ir::Value, size: ir::Value) {
        let target = self.checked_range(to, size, Access::Write);
        let size = self.builder.ins().uextend(types::I64, size);
        self.builder.call_memset(self.jit.target_config(), target, byte, size);
    }
}
