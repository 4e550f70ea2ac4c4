//! Conversions.

use super::mask::{bits_of_mask, mask_of_bits};
use super::{Lowering, representation};
use crate::Error;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, Type, types};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::tables::CastOp;

impl Lowering<'_, '_> {
    /// Converts a value between two types.
    pub(super) fn cast(&mut self, op: CastOp, value: ir::Value, from: ValueType, to: ValueType) -> Result<ir::Value, Error> {
        if from.lanes() != to.lanes() && op != CastOp::BitCast {
            return Err(Error::Invalid("a conversion changes the number of lanes"));
        }
        let native = representation(to)?;
        Ok(match op {
            CastOp::Trunc => self.truncate(value, native, to),
            CastOp::ZExt => self.widen(value, native, from, false),
            CastOp::SExt => self.widen(value, native, from, true),
            CastOp::FpToUi => self.float_to_unsigned(value, native, to),
            CastOp::FpToSi => self.float_to_signed(value, native, to),
            CastOp::UiToFp => {
                let wide = self.convertible(value, from, false);
                self.builder.ins().fcvt_from_uint(native, wide)
            }
            CastOp::SiToFp => {
                let wide = self.convertible(value, from, true);
                self.builder.ins().fcvt_from_sint(native, wide)
            }
            CastOp::FpTrunc => {
                let float = self.builder.ins().fdemote(native, value);
                self.canonical(float)
            }
            CastOp::FpExt => {
                let double = self.builder.ins().fpromote(native, value);
                self.canonical(double)
            }
            CastOp::BitCast => self.bitcast(value, native, from, to),
        })
    }

    /// Keeps the low bits; of vectors, the lowest bits as a mask, the only narrower vector type.
    fn truncate(&mut self, value: ir::Value, native: Type, to: ValueType) -> ir::Value {
        if native.is_vector() {
            let one = self.splat(native, 1);
            let low = self.builder.ins().band(value, one);
            return self.builder.ins().icmp(IntCC::Equal, low, one);
        }
        let cut = self.narrow(value, native);
        if to.is_i1() { self.builder.ins().band_imm_s(cut, 1) } else { cut }
    }

    /// Converts the integer to a type that is not wider.
    fn narrow(&mut self, value: ir::Value, native: Type) -> ir::Value {
        if self.builder.func.dfg.value_type(value) == native { value } else { self.builder.ins().ireduce(native, value) }
    }

    /// Converts the integer to a type that is not narrower. Among vectors only masks can become wider, and a mask is its own sign
    /// extension.
    fn widen(&mut self, value: ir::Value, native: Type, from: ValueType, signed: bool) -> ir::Value {
        if native.is_vector() {
            let one = self.splat(native, 1);
            return if signed { value } else { self.builder.ins().band(value, one) };
        }
        let value = if signed && from.is_i1() { self.builder.ins().ineg(value) } else { value };
        match self.builder.func.dfg.value_type(value) {
            same if same == native => value,
            _ if signed => self.builder.ins().sextend(native, value),
            _ => self.builder.ins().uextend(native, value),
        }
    }

    /// Widens the integer to at least 32 bits, which conversions to floats require.
    fn convertible(&mut self, value: ir::Value, from: ValueType, signed: bool) -> ir::Value {
        match self.builder.func.dfg.value_type(value) {
            types::I32X4 if from.is_i1() => self.widen(value, types::I32X4, from, signed),
            wide @ (types::I32 | types::I64 | types::I32X4) => self.same_bits(value, wide),
            _ => self.widen(value, types::I32, from, signed),
        }
    }

    /// Truncates toward zero, to the nearest value of the type.
    fn float_to_unsigned(&mut self, value: ir::Value, native: Type, to: ValueType) -> ir::Value {
        let wide = self.builder.ins().fcvt_to_uint_sat(converted(native), value);
        if native.is_vector() && to.is_i1() {
            let zero = self.zero(native);
            return self.builder.ins().icmp(IntCC::NotEqual, wide, zero);
        }
        if to.scalar_bits() >= 32 {
            return wide;
        }
        let largest = self.constant(types::I32, (1 << to.scalar_bits()) - 1);
        let clamped = self.builder.ins().umin(wide, largest);
        self.builder.ins().ireduce(native, clamped)
    }

    /// As [`Lowering::float_to_unsigned`]. The values of an i1 are -1, whose bit is 1, and 0.
    fn float_to_signed(&mut self, value: ir::Value, native: Type, to: ValueType) -> ir::Value {
        let wide = self.builder.ins().fcvt_to_sint_sat(converted(native), value);
        if native.is_vector() && to.is_i1() {
            let zero = self.zero(native);
            return self.builder.ins().icmp(IntCC::SignedLessThan, wide, zero);
        }
        if to.scalar_bits() >= 32 {
            return wide;
        }
        let limit = 1i64 << (to.scalar_bits() - 1);
        let (smallest, largest) = (self.constant(types::I32, -limit), self.constant(types::I32, limit - 1));
        let clamped = self.builder.ins().smax(wide, smallest);
        let clamped = self.builder.ins().smin(clamped, largest);
        self.truncate(clamped, native, to)
    }

    /// Reinterprets the bits. Vectors of 8 and 16 i1 have as many bits as i8 and i16.
    fn bitcast(&mut self, value: ir::Value, native: Type, from: ValueType, to: ValueType) -> ir::Value {
        let is_mask = |ty: ValueType| ty.is_vector() && ty.is_i1();
        match (is_mask(from), is_mask(to)) {
            (true, false) => bits_of_mask(&mut self.builder, value),
            (false, true) => mask_of_bits(&mut self.builder, native, value),
            _ => self.same_bits(value, native),
        }
    }
}

/// Returns the intermediate type of a conversion from a float to an integer type: Cranelift saturates to 32 and 64 bits only.
fn converted(native: Type) -> Type {
    if native == types::I64 || native.is_vector() { native } else { types::I32 }
}
