//! Constants of the IR as operands.

use crate::Name;

/// `i32 5`, `i1 true`: an integer of a given width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerImmediate {
    /// Width in bits, 1 to 2^23.
    pub bits: u32,
    /// The decimal digits, with a minus sign if the number is negative as a signed number; `true` and `false` are -1 and 0 of one bit.
    pub digits: Name,
}

/// `float 1.0`: a floating-point number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatImmediate {
    /// The type.
    pub kind: FloatKind,
    /// The literal as spelled: decimal, hexadecimal, and since LLVM 23 the bits as `f0x3C00`, or `+inf`, `-qnan`, `+nan(0x1)`.
    pub literal: Name,
}

/// The floating-point types of the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// `half`.
    Half,
    /// `bfloat`, since LLVM 17.
    Bfloat,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `x86_fp80`.
    X86Fp80,
    /// `fp128`.
    Fp128,
    /// `ppc_fp128`.
    PpcFp128,
}

impl FloatKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [Self::Half, Self::Bfloat, Self::Float, Self::Double, Self::X86Fp80, Self::Fp128, Self::PpcFp128];

    /// Returns its spelling.
    pub fn name(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::Bfloat => "bfloat",
            Self::Float => "float",
            Self::Double => "double",
            Self::X86Fp80 => "x86_fp80",
            Self::Fp128 => "fp128",
            Self::PpcFp128 => "ppc_fp128",
        }
    }
}
