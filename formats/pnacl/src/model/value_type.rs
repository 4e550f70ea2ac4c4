//! Types of values: without ids of the types block.

use std::fmt;

/// The type of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// No value.
    Void,
    /// An integer of this many bits.
    Integer(u32),
    /// 32-bit float.
    Float,
    /// 64-bit float.
    Double,
    /// Not the type of any value: a function's signature, or a vector of invalid lanes.
    Unknown,
}

/// The type of a value: a scalar, or a vector of scalars.
///
/// The types block need not define the result types of comparisons, so values are typed by structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueType {
    scalar: Scalar,
    /// 0 for a scalar (manual, *UnderlyingCount*).
    lanes: u32,
}

impl ValueType {
    /// No value.
    pub const VOID: Self = Self::scalar(Scalar::Void);
    /// Not the type of any value.
    pub const UNKNOWN: Self = Self::scalar(Scalar::Unknown);
    /// A boolean.
    pub const I1: Self = Self::integer(1);
    /// An address.
    pub const I32: Self = Self::integer(32);

    /// Every type of a value that the PNaCl ABI allows: integers, floats, and vectors of either.
    pub const ALL: [Self; 14] = [
        Self::I1,
        Self::integer(8),
        Self::integer(16),
        Self::I32,
        Self::integer(64),
        Self::scalar(Scalar::Float),
        Self::scalar(Scalar::Double),
        Self::vector(4, Scalar::Integer(1)),
        Self::vector(8, Scalar::Integer(1)),
        Self::vector(16, Scalar::Integer(1)),
        Self::vector(16, Scalar::Integer(8)),
        Self::vector(8, Scalar::Integer(16)),
        Self::vector(4, Scalar::Integer(32)),
        Self::vector(4, Scalar::Float),
    ];

    /// Makes a scalar type.
    pub const fn scalar(scalar: Scalar) -> Self {
        Self { scalar, lanes: 0 }
    }

    /// Makes an integer type of this many bits.
    pub const fn integer(bits: u32) -> Self {
        Self::scalar(Scalar::Integer(bits))
    }

    /// Makes a vector type.
    pub const fn vector(lanes: u32, scalar: Scalar) -> Self {
        Self { scalar, lanes }
    }

    /// Returns the number of lanes, 0 for a scalar.
    pub const fn lanes(self) -> u32 {
        self.lanes
    }

    /// Returns whether this is a vector.
    pub const fn is_vector(self) -> bool {
        self.lanes > 0
    }

    /// Returns the type of a lane; of a scalar, itself.
    pub const fn element(self) -> Self {
        Self::scalar(self.scalar)
    }

    /// Returns the scalar, or the scalar in each lane.
    pub const fn scalar_kind(self) -> Scalar {
        self.scalar
    }

    /// Returns whether lanes are integers.
    pub const fn is_integer(self) -> bool {
        matches!(self.scalar, Scalar::Integer(_))
    }

    /// Returns whether lanes are floats or doubles.
    pub const fn is_float(self) -> bool {
        matches!(self.scalar, Scalar::Float | Scalar::Double)
    }

    /// Returns whether this is i1 or a vector of it.
    pub const fn is_i1(self) -> bool {
        matches!(self.scalar, Scalar::Integer(1))
    }

    /// Returns whether values can have this type.
    pub const fn is_first_class(self) -> bool {
        !matches!(self.scalar, Scalar::Void | Scalar::Unknown)
    }

    /// Returns the bits of a lane, 0 if there is none.
    pub const fn scalar_bits(self) -> u32 {
        match self.scalar {
            Scalar::Integer(bits) => bits,
            Scalar::Float => 32,
            Scalar::Double => 64,
            Scalar::Void | Scalar::Unknown => 0,
        }
    }

    /// Returns the bits of the whole value (manual, *BitSizeOf*).
    pub const fn bits(self) -> u64 {
        let lanes = if self.lanes == 0 { 1 } else { self.lanes };
        self.scalar_bits() as u64 * lanes as u64
    }

    /// Returns the result type of comparing two values of this type: i1, or a vector of as many.
    pub const fn comparison(self) -> Self {
        Self { scalar: Scalar::Integer(1), lanes: self.lanes }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_vector() {
            return write!(f, "<{} x {}>", self.lanes, self.element());
        }
        match self.scalar {
            Scalar::Void => f.write_str("void"),
            Scalar::Integer(bits) => write!(f, "i{bits}"),
            Scalar::Float => f.write_str("float"),
            Scalar::Double => f.write_str("double"),
            Scalar::Unknown => f.write_str("?"),
        }
    }
}
