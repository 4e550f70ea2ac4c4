//! Lanes of vectors, and bits of vectors of i1.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::lanes::{extract_lane, replace_lane};
use super::operand::{Operand, Shape};
use irsmith_pnacl::{Literal, Value, ValueKind, ValueType};
use wasm_encoder::InstructionSink;

impl FunctionLowering<'_, '_> {
    pub(super) fn extract(&mut self, vector: Value, index: Value) -> Result<(), Unsupported> {
        let ty = self.type_of(vector);
        let (shape, lane) = (Shape::of(ty)?, self.lane(ty, index)?);
        self.push(vector)?;
        extract_lane(&mut self.sink(), shape, lane);
        if ty.is_i1() {
            self.sink().i32_const(1).i32_and();
        }
        Ok(())
    }

    pub(super) fn insert(&mut self, vector: Value, element: Value, index: Value) -> Result<(), Unsupported> {
        let ty = self.type_of(vector);
        let (shape, lane) = (Shape::of(ty)?, self.lane(ty, index)?);
        self.push(vector)?;
        if ty.is_i1() {
            self.sink().i32_const(0);
            self.push(element)?;
            self.sink().i32_sub();
        } else {
            self.push(element)?;
        }
        replace_lane(&mut self.sink(), shape, lane);
        Ok(())
    }

    /// Returns a lane index: in valid modules it is constant.
    fn lane(&self, ty: ValueType, index: Value) -> Result<u8, Unsupported> {
        let constant = if index.kind() == ValueKind::Constant { self.body.constants.get(index.index() as usize) } else { None };
        match constant.map(|constant| constant.literal) {
            Some(Literal::Integer(lane)) => Ok((lane as u32 % ty.lanes()) as u8),
            Some(Literal::Undef) => Ok(0),
            _ => Err(Unsupported("malformed")),
        }
    }
}

/// Makes lane masks from the low bits of the i32 on the stack.
pub(super) fn masks_of_bits(sink: &mut InstructionSink<'_>, shape: Shape) {
    let bits = match shape {
        Shape::I8x16 => shape.vector((0..16).map(|lane| 1 << (lane % 8))),
        _ => shape.vector((0..shape.lanes()).map(|lane| 1 << lane)),
    };
    let bits = Operand::V128(bits);
    match shape {
        Shape::I8x16 => {
            sink.i16x8_splat();
            Operand::V128(shape.vector((0..16).map(|lane| lane / 8))).push(sink);
            sink.i8x16_swizzle();
            bits.push(sink);
            sink.v128_and();
            bits.push(sink);
            sink.i8x16_eq();
        }
        _ => {
            sink.i16x8_splat();
            bits.push(sink);
            sink.v128_and();
            bits.push(sink);
            sink.i16x8_eq();
        }
    }
}

/// Collects the bits of the lane masks on the stack in an i32.
pub(super) fn bits_of_masks(sink: &mut InstructionSink<'_>, shape: Shape) {
    match shape {
        Shape::I8x16 => sink.i8x16_bitmask(),
        _ => sink.i16x8_bitmask(),
    };
}
