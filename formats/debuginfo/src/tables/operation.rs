//! The columns of the table of operations: literals, effect on the stack, and whether a description ends.

/// The format of a literal operand of an operation. Every operand is one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    /// As an unsigned number of 32 bits.
    Unsigned,
    /// As a signed number of 32 bits.
    Signed,
}

/// The source of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The specification, 3.6.
    Specified,
    /// `OpenCL.DebugInfo.100`, whose table the experimental list extends.
    OpenCl,
    /// The experimental list, with a meaning.
    Experimental,
    /// The experimental list, "reserved"; DWARF 5 defines what it would mean.
    Reserved,
}

/// The operands that an operation takes from the stack (DWARF 5, 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// This many entries, of any type.
    Entries(usize),
    /// This many integers, of any types.
    Integers(usize),
    /// Two entries of one type.
    Pair,
    /// Two integers of one type.
    IntegerPair,
    /// Two entries of one type, of which the upper one is not zero.
    Division,
    /// Two integers of one type, of which the upper one is not zero.
    Remainder,
    /// An integer, and a count on top.
    Shift,
    /// The entry on top, unless a finished description precedes the operation or the stack is empty.
    Described,
}

impl Takes {
    /// Returns the largest number of entries that are taken.
    pub const fn count(self) -> usize {
        match self {
            Self::Entries(count) | Self::Integers(count) => count,
            Self::Pair | Self::IntegerPair | Self::Division | Self::Remainder | Self::Shift => 2,
            Self::Described => 1,
        }
    }
}

/// The results of an operation on the stack in place of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Nothing.
    Nothing,
    /// A generic value.
    Generic,
    /// The generic value that the name or the literal states.
    Constant,
    /// A value of the type of the lowest entry that it takes.
    Same,
    /// The entries that it takes, with the top one moved below the others.
    Turned,
    /// The entries that it takes, and a copy of the lowest one.
    Copied,
    /// The entries that it takes, and a copy of the one at the depth that the literal states.
    Picked,
    /// A value of the type with the size and the encoding that the literals state.
    Converted,
    /// A value of the type whose number is the literal at this index.
    Typed(usize),
    /// As [`Leaves::Typed`] of the first literal; the last one is the value.
    TypedConstant,
    /// The results of the called expression.
    Called,
}

/// Whether an operation ends a description, or is a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Neither.
    Nothing,
    /// The operation ends a description: only a piece, a fragment or the end of the expression may follow.
    Description,
    /// The operation makes the description a piece of the object.
    Piece,
    /// The operation states which part of the variable was described, at the end of the expression.
    Fragment,
}
