//! The representation of values in WebAssembly.
//!
//! i1, i8, i16 and i32 are an i32, zero-extended; 128-bit vectors are a v128; a vector of i1 is a v128 too, each lane all ones or all zeros
//! and as wide as the number of lanes implies.

use super::super::Unsupported;
use irsmith_pnacl::{Scalar, ValueType};
use wasm_encoder::{Ieee32, Ieee64, InstructionSink, ValType};

/// The canonical NaN of a float.
const NAN32: u32 = 0x7fc0_0000;
/// The canonical NaN of a double.
const NAN64: u64 = 0x7ff8_0000_0000_0000;

/// A value that can be pushed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Local(u32),
    /// The value that the previous instruction has left on the stack: to be pushed once, before all others.
    Stack,
    I32(u32),
    I64(u64),
    F32(u32),
    F64(u64),
    V128(u128),
}

impl Operand {
    /// Returns the value whose bits are all 0.
    pub(super) const fn zero(ty: ValType) -> Self {
        match ty {
            ValType::I64 => Self::I64(0),
            ValType::F32 => Self::F32(0),
            ValType::F64 => Self::F64(0),
            ValType::V128 => Self::V128(0),
            _ => Self::I32(0),
        }
    }

    pub(super) fn push(self, sink: &mut InstructionSink<'_>) {
        match self {
            Self::Local(local) => sink.local_get(local),
            Self::Stack => sink,
            Self::I32(bits) => sink.i32_const(bits as i32),
            Self::I64(bits) => sink.i64_const(bits as i64),
            Self::F32(bits) => sink.f32_const(Ieee32::new(bits)),
            Self::F64(bits) => sink.f64_const(Ieee64::new(bits)),
            Self::V128(bits) => sink.v128_const(bits as i128),
        };
    }
}

/// How a v128 is divided into lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    I8x16,
    I16x8,
    I32x4,
    F32x4,
}

impl Shape {
    /// Returns the shape of a vector type; for a vector of i1, of its lane masks.
    pub(super) fn of(ty: ValueType) -> Result<Self, Unsupported> {
        match (ty.lanes(), ty.scalar_kind()) {
            (16, Scalar::Integer(1 | 8)) => Ok(Self::I8x16),
            (8, Scalar::Integer(1 | 16)) => Ok(Self::I16x8),
            (4, Scalar::Integer(1 | 32)) => Ok(Self::I32x4),
            (4, Scalar::Float) => Ok(Self::F32x4),
            _ => Err(Unsupported("type")),
        }
    }

    pub(super) const fn lanes(self) -> u32 {
        match self {
            Self::I8x16 => 16,
            Self::I16x8 => 8,
            Self::I32x4 | Self::F32x4 => 4,
        }
    }

    /// Returns the bits of a lane.
    pub(super) const fn width(self) -> u32 {
        128 / self.lanes()
    }

    /// Returns a vector with this in every lane.
    pub(super) fn splat(self, lane: u32) -> u128 {
        self.vector((0..self.lanes()).map(|_| lane))
    }

    /// Returns a vector of these lanes, from the low bits up.
    pub(super) fn vector(self, lanes: impl Iterator<Item = u32>) -> u128 {
        lanes.zip(0..self.lanes()).fold(0, |bits, (lane, place)| bits | u128::from(lane) << (place * self.width()))
    }
}

/// Returns the WebAssembly type of values of a type.
pub(super) fn value_type(ty: ValueType) -> Result<ValType, Unsupported> {
    if ty.is_vector() {
        return Shape::of(ty).map(|_| ValType::V128);
    }
    match ty.scalar_kind() {
        Scalar::Integer(1 | 8 | 16 | 32) => Ok(ValType::I32),
        Scalar::Integer(64) => Ok(ValType::I64),
        Scalar::Float => Ok(ValType::F32),
        Scalar::Double => Ok(ValType::F64),
        _ => Err(Unsupported("type")),
    }
}

/// Truncates the i32 on the stack to this many bits.
pub(super) fn cut(sink: &mut InstructionSink<'_>, bits: u32) {
    if bits < 32 {
        sink.i32_const((1 << bits) - 1).i32_and();
    }
}

/// Sign-extends the integer of this many bits on the stack to the whole of its i32.
pub(super) fn extend_sign(sink: &mut InstructionSink<'_>, bits: u32) {
    match bits {
        1 => sink.i32_const(31).i32_shl().i32_const(31).i32_shr_s(),
        8 => sink.i32_extend8_s(),
        16 => sink.i32_extend16_s(),
        _ => sink,
    };
}

/// Replaces a NaN on the stack, or in each lane, by the canonical one. `scratch` is a local of the same type, `ty`.
pub(super) fn canonicalize(sink: &mut InstructionSink<'_>, ty: ValType, scratch: u32) {
    sink.local_tee(scratch);
    match ty {
        ValType::F32 => Operand::F32(NAN32).push(sink),
        ValType::F64 => Operand::F64(NAN64).push(sink),
        _ => Operand::V128(Shape::F32x4.splat(NAN32)).push(sink),
    }
    sink.local_get(scratch).local_get(scratch);
    match ty {
        ValType::F32 => sink.f32_eq().select(),
        ValType::F64 => sink.f64_eq().select(),
        _ => sink.f32x4_eq().v128_bitselect(),
    };
}
