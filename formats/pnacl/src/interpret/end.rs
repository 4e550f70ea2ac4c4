//! How an execution ends.

use super::Undefined;
use std::fmt;

/// The bits of a value of any type: an integer zero-extended, a float's IEEE bits, a vector's lanes from the low bits up. A vector of i1
/// has one bit for each lane. Unused upper bits are 0, and so is the result of a function of type void.
pub type Bits = u128;

/// The limits of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Blocks that may be entered. Default 2^32: about a minute.
    pub blocks: u64,
    /// Functions that may be active at once, including the first one. Default 10,000.
    pub depth: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { blocks: 1 << 32, depth: 10_000 }
    }
}

/// An instruction of a module. Prints as `@f1 instruction 2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Index of the function.
    pub function: u32,
    /// Index into the body's instructions, including forward declarations.
    pub instruction: u32,
}

/// How an execution ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned this.
    Return(Bits),
    /// The program cannot continue.
    Trap(Trap),
    /// The program had behaviour that the manual leaves undefined, and the execution was to stop there.
    Undefined(Undefined),
    /// No more blocks may be entered; contains the first instruction of the next block.
    OutOfFuel(Place),
    /// The host ended the program with this status.
    Exit(i32),
}

/// Why a program cannot continue, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The reason.
    pub kind: TrapKind,
    /// The instruction.
    pub place: Place,
}

macro_rules! trap_kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal $text:literal,)*) => {
        /// Why a program cannot continue. Lowerings report the codes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum TrapKind { $($(#[$doc])* $name = $code,)* }

        impl TrapKind {
            /// All kinds, by code.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the code that lowerings report; from 1 up. 0 means no trap.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// Returns the kind of this code.
            pub fn from_code(code: u8) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.code() == code)
            }

            /// Returns a description.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

trap_kinds! {
    /// An integer was divided by zero.
    DivisionByZero = 1 "division by zero",
    /// An access to nonexistent memory, or a write to a constant.
    Memory = 2 "access outside of memory, or write to a constant",
    /// `unreachable` was reached.
    Unreachable = 3 "unreachable was reached",
    /// An indirect call of an address that is not a function's.
    BadFunction = 4 "call of an address that is no function's",
    /// An indirect call with another signature than the function's.
    BadSignature = 5 "call with another signature than the function's",
    /// An `alloca` beyond the stack, or a stack pointer set outside of it.
    StackOverflow = 6 "stack overflow",
    /// Too many functions are active.
    CallDepth = 7 "too many functions are active",
    /// `llvm.trap`.
    Abort = 8 "llvm.trap was called",
    /// An atomic access at an address that is not a multiple of its size.
    Misaligned = 9 "atomic access at a misaligned address",
    /// `llvm.nacl.longjmp` to a function that is no longer active, or to a buffer that was never set.
    BadJump = 10 "longjmp to a buffer that no active function set",
}

/// Code by which lowerings report [`End::OutOfFuel`].
pub const OUT_OF_FUEL_CODE: u8 = 11;

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@f{} instruction {}", self.function, self.instruction)
    }
}

impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind, self.place)
    }
}
