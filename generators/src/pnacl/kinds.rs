//! The types that values of valid modules have, as small numbers.

use irsmith_pnacl::{Scalar, ValueType};

/// One of the 14 types of values that the PNaCl ABI allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(pub(super) u8);

/// Number of kinds.
pub(super) const KINDS: usize = 14;

const TYPES: [ValueType; KINDS] = [
    ValueType::I1,
    ValueType::integer(8),
    ValueType::integer(16),
    ValueType::I32,
    ValueType::integer(64),
    ValueType::scalar(Scalar::Float),
    ValueType::scalar(Scalar::Double),
    ValueType::vector(4, Scalar::Integer(1)),
    ValueType::vector(8, Scalar::Integer(1)),
    ValueType::vector(16, Scalar::Integer(1)),
    ValueType::vector(16, Scalar::Integer(8)),
    ValueType::vector(8, Scalar::Integer(16)),
    ValueType::vector(4, Scalar::Integer(32)),
    ValueType::vector(4, Scalar::Float),
];

impl Kind {
    pub(super) const I1: Self = Self(0);
    pub(super) const I8: Self = Self(1);
    pub(super) const I16: Self = Self(2);
    pub(super) const I32: Self = Self(3);
    pub(super) const I64: Self = Self(4);
    pub(super) const F32: Self = Self(5);
    pub(super) const F64: Self = Self(6);
    pub(super) const I32X4: Self = Self(12);

    /// Integers, narrowest first.
    pub(super) const INTEGERS: [Self; 5] = [Self::I1, Self::I8, Self::I16, Self::I32, Self::I64];
    /// Floats.
    pub(super) const FLOATS: [Self; 2] = [Self::F32, Self::F64];
    /// What parameters and results of ordinary functions may be: no integers below 32 bits.
    pub(super) const SIGNATURE: [Self; 11] =
        [Self::I32, Self::I64, Self::F32, Self::F64, Self(7), Self(8), Self(9), Self(10), Self(11), Self(12), Self(13)];

    /// Every kind.
    pub(super) fn all() -> impl Iterator<Item = Self> + Clone {
        (0..KINDS as u8).map(Self)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn ty(self) -> ValueType {
        TYPES[self.0 as usize]
    }

    pub(super) fn of(ty: ValueType) -> Option<Self> {
        TYPES.iter().position(|&known| known == ty).map(|index| Self(index as u8))
    }

    /// The kind of a lane; of a scalar, itself.
    pub(super) const fn element(self) -> Self {
        match self.0 {
            7..=9 => Self::I1,
            10 => Self::I8,
            11 => Self::I16,
            12 => Self::I32,
            13 => Self::F32,
            _ => self,
        }
    }

    /// The kind of comparing two values of this kind.
    pub(super) const fn comparison(self) -> Self {
        match self.ty().lanes() {
            4 => Self(7),
            8 => Self(8),
            16 => Self(9),
            _ => Self::I1,
        }
    }

    /// Encodings of the alignments that loads and stores of this kind may state; none where memory cannot hold it.
    pub(super) const fn memory_alignments(self) -> &'static [u64] {
        match self.0 {
            1..=4 | 10 => &[1],
            5 => &[1, 3],
            6 => &[1, 4],
            11 => &[2],
            12 | 13 => &[3],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_agree_with_the_types_they_stand_for() {
        for kind in Kind::all() {
            assert_eq!(Kind::of(kind.ty()), Some(kind));
            assert_eq!(kind.element().ty(), kind.ty().element());
            assert_eq!(kind.comparison().ty(), kind.ty().comparison());
        }
        assert!(Kind::INTEGERS.iter().all(|kind| kind.ty().is_integer() && !kind.ty().is_vector()));
        assert!(Kind::SIGNATURE.iter().all(|kind| kind.ty().is_vector() || kind.ty().bits() >= 32));
    }
}
