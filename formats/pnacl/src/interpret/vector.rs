//! Vectors: 128 bits, or a bit for each lane of i1; lane 0 is in the low bits.

use super::integer::mask;
use super::{TrapKind, UndefinedKind, float, integer};
use crate::tables::{BinaryOp, CastOp, Predicate};
use crate::{Scalar, ValueType};

/// The shape of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `<4 x i1>`, `<8 x i1>` or `<16 x i1>`.
    Mask,
    Bytes,
    Halves,
    Words,
    Floats,
}

/// A vector, and the undefined behaviour by the manual, if any.
pub(super) type Noted = (u128, Option<UndefinedKind>);

impl Shape {
    /// Returns the shape of a type of vectors.
    pub(super) fn of(ty: ValueType) -> Self {
        match ty.scalar_kind() {
            Scalar::Integer(8) => Self::Bytes,
            Scalar::Integer(16) => Self::Halves,
            Scalar::Integer(32) => Self::Words,
            Scalar::Float => Self::Floats,
            _ => Self::Mask,
        }
    }

    /// Returns the bits of a lane.
    const fn bits(self) -> u32 {
        match self {
            Self::Mask => 1,
            Self::Bytes => 8,
            Self::Halves => 16,
            Self::Words | Self::Floats => 32,
        }
    }

    /// Returns the number of lanes; for masks, the largest.
    const fn lanes(self) -> u32 {
        match self {
            Self::Mask | Self::Bytes => 16,
            Self::Halves => 8,
            Self::Words | Self::Floats => 4,
        }
    }
}

/// Returns a lane.
#[inline(always)]
pub(super) fn extract(shape: Shape, lane: u32, vector: u128) -> u64 {
    (vector >> (lane * shape.bits())) as u64 & mask(shape.bits())
}

/// Replaces a lane.
#[inline(always)]
pub(super) fn insert(shape: Shape, lane: u32, vector: u128, element: u64) -> u128 {
    let at = lane * shape.bits();
    let hole = u128::from(mask(shape.bits())) << at;
    vector & !hole | u128::from(element) << at
}

/// Builds a vector lane by lane.
fn build(shape: Shape, lanes: u32, mut lane: impl FnMut(u32) -> u64) -> u128 {
    (0..lanes).fold(0, |vector, index| vector | u128::from(lane(index)) << (index * shape.bits()))
}

/// Computes a binary operation on all lanes of vectors other than masks.
#[inline(never)]
pub(super) fn binary(op: BinaryOp, shape: Shape, a: u128, b: u128) -> Result<Noted, TrapKind> {
    if shape == Shape::Floats {
        let lane = |index, vector| float::float(extract(shape, index, vector));
        return Ok((build(shape, shape.lanes(), |index| float::float_bits(float::binary(op, lane(index, a), lane(index, b)))), None));
    }
    let (mut undefined, mut trap) = (None, None);
    let vector =
        build(shape, shape.lanes(), |index| match integer::binary(op, extract(shape, index, a), extract(shape, index, b), shape.bits()) {
            Ok((value, event)) => {
                undefined = undefined.or(event);
                value
            }
            Err(kind) => {
                trap = Some(kind);
                0
            }
        });
    trap.map_or(Ok((vector, undefined)), Err)
}

/// Returns the mask of a comparison.
#[inline(never)]
pub(super) fn compare(predicate: Predicate, shape: Shape, a: u128, b: u128) -> u64 {
    let holds = |index| {
        let (a, b) = (extract(shape, index, a), extract(shape, index, b));
        if shape == Shape::Floats {
            float::compare(predicate.code() as u8, f64::from(float::float(a)), f64::from(float::float(b)))
        } else {
            integer::compare(predicate, a, b, shape.bits())
        }
    };
    (0..shape.lanes()).fold(0, |mask, index| mask | u64::from(holds(index)) << index)
}

/// Computes a conversion that keeps the number of lanes; one of the shapes may be a mask.
#[inline(never)]
pub(super) fn cast(op: CastOp, from: Shape, to: Shape, vector: u128) -> Noted {
    let lanes = if to == Shape::Mask { from.lanes() } else { to.lanes() };
    let mut undefined = None;
    let result = build(to, lanes, |index| {
        let lane = extract(from, index, vector);
        match op {
            CastOp::SExt => integer::signed(lane, from.bits()) as u64 & mask(to.bits()),
            CastOp::FpToUi | CastOp::FpToSi => {
                let (value, event) = float::to_integer(f64::from(float::float(lane)), op == CastOp::FpToSi, to.bits());
                undefined = undefined.or(event);
                value
            }
            CastOp::UiToFp | CastOp::SiToFp => u64::from(float::from_integer_32(lane, op == CastOp::SiToFp, from.bits()).to_bits()),
            // Lanes have at most 32 bits, so no conversion changes the width of floats.
            CastOp::Trunc | CastOp::ZExt | CastOp::FpTrunc | CastOp::FpExt | CastOp::BitCast => lane & mask(to.bits()),
        }
    });
    (result, undefined)
}

/// Returns lanes of `a` where the mask has a bit, of `b` elsewhere.
#[inline(never)]
pub(super) fn select(shape: Shape, a: u128, b: u128, mask: u64) -> u128 {
    build(shape, shape.lanes(), |index| extract(shape, index, if mask >> index & 1 == 1 { a } else { b }))
}

/// Clears the sign of four floats.
#[inline(always)]
pub(super) const fn abs(vector: u128) -> u128 {
    vector & 0x7fff_ffff_7fff_ffff_7fff_ffff_7fff_ffff
}
