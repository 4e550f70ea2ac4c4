//! Arithmetic of floats and doubles, and conversions from and to them.

use super::UndefinedKind;
use super::integer::{Noted, mask, signed};
use crate::tables::BinaryOp;

/// The canonical NaN, which replaces every NaN that is an arithmetic result.
pub(super) const NAN_32: u32 = 0x7fc0_0000;
/// As [`NAN_32`], for doubles.
pub(super) const NAN_64: u64 = 0x7ff8_0000_0000_0000;

/// Returns the float in a slot.
#[inline(always)]
pub(super) const fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// Returns the double in a slot.
#[inline(always)]
pub(super) const fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// Returns the bits of an arithmetic result.
#[inline(always)]
pub(super) fn float_bits(value: f32) -> u64 {
    u64::from(if value.is_nan() { NAN_32 } else { value.to_bits() })
}

/// Returns the bits of an arithmetic result.
#[inline(always)]
pub(super) fn double_bits(value: f64) -> u64 {
    if value.is_nan() { NAN_64 } else { value.to_bits() }
}

/// Computes any binary operation of floats; operations that floats do not have return the first operand.
pub(super) fn binary(op: BinaryOp, a: f32, b: f32) -> f32 {
    match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::SDiv => a / b,
        BinaryOp::SRem => a % b,
        BinaryOp::UDiv
        | BinaryOp::URem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => a,
    }
}

/// Returns whether the predicate with these bits holds for two floats: equal 1, greater 2, less 4, unordered 8.
#[inline(always)]
pub(super) fn compare(bits: u8, a: f64, b: f64) -> bool {
    let class = u8::from(a == b) | u8::from(a > b) << 1 | u8::from(a < b) << 2;
    (class | u8::from(class == 0) << 3) & bits != 0
}

/// Returns the nearest integer toward zero of the type; 0 for a NaN.
pub(super) fn to_integer(value: f64, is_signed: bool, bits: u32) -> Noted {
    let power = (1u64 << (bits - 1)) as f64;
    let (low, end) = if is_signed { (-power, power) } else { (0.0, power * 2.0) };
    let (smallest, largest) = if is_signed { (1 << (bits - 1), mask(bits) >> 1) } else { (0, mask(bits)) };
    let whole = value.trunc();
    let outside = Some(UndefinedKind::FloatToInteger);
    if whole.is_nan() {
        (0, outside)
    } else if whole < low {
        (smallest, outside)
    } else if whole >= end {
        (largest, outside)
    } else if whole < 0.0 {
        (whole as i64 as u64 & mask(bits), None)
    } else {
        (whole as u64, None)
    }
}

/// Returns the nearest float.
#[inline(always)]
pub(super) fn from_integer_32(value: u64, is_signed: bool, bits: u32) -> f32 {
    if is_signed { signed(value, bits) as f32 } else { value as f32 }
}

/// Returns the nearest double.
#[inline(always)]
pub(super) fn from_integer_64(value: u64, is_signed: bool, bits: u32) -> f64 {
    if is_signed { signed(value, bits) as f64 } else { value as f64 }
}

/// Returns the nearest float of a double.
#[inline(always)]
pub(super) fn truncate(value: f64) -> Noted {
    let result = value as f32;
    (float_bits(result), (result.is_infinite() && value.is_finite()).then_some(UndefinedKind::FloatRange))
}
