//! Quotients and remainders of integers.

use super::Lowering;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::tables::BinaryOp;

impl Lowering<'_, '_> {
    /// Divides, unless a lane of the divisor is zero.
    pub(super) fn divide(&mut self, op: BinaryOp, a: ir::Value, b: ir::Value) -> ir::Value {
        let any_zero = self.any_lane_zero(b);
        self.trap_if(any_zero, TrapKind::DivisionByZero);
        match op {
            BinaryOp::UDiv => self.each_lane(a, b, |this, a, b| this.builder.ins().udiv(a, b)),
            BinaryOp::URem => self.each_lane(a, b, |this, a, b| this.builder.ins().urem(a, b)),
            // Cranelift's remainder of the smallest integer and -1 is 0, as required; its quotient traps.
            BinaryOp::SRem => self.each_lane(a, b, |this, a, b| this.builder.ins().srem(a, b)),
            _ => self.each_lane(a, b, Self::signed_quotient),
        }
    }

    fn any_lane_zero(&mut self, value: ir::Value) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(value);
        if !ty.is_vector() {
            return self.is_zero(value);
        }
        let zero = self.zero(ty);
        let zeros = self.builder.ins().icmp(IntCC::Equal, value, zero);
        self.builder.ins().vany_true(zeros)
    }

    /// Divides. By -1 this negates, which wraps for the smallest integer.
    fn signed_quotient(&mut self, a: ir::Value, b: ir::Value) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(b);
        let minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let one = self.constant(ty, 1);
        let divisor = self.builder.ins().select(minus_one, one, b);
        let quotient = self.builder.ins().sdiv(a, divisor);
        let negated = self.builder.ins().ineg(a);
        self.builder.ins().select(minus_one, negated, quotient)
    }
}
