//! Binary operations (manual, *Integer Binary Instructions* and *Floating Point Binary Instructions*).

super::coded_enum! {
    /// A binary operation. One number is used for integers and floats; the operands' type determines which.
    BinaryOp {
        /// Sum.
        Add = 0 "add",
        /// Difference.
        Sub = 1 "sub",
        /// Product.
        Mul = 2 "mul",
        /// Unsigned quotient; integers only.
        UDiv = 3 "udiv",
        /// Signed quotient, or float quotient.
        SDiv = 4 "sdiv",
        /// Unsigned remainder; integers only.
        URem = 5 "urem",
        /// Signed remainder, or float remainder.
        SRem = 6 "srem",
        /// Left shift; integers only.
        Shl = 7 "shl",
        /// Right shift with zeros; integers only.
        LShr = 8 "lshr",
        /// Right shift with the sign; integers only.
        AShr = 9 "ashr",
        /// Bitwise and; integers only.
        And = 10 "and",
        /// Bitwise or; integers only.
        Or = 11 "or",
        /// Bitwise exclusive or; integers only.
        Xor = 12 "xor",
    }
}

impl BinaryOp {
    /// Returns the name for float operands, `None` if the operation does not exist for them.
    pub const fn float_name(self) -> Option<&'static str> {
        Some(match self {
            Self::Add => "fadd",
            Self::Sub => "fsub",
            Self::Mul => "fmul",
            Self::SDiv => "fdiv",
            Self::SRem => "frem",
            Self::UDiv | Self::URem | Self::Shl | Self::LShr | Self::AShr | Self::And | Self::Or | Self::Xor => return None,
        })
    }

    /// Returns whether the operation is allowed on i1 and vectors of it: only the bitwise ones are.
    pub const fn allows_i1(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }

    /// Returns whether operands can be swapped.
    pub const fn is_commutative(self) -> bool {
        matches!(self, Self::Add | Self::Mul | Self::And | Self::Or | Self::Xor)
    }
}
