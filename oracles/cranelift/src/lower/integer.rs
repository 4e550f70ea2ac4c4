//! Arithmetic of integers.

use super::Lowering;
use cranelift_codegen::ir::{self, InstBuilder, types};
use irsmith_pnacl::tables::BinaryOp;

impl Lowering<'_, '_> {
    /// Lowers a binary operation on integers or vectors of them. Cranelift's shifts take the amount modulo the width, as the semantics do.
    pub(super) fn integer_binary(&mut self, op: BinaryOp, a: ir::Value, b: ir::Value) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(a);
        match op {
            BinaryOp::Add => self.builder.ins().iadd(a, b),
            BinaryOp::Sub => self.builder.ins().isub(a, b),
            BinaryOp::And => self.builder.ins().band(a, b),
            BinaryOp::Or => self.builder.ins().bor(a, b),
            BinaryOp::Xor => self.builder.ins().bxor(a, b),
            // There is no multiplication of vectors of bytes.
            BinaryOp::Mul if ty != types::I8X16 => self.builder.ins().imul(a, b),
            BinaryOp::Mul => self.each_lane(a, b, |this, a, b| this.builder.ins().imul(a, b)),
            // Vectors are shifted by one common amount only.
            BinaryOp::Shl => self.each_lane(a, b, |this, a, b| this.builder.ins().ishl(a, b)),
            BinaryOp::LShr => self.each_lane(a, b, |this, a, b| this.builder.ins().ushr(a, b)),
            BinaryOp::AShr => self.each_lane(a, b, |this, a, b| this.builder.ins().sshr(a, b)),
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => self.divide(op, a, b),
        }
    }
}
