//! The two IEEE formats, by their bits.

use irsmith_pnacl::ValueType;

/// A binary IEEE format of 32 or 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pnacl::program) struct Ieee {
    /// All bits.
    pub(in crate::pnacl::program) bits: u32,
    /// Bits of the fraction.
    pub(in crate::pnacl::program) fraction: u32,
}

impl Ieee {
    pub(super) const SINGLE: Self = Self { bits: 32, fraction: 23 };
    pub(super) const DOUBLE: Self = Self { bits: 64, fraction: 52 };

    /// Returns the format of a scalar type; double unless the type is float.
    pub(in crate::pnacl::program) fn of(ty: ValueType) -> Self {
        if ty.scalar_bits() == 32 { Self::SINGLE } else { Self::DOUBLE }
    }

    pub(super) const fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }

    pub(super) const fn infinity(self) -> u64 {
        super::low(self.bits - 1 - self.fraction) << self.fraction
    }

    /// Returns the bit of the fraction that makes a NaN quiet.
    pub(super) const fn quiet(self) -> u64 {
        1 << (self.fraction - 1)
    }

    pub(super) const fn fraction_mask(self) -> u64 {
        super::low(self.fraction)
    }

    pub(super) const fn bias(self) -> i32 {
        (1 << (self.bits - 2 - self.fraction)) - 1
    }

    /// Returns 2 to the power of an exponent of a normal number.
    pub(super) const fn power(self, exponent: i32) -> u64 {
        ((self.bias() + exponent) as u64) << self.fraction
    }

    /// Returns the value nearest to a double.
    pub(super) const fn nearest(self, value: f64) -> u64 {
        if self.bits == 32 { (value as f32).to_bits() as u64 } else { value.to_bits() }
    }

    /// Returns the value of some bits.
    pub(super) const fn number(self, bits: u64) -> f64 {
        if self.bits == 32 { f32::from_bits(bits as u32) as f64 } else { f64::from_bits(bits) }
    }
}
