//! Alignment of memory.

/// An alignment as records encode it: 0 for unstated, otherwise one more than the binary logarithm of the bytes.
///
/// The manual writes `Log2(V+1)`, which holds only for a logarithm rounded up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Alignment(u8);

impl Alignment {
    /// Largest encoding: 2^29 bytes. The tools reject 2^30.
    pub const MAX_ENCODING: u64 = 30;

    /// No alignment stated.
    pub const NONE: Self = Self(0);

    /// Returns the alignment of an operand, `None` above [`Alignment::MAX_ENCODING`].
    pub const fn from_encoding(encoding: u64) -> Option<Self> {
        if encoding <= Self::MAX_ENCODING { Some(Self(encoding as u8)) } else { None }
    }

    /// Returns the alignment of this many bytes, `None` unless they are 0 or a power of two up to 2^29.
    pub const fn from_bytes(bytes: u64) -> Option<Self> {
        if bytes == 0 {
            return Some(Self::NONE);
        }
        if !bytes.is_power_of_two() {
            return None;
        }
        Self::from_encoding(bytes.trailing_zeros() as u64 + 1)
    }

    /// Returns the operand.
    pub const fn encoding(self) -> u64 {
        self.0 as u64
    }

    /// Returns the alignment in bytes, 0 for unstated.
    pub const fn bytes(self) -> u64 {
        if self.0 == 0 { 0 } else { 1 << (self.0 - 1) }
    }
}
