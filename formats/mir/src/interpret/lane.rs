//! Values while they are computed: bits of which some may be undefined or poison.

use super::int::Int;

/// The bits of a register. A bit is 0 or 1 where the mask is 0; where the mask is 1 it is undefined if the value is 0, and poison if the
/// value is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Raw {
    pub(super) value: Int,
    pub(super) mask: Int,
}

impl Raw {
    pub(super) fn defined(value: Int) -> Self {
        Self { mask: Int::zero(value.bits()), value }
    }

    pub(super) fn undefined(bits: u32) -> Self {
        Self { value: Int::zero(bits), mask: Int::ones(bits) }
    }

    pub(super) fn poison(bits: u32) -> Self {
        Self { value: Int::ones(bits), mask: Int::ones(bits) }
    }

    pub(super) fn bits(&self) -> u32 {
        self.value.bits()
    }

    pub(super) fn extract(&self, place: u32, bits: u32) -> Self {
        Self { value: self.value.extract(place, bits), mask: self.mask.extract(place, bits) }
    }

    pub(super) fn insert(&mut self, place: u32, part: &Self) {
        self.value.insert(place, &part.value);
        self.mask.insert(place, &part.mask);
    }

    /// Returns the lowest bits; bits that are missing are undefined.
    pub(super) fn resized(&self, bits: u32) -> Self {
        let mut wide = Self::undefined(bits);
        wide.insert(0, &self.extract(0, bits.min(self.bits())));
        wide
    }

    pub(super) fn lane(&self, number: u32, bits: u32) -> Lane {
        self.extract(number * bits, bits).whole()
    }

    /// Returns all bits as one lane: poison if a bit is.
    pub(super) fn whole(&self) -> Lane {
        if self.mask.is_zero() {
            return Lane { undef: self.mask.clone(), value: self.value.clone(), poison: false };
        }
        let poison = !self.value.and(&self.mask).is_zero();
        if poison {
            return Lane::poison(self.bits());
        }
        Lane { value: self.value.clone(), undef: self.mask.clone(), poison }
    }
}

/// One lane of a vector, or a scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    /// Undefined bits are 0.
    pub(super) value: Int,
    /// The undefined bits.
    pub(super) undef: Int,
    /// Whether it is poison; the bits are 0 then.
    pub(super) poison: bool,
}

impl Lane {
    pub(super) fn defined(value: Int) -> Self {
        Self { undef: Int::zero(value.bits()), value, poison: false }
    }

    pub(super) fn partly(value: &Int, undef: Int) -> Self {
        Self { value: value.and_not(&undef), undef, poison: false }
    }

    pub(super) fn undefined(bits: u32) -> Self {
        Self { value: Int::zero(bits), undef: Int::ones(bits), poison: false }
    }

    pub(super) fn poison(bits: u32) -> Self {
        Self { value: Int::zero(bits), undef: Int::zero(bits), poison: true }
    }

    pub(super) fn boolean(bits: u32, value: bool) -> Self {
        Self::defined(Int::new(bits, value.into()))
    }

    /// Returns either of two values: bits in which they differ are undefined.
    pub(super) fn either(a: &Self, b: &Self) -> Self {
        if a.poison || b.poison {
            return Self::poison(a.bits());
        }
        let undef = a.undef.or(&b.undef).or(&a.value.xor(&b.value));
        Self::partly(&a.value, undef)
    }

    pub(super) fn bits(&self) -> u32 {
        self.value.bits()
    }

    /// Returns the smallest and the largest number that it may be, whatever its undefined bits are.
    pub(super) fn bounds(&self, signed: bool) -> [Int; 2] {
        let sign = if signed { self.undef.and(&Int::smallest(self.bits())) } else { Int::zero(self.bits()) };
        [self.value.or(&sign), self.value.or(&self.undef).and_not(&sign)]
    }

    pub(super) fn is_defined(&self) -> bool {
        !self.poison && self.undef.is_zero()
    }

    pub(super) fn raw(&self) -> Raw {
        if self.poison {
            return Raw::poison(self.bits());
        }
        Raw { value: self.value.clone(), mask: self.undef.clone() }
    }
}
