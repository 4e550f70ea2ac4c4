//! The result of an evaluation.

use super::Value;
use smallvec::SmallVec;

/// The result of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the expression describes, or why it describes nothing.
    pub end: Result<Description, Trap>,
    /// Undefined events that have a fixed value.
    pub undefined: Undefined,
}

/// The location of an object, or its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The pieces from the lowest bits up. A simple description is one piece without size.
    pub pieces: SmallVec<[Piece; 1]>,
    /// The described bits of the variable, if not all (Fragment).
    pub fragment: Option<Extent>,
    /// The top stack entry, if it is the result: the value of the expression when it is read as a value.
    pub top: Option<Value>,
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The location.
    pub location: Location,
    /// The number of its bits; none for a simple description.
    pub size: Option<u64>,
    /// The first bit in the location, if the operation states it: for Piece the machine's conventions determine it (DWARF 5, 2.6.1.2).
    pub offset: Option<u32>,
}

/// A range of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The first bit.
    pub offset: u32,
    /// The number of bits.
    pub size: u32,
}

/// The location of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Nowhere: they were optimised out.
    Empty,
    /// In memory at an address.
    Memory(u64),
    /// In a register.
    Register(u32),
    /// Nowhere, but this is their value.
    Value(Value),
    /// Nowhere, but they point to some bytes of a known entity.
    ImplicitPointer {
        /// The entity.
        entity: u32,
        /// The byte in it.
        offset: i32,
    },
}

/// The place of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The called procedure, if not in the expression itself.
    pub procedure: Option<u32>,
    /// Index of the operation; the number of operations at the end.
    pub operation: usize,
}

/// Why an expression describes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("operation {}: {kind}", place.operation)]
pub struct Trap {
    /// The reason.
    pub kind: TrapKind,
    /// The operation that could not be executed.
    pub place: Place,
}

/// Kinds of traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum TrapKind {
    /// No row of the table has the number.
    #[error("unknown operation")]
    UnknownOperation,
    /// Fewer literals than the table says.
    #[error("a literal is missing")]
    MissingLiteral,
    /// The stack has too few entries.
    #[error("the stack has too few entries")]
    StackUnderflow,
    /// The stack would have more than [`super::STACK`] entries.
    #[error("the stack is full")]
    StackOverflow,
    /// Integer division, or Mod, by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A shift by a negative count.
    #[error("a shift by a negative count")]
    NegativeShift,
    /// A float where an integer must be.
    #[error("a float where an integer must be")]
    NotIntegral,
    /// Two operands of different types.
    #[error("operands of different types")]
    TypeMismatch,
    /// A nonexistent type.
    #[error("there is no such type")]
    UnknownType,
    /// A size that does not fit the type, or the machine.
    #[error("a size that does not fit")]
    WrongSize,
    /// Memory that the machine does not have.
    #[error("no memory there")]
    Memory,
    /// A register that the machine does not have.
    #[error("no such register")]
    Register,
    /// The machine has no frame base.
    #[error("no frame base")]
    FrameBase,
    /// The machine has no canonical frame address.
    #[error("no canonical frame address")]
    FrameAddress,
    /// The machine describes no object.
    #[error("no object")]
    Object,
    /// The machine has no thread-local storage.
    #[error("no thread-local storage")]
    ThreadLocal,
    /// The machine has no address, or constant, with this index.
    #[error("no entry with this index")]
    Index,
    /// A block that is not a register, or a register without a value on entry.
    #[error("no value on entry")]
    EntryValue,
    /// A branch out of the expression.
    #[error("a branch out of the expression")]
    BranchTarget,
    /// More than [`super::FUEL`] operations were executed.
    #[error("out of fuel")]
    OutOfFuel,
    /// More than [`super::CALLS`] calls are active.
    #[error("too many calls")]
    CallDepth,
    /// An operation other than a piece after a finished description.
    #[error("only a piece may follow a finished description")]
    AfterLocation,
    /// Operations after the last piece.
    #[error("operations behind the last piece")]
    UnfinishedPiece,
    /// Fragment is not the last operation, or follows a piece.
    #[error("a fragment in the wrong place")]
    BadFragment,
}

/// Undefined events that have a fixed value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undefined {
    /// The first.
    pub first: Option<(UndefinedKind, Place)>,
    kinds: u8,
}

/// Kinds of undefined events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UndefinedKind {
    /// Abs, Neg or Div has no result in its type.
    Overflow,
    /// A shift count at least as large as the width.
    ShiftCount,
    /// A float outside the range of the integer type to which it is converted, or a NaN.
    ConversionRange,
    /// The result is a NaN, whose bits IEEE 754 leaves open.
    NotANumber,
    /// A literal with more bits than its operation accepts.
    LiteralRange,
    /// More literals than the operation has.
    SurplusLiteral,
}

impl Undefined {
    /// Returns whether such an event happened.
    pub fn has(&self, kind: UndefinedKind) -> bool {
        self.kinds & 1 << kind as u8 != 0
    }

    pub(super) fn note(&mut self, kind: UndefinedKind, place: Place) {
        self.first.get_or_insert((kind, place));
        self.kinds |= 1 << kind as u8;
    }
}
