//! Conversions (manual, *Conversion Instructions*).

use crate::ValueType;

super::coded_enum! {
    /// A conversion. 9 and 10, LLVM's pointer casts, do not exist in PNaCl.
    CastOp {
        /// Integer to narrower integer.
        Trunc = 0 "trunc",
        /// Integer to wider integer, zeros above.
        ZExt = 1 "zext",
        /// Integer to wider integer, sign above.
        SExt = 2 "sext",
        /// Float to unsigned integer.
        FpToUi = 3 "fptoui",
        /// Float to signed integer.
        FpToSi = 4 "fptosi",
        /// Unsigned integer to float.
        UiToFp = 5 "uitofp",
        /// Signed integer to float.
        SiToFp = 6 "sitofp",
        /// Double to float.
        FpTrunc = 7 "fptrunc",
        /// Float to double.
        FpExt = 8 "fpext",
        /// Same bits, other type.
        BitCast = 11 "bitcast",
    }
}

impl CastOp {
    /// Returns whether a value of type `from` may be converted to type `to` by this operation.
    pub fn accepts(self, from: ValueType, to: ValueType) -> bool {
        let lanes = from.lanes() == to.lanes();
        let (source, target) = (from.scalar_bits(), to.scalar_bits());
        match self {
            Self::Trunc => lanes && from.is_integer() && to.is_integer() && source > target,
            Self::ZExt | Self::SExt => lanes && from.is_integer() && to.is_integer() && source < target,
            Self::FpToUi | Self::FpToSi => lanes && from.is_float() && to.is_integer(),
            Self::UiToFp | Self::SiToFp => lanes && from.is_integer() && to.is_float(),
            Self::FpTrunc => lanes && from.is_float() && to.is_float() && source > target,
            Self::FpExt => lanes && from.is_float() && to.is_float() && source < target,
            Self::BitCast => from.is_first_class() && to.is_first_class() && from.bits() == to.bits(),
        }
    }
}
