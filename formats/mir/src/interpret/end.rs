//! How an execution ends.

use super::Value;
use super::rules::{PoisonKind, UndefinedKind};
use std::fmt;

/// The limits of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Blocks that may be entered. Default 2^32: minutes.
    pub blocks: u64,
    /// Functions that may be active at once, including the first one. Default 10,000.
    pub depth: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { blocks: 1 << 32, depth: 10_000 }
    }
}

/// An instruction of a file, by positions, not numbers. Prints as `function 0 block 1 instruction 2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Position of the function in the file.
    pub function: u32,
    /// Position of the block in the function.
    pub block: u32,
    /// Position of the instruction in the block, with those of bundles counted.
    pub instruction: u32,
}

/// The result of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// How it ended.
    pub end: End,
    /// The first event that leaves the behaviour undefined.
    pub undefined: Option<Undefined>,
    /// The first instruction that made poison of operands that were not poison, without assertions and counts of nonzero numbers
    /// for which undefined bits decide.
    pub poison: Option<Poison>,
    /// Whether an instruction was executed of which other results than the computed one are permitted: one with a flag `arcp`, `contract`,
    /// `afn` or `reassoc`, an operation without a fixed order, or a G_FREEZE of a bit that is undefined or poison.
    pub is_relaxed: bool,
    /// The number of blocks that were entered.
    pub blocks: u64,
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned these values.
    Return(Vec<Value>),
    /// The program cannot continue.
    Trap(Trap),
    /// There was an undefined event, and the execution was to stop there.
    Undefined(Undefined),
    /// No more blocks may be entered; contains the first instruction of the next block.
    OutOfFuel(Place),
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
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// Why a program cannot continue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum TrapKind { $($(#[$doc])* $name,)* }

        impl TrapKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns a description.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

trap_kinds! {
    /// `G_TRAP`, `G_UBSANTRAP` or `G_DEBUGTRAP`.
    Abort "trap instruction",
    /// An access outside of every object, or a write to a constant.
    Memory "access outside of memory, or write to a constant",
    /// The stack has no room.
    StackOverflow "stack overflow",
    /// Too many functions are active, or their values need too much memory.
    CallDepth "too many functions are active",
    /// A call or branch to an address that is no function's, or no block's of the function.
    BadAddress "call or branch to an address that is not code",
    /// A call of a function that the file does not have, or that the interpreter refuses.
    NoFunction "call of a function that cannot be executed",
    /// A block without a terminator was the last one, or a jump table has no entry.
    Unreachable "control left the function",
    /// Arguments that do not fit the function's parameters.
    Arguments "arguments that do not fit the parameters",
}

/// An event that leaves the behaviour undefined, and where it first happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The kind of event.
    pub kind: UndefinedKind,
    /// The instruction.
    pub place: Place,
}

/// An instruction that made poison, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Poison {
    /// The reason.
    pub kind: PoisonKind,
    /// The instruction.
    pub place: Place,
}

/// What cannot be executed, where and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// The instruction; `None` if the function or file as a whole is refused.
    pub place: Option<Place>,
    /// What it is, such as an opcode.
    pub subject: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}: {}", self.subject, self.reason)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {} block {} instruction {}", self.function, self.block, self.instruction)
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

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind, self.place)
    }
}

impl fmt::Display for Poison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind, self.place)
    }
}
