//! The types that values of valid modules have.

use irsmith_pnacl::{Alignment, ValueType};

/// The alignment of a byte, which any access may state.
pub(super) const BYTE: Alignment = Alignment::from_bytes(1).unwrap();
const TWO: Alignment = Alignment::from_bytes(2).unwrap();
const FOUR: Alignment = Alignment::from_bytes(4).unwrap();
const EIGHT: Alignment = Alignment::from_bytes(8).unwrap();

/// One of the types of values that the PNaCl ABI allows, in the order of [`ValueType::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    I1,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    I1X4,
    I1X8,
    I1X16,
    I8X16,
    I16X8,
    I32X4,
    F32X4,
}

/// Number of kinds.
pub(super) const KINDS: usize = Kind::ALL.len();

impl Kind {
    /// Every kind, in the order of the variants.
    pub(super) const ALL: [Self; 14] = [
        Self::I1,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::F32,
        Self::F64,
        Self::I1X4,
        Self::I1X8,
        Self::I1X16,
        Self::I8X16,
        Self::I16X8,
        Self::I32X4,
        Self::F32X4,
    ];
    /// Integers, narrowest first.
    pub(super) const INTEGERS: [Self; 5] = [Self::I1, Self::I8, Self::I16, Self::I32, Self::I64];
    /// Integers for arithmetic and switches.
    pub(super) const NUMBERS: [Self; 4] = [Self::I8, Self::I16, Self::I32, Self::I64];
    /// Floats.
    pub(super) const FLOATS: [Self; 2] = [Self::F32, Self::F64];
    /// Vectors.
    pub(super) const VECTORS: [Self; 7] = [Self::I1X4, Self::I1X8, Self::I1X16, Self::I8X16, Self::I16X8, Self::I32X4, Self::F32X4];
    /// Kinds of parameters and results of ordinary functions: no integers below 32 bits.
    pub(super) const SIGNATURE: [Self; 11] = [
        Self::I32,
        Self::I64,
        Self::F32,
        Self::F64,
        Self::I1X4,
        Self::I1X8,
        Self::I1X16,
        Self::I8X16,
        Self::I16X8,
        Self::I32X4,
        Self::F32X4,
    ];

    /// Returns its index among all kinds.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) const fn ty(self) -> ValueType {
        ValueType::ALL[self as usize]
    }

    pub(super) fn of(ty: ValueType) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.ty() == ty)
    }

    /// Returns the kind of a lane; of a scalar, the scalar itself.
    pub(super) const fn element(self) -> Self {
        match self {
            Self::I1 | Self::I1X4 | Self::I1X8 | Self::I1X16 => Self::I1,
            Self::I8 | Self::I8X16 => Self::I8,
            Self::I16 | Self::I16X8 => Self::I16,
            Self::I32 | Self::I32X4 => Self::I32,
            Self::F32 | Self::F32X4 => Self::F32,
            Self::I64 | Self::F64 => self,
        }
    }

    /// Returns the kind of the result of comparing two values of this kind.
    pub(super) const fn comparison(self) -> Self {
        match self.ty().lanes() {
            4 => Self::I1X4,
            8 => Self::I1X8,
            16 => Self::I1X16,
            _ => Self::I1,
        }
    }

    /// Returns the alignments that loads and stores of this kind may state; none if memory cannot contain it.
    pub(super) const fn memory_alignments(self) -> &'static [Alignment] {
        match self {
            Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::I8X16 => &[BYTE],
            Self::F32 => &[BYTE, FOUR],
            Self::F64 => &[BYTE, EIGHT],
            Self::I16X8 => &[TWO],
            Self::I32X4 | Self::F32X4 => &[FOUR],
            Self::I1 | Self::I1X4 | Self::I1X8 | Self::I1X16 => &[],
        }
    }
}

/// Cuts an integer to this many bits, 1 to 64, and extends its sign.
pub(super) const fn extend(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    (value << shift) as i64 >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_cut_to_their_width() {
        assert_eq!((extend(1, 1), extend(255, 8), extend(127, 8), extend(u64::MAX, 64)), (-1, -1, 127, -1));
    }

    #[test]
    fn kinds_agree_with_the_types_they_stand_for() {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), index);
            assert_eq!(Kind::of(kind.ty()), Some(kind));
            assert_eq!(kind.element().ty(), kind.ty().element());
            assert_eq!(kind.comparison().ty(), kind.ty().comparison());
        }
        assert!(Kind::INTEGERS.iter().all(|kind| kind.ty().is_integer() && !kind.ty().is_vector()));
        assert!(Kind::VECTORS.iter().all(|kind| kind.ty().is_vector()));
        assert!(Kind::SIGNATURE.iter().all(|kind| kind.ty().is_vector() || kind.ty().bits() >= 32));
    }
}
