//! Conversions.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::operand::{Operand, Shape, canonicalize, cut, extend_sign, value_type};
use super::vector::{bits_of_masks, masks_of_bits};
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Scalar, Value, ValueType};
use wasm_encoder::{InstructionSink, ValType};

impl FunctionLowering<'_, '_> {
    pub(super) fn cast(&mut self, value: Value, to: ValueType, op: CastOp) -> Result<(), Unsupported> {
        let from = self.type_of(value);
        if !op.accepts(from, to) {
            return Err(Unsupported("malformed"));
        }
        self.push(value)?;
        match op {
            CastOp::BitCast => bit_cast(&mut self.sink(), from, to),
            _ if from.is_vector() => vector_cast(&mut self.sink(), Shape::of(from)?, Shape::of(to)?, to.is_i1(), from.is_i1(), op),
            CastOp::FpTrunc | CastOp::FpExt => {
                let ty = value_type(to)?;
                let scratch = self.scratch(ty, 0);
                let sink = &mut self.sink();
                if op == CastOp::FpTrunc {
                    sink.f32_demote_f64()
                } else {
                    sink.f64_promote_f32()
                };
                canonicalize(sink, ty, scratch);
                Ok(())
            }
            CastOp::FpToUi | CastOp::FpToSi => {
                float_to_integer(&mut self.sink(), from, to.scalar_bits(), op == CastOp::FpToSi);
                if to.scalar_bits() < 32 {
                    self.clamp(to.scalar_bits(), op == CastOp::FpToSi);
                }
                Ok(())
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                integer_to_float(&mut self.sink(), from.scalar_bits(), to, op == CastOp::SiToFp);
                Ok(())
            }
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
                integer_cast(&mut self.sink(), from.scalar_bits(), to.scalar_bits(), op);
                Ok(())
            }
        }
    }

    /// Replaces the i32 on the stack by the nearest integer of this many bits.
    fn clamp(&mut self, bits: u32, signed: bool) {
        let (low, high) = if signed { (-1 << (bits - 1), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        let scratch = self.scratch(ValType::I32, 0);
        let sink = &mut self.sink();
        // In these selections the limits come first, and the comparison selects the value.
        sink.local_tee(scratch).i32_const(high).local_get(scratch).i32_const(high);
        if signed {
            sink.i32_lt_s()
        } else {
            sink.i32_lt_u()
        };
        sink.select();
        if signed {
            sink.local_tee(scratch).i32_const(low).local_get(scratch).i32_const(low).i32_gt_s().select();
        }
        cut(sink, bits);
    }
}

fn integer_cast(sink: &mut InstructionSink<'_>, from: u32, to: u32, op: CastOp) {
    match op {
        CastOp::Trunc if from == 64 => cut(sink.i32_wrap_i64(), to),
        CastOp::Trunc => cut(sink, to),
        CastOp::SExt => {
            extend_sign(sink, from);
            if to == 64 {
                sink.i64_extend_i32_s();
            } else {
                cut(sink, to);
            }
        }
        CastOp::ZExt if to == 64 => drop(sink.i64_extend_i32_u()),
        // The others are not conversions from integers to integers, and do not get here.
        CastOp::ZExt
        | CastOp::FpToUi
        | CastOp::FpToSi
        | CastOp::UiToFp
        | CastOp::SiToFp
        | CastOp::FpTrunc
        | CastOp::FpExt
        | CastOp::BitCast => {}
    }
}

/// Truncates to i64, or to i32 for narrower results; out of range, to the nearest value.
fn float_to_integer(sink: &mut InstructionSink<'_>, from: ValueType, to: u32, signed: bool) {
    match (to, from.scalar_kind(), signed) {
        (64, Scalar::Float, true) => sink.i64_trunc_sat_f32_s(),
        (64, Scalar::Float, false) => sink.i64_trunc_sat_f32_u(),
        (64, _, true) => sink.i64_trunc_sat_f64_s(),
        (64, _, false) => sink.i64_trunc_sat_f64_u(),
        (_, Scalar::Float, true) => sink.i32_trunc_sat_f32_s(),
        (_, Scalar::Float, false) => sink.i32_trunc_sat_f32_u(),
        (_, _, true) => sink.i32_trunc_sat_f64_s(),
        (_, _, false) => sink.i32_trunc_sat_f64_u(),
    };
}

fn integer_to_float(sink: &mut InstructionSink<'_>, from: u32, to: ValueType, signed: bool) {
    if signed {
        extend_sign(sink, from);
    }
    match (from, to.scalar_kind(), signed) {
        (64, Scalar::Float, true) => sink.f32_convert_i64_s(),
        (64, Scalar::Float, false) => sink.f32_convert_i64_u(),
        (64, _, true) => sink.f64_convert_i64_s(),
        (64, _, false) => sink.f64_convert_i64_u(),
        (_, Scalar::Float, true) => sink.f32_convert_i32_s(),
        (_, Scalar::Float, false) => sink.f32_convert_i32_u(),
        (_, _, true) => sink.f64_convert_i32_s(),
        (_, _, false) => sink.f64_convert_i32_u(),
    };
}

fn bit_cast(sink: &mut InstructionSink<'_>, from: ValueType, to: ValueType) -> Result<(), Unsupported> {
    if from.is_i1() && from.is_vector() && !to.is_vector() {
        bits_of_masks(sink, Shape::of(from)?);
        return Ok(());
    }
    if to.is_i1() && to.is_vector() && !from.is_vector() {
        masks_of_bits(sink, Shape::of(to)?);
        return Ok(());
    }
    match (value_type(from)?, value_type(to)?) {
        (ValType::I32, ValType::F32) => sink.f32_reinterpret_i32(),
        (ValType::F32, ValType::I32) => sink.i32_reinterpret_f32(),
        (ValType::I64, ValType::F64) => sink.f64_reinterpret_i64(),
        (ValType::F64, ValType::I64) => sink.i64_reinterpret_f64(),
        (from, to) if from == to => sink,
        _ => return Err(Unsupported("type")),
    };
    Ok(())
}

/// Converts every lane. Lanes keep their width: vectors of i1 are masks as wide as the lanes to which they can be converted.
fn vector_cast(
    sink: &mut InstructionSink<'_>,
    from: Shape,
    to: Shape,
    to_masks: bool,
    from_masks: bool,
    op: CastOp,
) -> Result<(), Unsupported> {
    match op {
        CastOp::Trunc => mask_of_low_bit(sink, from),
        CastOp::ZExt if from_masks => low_bit_of_mask(sink, to),
        CastOp::SExt if from_masks => {}
        CastOp::FpToUi | CastOp::FpToSi => {
            let signed = op == CastOp::FpToSi;
            if signed {
                sink.i32x4_trunc_sat_f32x4_s()
            } else {
                sink.i32x4_trunc_sat_f32x4_u()
            };
            if to_masks {
                Operand::V128(0).push(sink);
                // A value below 0 after truncation becomes -1, which is true.
                if signed {
                    sink.i32x4_lt_s()
                } else {
                    sink.i32x4_ne()
                };
            }
        }
        CastOp::UiToFp if from_masks => {
            low_bit_of_mask(sink, Shape::I32x4);
            sink.f32x4_convert_i32x4_s();
        }
        CastOp::UiToFp => drop(sink.f32x4_convert_i32x4_u()),
        CastOp::SiToFp => drop(sink.f32x4_convert_i32x4_s()),
        CastOp::ZExt | CastOp::SExt | CastOp::FpTrunc | CastOp::FpExt | CastOp::BitCast => return Err(Unsupported("type")),
    }
    Ok(())
}

fn low_bit_of_mask(sink: &mut InstructionSink<'_>, shape: Shape) {
    Operand::V128(shape.splat(1)).push(sink);
    sink.v128_and();
}

fn mask_of_low_bit(sink: &mut InstructionSink<'_>, shape: Shape) {
    let top = shape.width() as i32 - 1;
    sink.i32_const(top);
    match shape {
        Shape::I8x16 => sink.i8x16_shl().i32_const(top).i8x16_shr_s(),
        Shape::I16x8 => sink.i16x8_shl().i32_const(top).i16x8_shr_s(),
        _ => sink.i32x4_shl().i32_const(top).i32x4_shr_s(),
    };
}
