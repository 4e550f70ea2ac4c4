//! The program's stack.

use super::Lowering;
use super::jump::calls;
use crate::context::STACK;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{Alignment, Instruction};

impl Lowering<'_, '_> {
    /// Saves the stack pointer for the return, in a function that may change it.
    pub(super) fn save_stack(&mut self) {
        let takes = self.body.instructions.iter().any(|instruction| matches!(instruction, Instruction::Alloca { .. }));
        if takes || calls(self.environment.module, self.body, b"llvm.stackrestore") {
            self.saved_stack = Some(self.stack_pointer());
        }
    }

    /// Restores it.
    pub(super) fn restore_saved_stack(&mut self) {
        if let Some(saved) = self.saved_stack {
            self.set_stack_pointer(saved);
        }
    }

    /// Returns the stack pointer.
    pub(super) fn stack_pointer(&mut self) -> ir::Value {
        self.builder.ins().load(types::I32, self.flags.context, self.context, STACK)
    }

    fn set_stack_pointer(&mut self, address: ir::Value) {
        self.builder.ins().store(self.flags.context, address, self.context, STACK);
    }

    /// Allocates `size` bytes of stack. Computed in 64 bits, where no size wraps around.
    pub(super) fn alloca(&mut self, size: ir::Value, alignment: Alignment) -> ir::Value {
        let pointer = self.stack_pointer();
        let pointer = self.builder.ins().uextend(types::I64, pointer);
        let size = self.builder.ins().uextend(types::I64, size);
        let lower = self.builder.ins().isub(pointer, size);
        let aligned = self.builder.ins().band_imm_s(lower, -(alignment.bytes().max(1) as i64));
        let end = i64::from(self.environment.layout.stack);
        let below = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, aligned, end);
        self.trap_if(below, TrapKind::StackOverflow);
        let address = self.builder.ins().ireduce(types::I32, aligned);
        self.set_stack_pointer(address);
        address
    }

    /// Sets the stack pointer to an address of the stack.
    pub(super) fn restore_stack(&mut self, address: ir::Value) {
        let layout = self.environment.layout;
        let offset = self.builder.ins().iadd_imm_s(address, -i64::from(layout.stack));
        let outside = self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, offset, i64::from(layout.heap - layout.stack));
        self.trap_if(outside, TrapKind::StackOverflow);
        self.set_stack_pointer(address);
    }
}
