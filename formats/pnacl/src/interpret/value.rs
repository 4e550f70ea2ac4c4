//! Values as text.

use super::Bits;
use super::integer::mask;
use crate::text::number::{Precision, exact_float, parse_float};
use crate::{Scalar, ValueType};
use std::fmt;

/// A value with its type. Prints as `i32 -1`, `float 0.5` or `<4 x i32> <1, 2, 3, 4>`: integers signed, except those of i1, floats such
/// that parsing gives the same bits; only the type for void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedValue {
    /// The type.
    pub ty: ValueType,
    /// The bits.
    pub bits: Bits,
}

impl TypedValue {
    /// Parses a value of a type: integers decimal, signed or not, or hexadecimal with `0x`; floats decimal, `inf`, `nan`, `nan:0x` and
    /// the bits of a NaN, or `0x` and any bits; vectors as `<1,2,3,4>`.
    pub fn parse(ty: ValueType, text: &str) -> Option<Self> {
        let bits = if ty.is_vector() { parse_lanes(ty, text)? } else { parse_scalar(ty.scalar_kind(), text.trim())? };
        Some(Self { ty, bits })
    }
}

fn parse_lanes(ty: ValueType, text: &str) -> Option<Bits> {
    let lanes: Vec<&str> = text.trim().strip_prefix('<')?.strip_suffix('>')?.split(',').collect();
    if lanes.len() != ty.lanes() as usize {
        return None;
    }
    let mut bits = 0;
    for (lane, at) in lanes.into_iter().zip((0..).step_by(ty.scalar_bits() as usize)) {
        bits |= parse_scalar(ty.scalar_kind(), lane.trim())? << at;
    }
    Some(bits)
}

fn parse_scalar(scalar: Scalar, text: &str) -> Option<Bits> {
    let width = ValueType::scalar(scalar).scalar_bits();
    if !(1..=64).contains(&width) {
        return None;
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().filter(|&bits| bits <= mask(width)).map(Bits::from);
    }
    if let Some(precision) = precision(scalar) {
        return parse_float(precision, text).map(Bits::from);
    }
    let number: i128 = text.parse().ok()?;
    let smallest = -1i128 << (width - 1);
    (smallest..=i128::from(mask(width))).contains(&number).then_some((number as u64 & mask(width)).into())
}

const fn precision(scalar: Scalar) -> Option<Precision> {
    match scalar {
        Scalar::Float => Some(Precision::Single),
        Scalar::Double => Some(Precision::Double),
        _ => None,
    }
}

impl fmt::Display for TypedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ty)?;
        if !self.ty.is_first_class() {
            return Ok(());
        }
        if !self.ty.is_vector() {
            return write!(f, " {}", Lane(self.ty, self.bits));
        }
        for lane in 0..self.ty.lanes() {
            let before = if lane == 0 { " <" } else { ", " };
            write!(f, "{before}{}", Lane(self.ty, self.bits >> (lane * self.ty.scalar_bits())))?;
        }
        f.write_str(">")
    }
}

/// A scalar, or the lowest lane of a vector.
struct Lane(ValueType, Bits);

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.scalar_bits().clamp(1, 64);
        let bits = self.1 as u64 & mask(width);
        match precision(self.0.scalar_kind()) {
            Some(precision) => f.write_str(&exact_float(precision, bits)),
            None if width == 1 => write!(f, "{bits}"),
            None => write!(f, "{}", super::integer::signed(bits, width)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const V4I32: ValueType = ValueType::vector(4, Scalar::Integer(32));
    const FLOAT: ValueType = ValueType::scalar(Scalar::Float);

    #[track_caller]
    fn check(ty: ValueType, text: &str, bits: Option<Bits>) {
        assert_eq!(TypedValue::parse(ty, text).map(|value| value.bits), bits, "{ty} {text}");
    }

    #[test]
    fn texts_have_the_range_of_their_type() {
        check(ValueType::integer(8), "255", Some(255));
        check(ValueType::integer(8), "-128", Some(128));
        check(ValueType::integer(8), "256", None);
        check(ValueType::integer(8), "-129", None);
        check(ValueType::integer(8), "0x100", None);
        check(ValueType::integer(64), "-1", Some(u64::MAX.into()));
        check(ValueType::I1, "1", Some(1));
        check(FLOAT, "0.5", Some(0x3f00_0000));
        check(FLOAT, "0x7f800001", Some(0x7f80_0001));
        check(FLOAT, "nan:0x7f800001", Some(0x7f80_0001));
        check(FLOAT, "nan:0x3f800000", None);
        check(FLOAT, "one", None);
        check(V4I32, "<1, -1,0x10,4>", Some(0x4_0000_0010_ffff_ffff_0000_0001));
        check(V4I32, "<1,2,3>", None);
        check(V4I32, "5", None);
        check(ValueType::VOID, "0", None);
    }

    #[test]
    fn printed_values_are_read_back() {
        let types = [ValueType::I1, ValueType::I32, ValueType::integer(64), FLOAT, V4I32, ValueType::vector(8, Scalar::Integer(1))];
        for ty in types {
            for seed in [0u128, 1, u128::MAX, 0x7f80_0001_8000_0000_7fc0_1234_ffff_fffe] {
                let bits = seed & (u128::MAX >> (128 - ty.bits()));
                let value = TypedValue { ty, bits };
                let text = value.to_string();
                let text = text.strip_prefix(&ty.to_string()).unwrap();
                assert_eq!(TypedValue::parse(ty, text), Some(value), "{value}");
            }
        }
        assert_eq!(TypedValue { ty: V4I32, bits: 5 | 7 << 96 }.to_string(), "<4 x i32> <5, 0, 0, 7>");
        assert_eq!(TypedValue { ty: ValueType::I32, bits: 0xffff_ffff }.to_string(), "i32 -1");
    }
}
