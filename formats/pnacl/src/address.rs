//! Positions in a file.

use std::fmt;

/// A position in a file, in bits from its first byte, least significant bit of a byte first (manual, *Factorial Example*).
///
/// Prints as listings do: `byte:bit`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitAddress(pub u64);

impl BitAddress {
    /// Makes the address of a whole byte.
    pub const fn of_byte(byte: u64) -> Self {
        Self(byte * 8)
    }

    /// Returns the byte that contains the bit.
    pub const fn byte(self) -> u64 {
        self.0 / 8
    }

    /// Returns the index of the bit within its byte, 0 to 7.
    pub const fn bit(self) -> u32 {
        (self.0 % 8) as u32
    }
}

impl fmt::Display for BitAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.byte(), self.bit())
    }
}
