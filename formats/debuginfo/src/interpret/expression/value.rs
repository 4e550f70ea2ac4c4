//! The values on the stack.

use super::AddressSize;

/// Type of a stack entry (DWARF 5, 2.5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// An integer as wide as an address, of unspecified sign.
    Generic,
    /// A signed integer of 8 bits.
    I8,
    /// An unsigned integer of 8 bits.
    U8,
    /// A signed integer of 16 bits.
    I16,
    /// An unsigned integer of 16 bits.
    U16,
    /// A signed integer of 32 bits.
    I32,
    /// An unsigned integer of 32 bits.
    U32,
    /// A signed integer of 64 bits.
    I64,
    /// An unsigned integer of 64 bits.
    U64,
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
}

/// A stack entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// The type.
    pub ty: Type,
    /// The bits, zero-extended.
    pub bits: u64,
}

impl Type {
    /// Every type, at the index that represents it in one word.
    pub const ALL: [Self; 11] =
        [Self::Generic, Self::I8, Self::U8, Self::I16, Self::U16, Self::I32, Self::U32, Self::I64, Self::U64, Self::F32, Self::F64];

    /// Returns the type of this many bits with a DW_ATE encoding (DWARF 5, 7.8), on a machine with this size of addresses.
    pub fn encoded(bits: u32, encoding: u32, address: AddressSize) -> Option<Self> {
        Some(match (encoding, bits) {
            (1, bits) if bits == address.bits() => Self::Generic,
            (4, 32) => Self::F32,
            (4, 64) => Self::F64,
            (5 | 6, 8) => Self::I8,
            (5 | 6, 16) => Self::I16,
            (5 | 6, 32) => Self::I32,
            (5 | 6, 64) => Self::I64,
            (7 | 8, 8) => Self::U8,
            (7 | 8, 16) => Self::U16,
            (7 | 8, 32) => Self::U32,
            (7 | 8, 64) => Self::U64,
            _ => return None,
        })
    }

    /// Returns the base type with a number: any but the generic one.
    pub(super) fn base(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied().filter(|&ty| ty != Self::Generic)
    }

    /// Returns the width in bits.
    pub const fn bits(self, address: AddressSize) -> u32 {
        match self {
            Self::Generic => address.bits(),
            Self::I8 | Self::U8 => 8,
            Self::I16 | Self::U16 => 16,
            Self::I32 | Self::U32 | Self::F32 => 32,
            Self::I64 | Self::U64 | Self::F64 => 64,
        }
    }

    /// Returns whether it is a float.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Returns whether it is a signed integer.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// Returns a mask of all bits of the type.
    pub(super) const fn mask(self, address: AddressSize) -> u64 {
        u64::MAX >> (64 - self.bits(address))
    }
}

impl Value {
    /// Makes a value of the type's low bits.
    pub fn new(ty: Type, bits: u64, address: AddressSize) -> Self {
        Self { ty, bits: bits & ty.mask(address) }
    }

    /// Makes a generic value.
    pub fn generic(bits: u64, address: AddressSize) -> Self {
        Self::new(Type::Generic, bits, address)
    }

    /// Returns the bits as a signed integer.
    pub fn signed(self, address: AddressSize) -> i64 {
        sign_extend(self.bits, self.ty.bits(address))
    }

    /// Returns the bits extended by the type: sign-extended if it is signed, otherwise zero-extended.
    pub(super) fn extended(self, address: AddressSize) -> u64 {
        if self.ty.is_signed() { self.signed(address).cast_unsigned() } else { self.bits }
    }
}

/// Returns the low bits as a signed number of this width, 1 to 64.
pub(super) const fn sign_extend(bits: u64, width: u32) -> i64 {
    (bits << (64 - width)).cast_signed() >> (64 - width)
}
