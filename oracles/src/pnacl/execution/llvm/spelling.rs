//! The spelling of types, constants and pointers in LLVM assembly.

use irsmith_pnacl::{Literal, Scalar, ValueType};
use std::fmt;

/// How a version of LLVM spells pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointers {
    /// `i32*`: LLVM 14 and older.
    Typed,
    /// `ptr`: LLVM 15 and newer.
    Opaque,
}

/// The first release without typed pointers in text.
const OPAQUE_POINTERS: u8 = 15;

impl Pointers {
    /// Returns the spelling in a release of LLVM.
    pub(super) const fn of(release: u8) -> Self {
        if release < OPAQUE_POINTERS { Self::Typed } else { Self::Opaque }
    }

    /// Returns the type of a pointer to values of this type.
    pub(super) fn to(self, pointee: impl fmt::Display) -> String {
        match self {
            Self::Typed => format!("{pointee}*"),
            Self::Opaque => "ptr".into(),
        }
    }

    /// Returns the spelling of a pointer to bytes in names of overloaded intrinsics.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Typed => "p0i8",
            Self::Opaque => "p0",
        }
    }
}

/// Floats as the integers of their bits.
pub(super) struct FloatBits {
    /// All bits except the sign.
    pub(super) magnitude: i64,
    /// Infinity: the magnitudes above are those of NaNs.
    pub(super) infinity: i64,
    /// The canonical NaN: quiet, positive, without payload.
    pub(super) nan: i64,
}

impl FloatBits {
    /// Returns those of a float type, for each lane of a vector.
    pub(super) const fn of(ty: ValueType) -> Self {
        match ty.scalar_kind() {
            Scalar::Float => Self { magnitude: 0x7fff_ffff, infinity: 0x7f80_0000, nan: 0x7fc0_0000 },
            _ => Self { magnitude: i64::MAX, infinity: 0x7ff0_0000_0000_0000, nan: 0x7ff8_0000_0000_0000 },
        }
    }
}

/// Returns a constant of a type that has this number in every lane.
pub(super) fn splat(ty: ValueType, lane: impl fmt::Display) -> String {
    if !ty.is_vector() {
        return lane.to_string();
    }
    let element = ty.element();
    let lanes: Vec<String> = (0..ty.lanes()).map(|_| format!("{element} {lane}")).collect();
    format!("<{}>", lanes.join(", "))
}

/// Returns a constant. Floats are spelled by their bits, so that LLVM's decimal and hexadecimal forms do not change NaNs.
pub(super) fn literal(ty: ValueType, literal: Literal) -> String {
    match (literal, ty.scalar_kind()) {
        (Literal::Integer(value), _) => integer(ty, value),
        (Literal::Float(bits), Scalar::Float) => format!("bitcast (i32 {} to float)", bits as u32),
        (Literal::Float(bits), _) => format!("bitcast (i64 {bits} to double)"),
        (Literal::Undef, _) => ZERO.into(),
    }
}

/// Returns an integer constant, truncated to its type.
pub(super) fn integer(ty: ValueType, value: i64) -> String {
    match ty.scalar_bits() {
        1 => (value & 1 == 1).to_string(),
        bits @ 2..=63 => (value << (64 - bits) >> (64 - bits)).to_string(),
        _ => value.to_string(),
    }
}

/// The constant that has only zero bits, of any type.
pub(super) const ZERO: &str = "zeroinitializer";

/// Returns the spelling of a type in names of overloaded intrinsics.
pub(super) fn suffix(ty: ValueType) -> String {
    let scalar = match ty.scalar_kind() {
        Scalar::Integer(bits) => format!("i{bits}"),
        _ => format!("f{}", ty.scalar_bits()),
    };
    if ty.is_vector() { format!("v{}{scalar}", ty.lanes()) } else { scalar }
}

/// Returns the integer type of the bits of a float, or for a vector the vector of those of its lanes.
pub(super) const fn as_integers(ty: ValueType) -> ValueType {
    let integer = ValueType::integer(ty.scalar_bits());
    if ty.is_vector() { ValueType::vector(ty.lanes(), integer.scalar_kind()) } else { integer }
}

/// Returns the integer type with all bits of a value.
pub(super) const fn as_integer(ty: ValueType) -> ValueType {
    ValueType::integer(ty.bits() as u32)
}
