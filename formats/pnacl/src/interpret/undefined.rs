//! Events that the manual leaves undefined.

use super::Place;
use std::fmt;

/// An event that the manual leaves undefined, and where it first happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The kind of event.
    pub kind: UndefinedKind,
    /// The instruction.
    pub place: Place,
}

/// The events that the manual, or the PNaCl ABI's page on undefined behaviour, leaves undefined. Execution continues with the value of the
/// total semantics, or ends in its trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UndefinedKind {
    /// A shift by the width or more.
    ShiftAmount,
    /// The smallest integer divided by -1, or its remainder.
    DivisionOverflow,
    /// A float converted to an integer type that cannot represent the value.
    FloatToInteger,
    /// A double converted to float, and too large for it.
    FloatRange,
    /// A lane index that the vector does not have.
    LaneIndex,
    /// A load or store at an address less aligned than it states.
    Alignment,
    /// `ctlz` or `cttz` of 0 if the flag says that this is undefined.
    CountOfZero,
    /// `memcpy` of ranges that overlap and are not the same: compilers copy an object to itself so (LangRef, *llvm.memcpy Intrinsic*).
    CopyOverlap,
    /// An `undef` operand of an instruction other than phi, select and insertelement. The results of these are not tracked.
    Undef,
    /// `unreachable` was reached.
    Unreachable,
    /// An `alloca` of more than the stack has.
    StackSize,
    /// `llvm.stackrestore` to an address that no active `llvm.stacksave` returned.
    StackRestore,
    /// An indirect call with another signature than the function's.
    CallSignature,
    /// `longjmp` to a buffer that no active function set.
    Jump,
}

impl UndefinedKind {
    /// Returns a description.
    pub const fn text(self) -> &'static str {
        match self {
            Self::ShiftAmount => "shift by the width or more",
            Self::DivisionOverflow => "smallest integer divided by -1",
            Self::FloatToInteger => "float out of the integer type's range",
            Self::FloatRange => "double out of float's range",
            Self::LaneIndex => "lane that the vector does not have",
            Self::Alignment => "address less aligned than stated",
            Self::CountOfZero => "bit count of zero with the flag that forbids it",
            Self::CopyOverlap => "memcpy of overlapping ranges",
            Self::Undef => "undef used",
            Self::Unreachable => "unreachable was reached",
            Self::StackSize => "alloca of more than the stack has",
            Self::StackRestore => "stack pointer restored to what was not saved",
            Self::CallSignature => "call with another signature than the function's",
            Self::Jump => "longjmp to a buffer that no active function set",
        }
    }
}

impl fmt::Display for UndefinedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind, self.place)
    }
}
