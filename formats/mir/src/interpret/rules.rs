//! What makes a value poison, and which events are undefined: one row each, with the source.
//!
//! *LangRef* is LLVM's Language Reference Manual, *GlobalISel* the page *Generic Opcodes* of LLVM's documentation.

use std::fmt;

macro_rules! rules {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $text:literal $source:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $(#[doc = concat!("*", $text, "*: ", $source, ".")] $variant,)* }

        impl $name {
            /// All, in the order of their rows.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns a description.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// Returns the section that says so.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$variant => $source),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}

rules! {
    /// Why an instruction makes poison of operands that are not poison.
    PoisonKind {
        UnsignedOverflow "unsigned overflow with nuw" "LangRef, instructions 'add', 'sub', 'mul', 'shl', 'trunc', 'getelementptr'",
        SignedOverflow "signed overflow with nsw" "LangRef, instructions 'add', 'sub', 'mul', 'shl', 'trunc'",
        PointerOverflow "signed overflow with nusw or inbounds" "LangRef, instruction 'getelementptr'",
        Inexact "remainder or lost bits with exact" "LangRef, instructions 'udiv', 'sdiv', 'lshr', 'ashr'",
        Negative "negative operand with nneg" "LangRef, instructions 'zext', 'uitofp'",
        NotDisjoint "common bits with disjoint" "LangRef, instruction 'or'",
        OtherSign "operands of different signs with samesign" "LangRef, instruction 'icmp'",
        ShiftAmount "shift by the width or more" "LangRef, instructions 'shl', 'lshr', 'ashr', and the saturating shifts",
        CountOfZero "count of zero" "GlobalISel, G_CTLZ_ZERO_UNDEF and G_CTTZ_ZERO_UNDEF; LangRef, 'llvm.ctlz' with is_zero_poison",
        LaneIndex "lane that the vector does not have" "LangRef, instructions 'extractelement', 'insertelement'",
        Nan "NaN with nnan" "LangRef, Fast-Math Flags",
        Infinity "infinity with ninf" "LangRef, Fast-Math Flags",
        IntegerRange "float out of the integer type's range" "LangRef, instructions 'fptoui', 'fptosi'",
        Assertion "bits other than asserted" "GlobalISel, G_ASSERT_SEXT, G_ASSERT_ZEXT, G_ASSERT_ALIGN",
        BitField "bit field beyond the value" "GlobalISel, G_SBFX and G_UBFX",
        ShuffleLane "lane that the mask leaves open" "LangRef, instruction 'shufflevector'",
        PointerTagged "poison or undefined bits used as an address" "LangRef, Poison Values",
    }
}

rules! {
    /// The events that leave the behaviour of the whole execution undefined. Execution continues with the value of the total semantics, or
    /// ends in its trap.
    UndefinedKind {
        BranchOnPoison "branch on poison" "LangRef, instruction 'br'",
        BranchOnUndefined "branch on an undefined value" "LangRef, instruction 'br'",
        DivisionByZero "division by zero" "LangRef, instructions 'udiv', 'sdiv', 'urem', 'srem'",
        DivisionOverflow "smallest integer divided by -1" "LangRef, instructions 'sdiv', 'srem'",
        FixedPointOverflow "fixed-point result that does not fit" "LangRef, Fixed Point Arithmetic Intrinsics",
        DivisionByPoison "division by poison or an undefined value" "LangRef, Undefined Values and Poison Values",
        AddressPoison "access at an address that is poison or undefined" "LangRef, Poison Values",
        Access "access outside of every object" "LangRef, Pointer Aliasing Rules",
        Constant "write to a constant" "LangRef, Global Variables",
        Alignment "address less aligned than stated" "LangRef, instructions 'load', 'store'",
        CopyOverlap "memcpy of ranges that overlap" "LangRef, 'llvm.memcpy'",
        LengthPoison "length that is poison or undefined" "LangRef, Poison Values",
        JumpTable "jump table without this entry" "GlobalISel, G_BRJT: unreachable beyond the table",
        BlockAddress "branch to an address that is no block's of the function" "LangRef, instruction 'indirectbr'",
        CallTarget "call of an address that is no function's" "LangRef, instruction 'call'",
        StackRestore "stack pointer restored to an address that was not saved" "LangRef, 'llvm.stackrestore'",
        StackSize "stack objects of more than the stack has" "LangRef, instruction 'alloca'",
        Unreachable "control reached the end of a block without a successor" "LangRef, instruction 'unreachable'",
    }
}
