//! Operators on two entries, whatever their types.

/// Operations on two entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    And,
    Div,
    Minus,
    Mod,
    Mul,
    Or,
    Plus,
    Shl,
    Shr,
    Shra,
    Xor,
}

/// Comparisons of two entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Ne,
}

impl Comparison {
    pub(super) fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Self::Eq => left == right,
            Self::Ge => left >= right,
            Self::Gt => left > right,
            Self::Le => left <= right,
            Self::Lt => left < right,
            Self::Ne => left != right,
        }
    }
}
