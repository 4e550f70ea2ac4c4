//! Arithmetic of floats.

use super::Lowering;
use crate::Error;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::{self, InstBuilder, types};
use cranelift_module::Module as _;
use irsmith_pnacl::tables::BinaryOp;

/// The canonical NaN of floats.
const NAN_32: u32 = 0x7fc0_0000;
/// The canonical NaN of doubles.
const NAN_64: u64 = 0x7ff8_0000_0000_0000;

impl Lowering<'_, '_> {
    /// Lowers a binary operation on floats, doubles or vectors.
    pub(super) fn float_binary(&mut self, op: BinaryOp, a: ir::Value, b: ir::Value) -> Result<ir::Value, Error> {
        let result = match op {
            BinaryOp::Add => self.builder.ins().fadd(a, b),
            BinaryOp::Sub => self.builder.ins().fsub(a, b),
            BinaryOp::Mul => self.builder.ins().fmul(a, b),
            BinaryOp::SDiv => self.builder.ins().fdiv(a, b),
            BinaryOp::SRem => self.each_lane(a, b, Self::remainder),
            BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => {
                return Err(Error::Invalid("floats have no such operation"));
            }
        };
        Ok(self.canonical(result))
    }

    /// Returns the value, or the canonical NaN for any NaN. It tests only the result, so that it does not matter how the result was
    /// computed.
    pub(super) fn canonical(&mut self, value: ir::Value) -> ir::Value {
        let unordered = self.builder.ins().fcmp(FloatCC::Unordered, value, value);
        match self.builder.func.dfg.value_type(value) {
            types::F32 => {
                let nan = self.builder.ins().f32const(Ieee32::with_bits(NAN_32));
                self.builder.ins().select(unordered, nan, value)
            }
            types::F64 => {
                let nan = self.builder.ins().f64const(Ieee64::with_bits(NAN_64));
                self.builder.ins().select(unordered, nan, value)
            }
            ty => {
                let nan = self.splat(ty, i64::from(NAN_32));
                let unordered = self.same_bits(unordered, ty);
                self.builder.ins().bitselect(unordered, nan, value)
            }
        }
    }

    /// Returns the remainder of two scalars. The remainder of floats, computed as doubles, is a float again: it has no bit below the
    /// operands' lowest.
    fn remainder(&mut self, a: ir::Value, b: ir::Value) -> ir::Value {
        let float = self.builder.func.dfg.value_type(a) == types::F32;
        let bits = [a, b].map(|value| {
            let double = if float { self.builder.ins().fpromote(types::F64, value) } else { value };
            self.same_bits(double, types::I64)
        });
        let function = self.jit.declare_func_in_func(self.environment.remainder, self.builder.func);
        let call = self.builder.ins().call(function, &bits);
        let bits = self.builder.inst_results(call)[0];
        let double = self.same_bits(bits, types::F64);
        if float { self.builder.ins().fdemote(types::F32, double) } else { double }
    }

    /// Returns the square root.
    pub(super) fn square_root(&mut self, value: ir::Value) -> ir::Value {
        let root = self.builder.ins().sqrt(value);
        self.canonical(root)
    }
}
