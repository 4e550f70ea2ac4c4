//! Numbered names.

use std::fmt;

/// A type: its index in the types block. Prints as `@t0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// A basic block: its index in the function. Prints as `%b0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// A value that an operand can name.
///
/// The file numbers all values of a function in one space; here each kind is numbered from 0, so that adding a constant renumbers nothing
/// else. Prints as `@f0`, `@g0`, `%p0`, `%c0` or `%v0` (manual, *PNaCl Identifiers*).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueKind {
    /// The address of a function.
    Function,
    /// The address of a global.
    Global,
    /// A parameter of the function.
    Parameter,
    /// A constant of the function.
    Constant,
    /// The result of an instruction; the index counts only instructions that have one.
    Instruction,
}

const KIND_SHIFT: u32 = 29;
const INDEX_MASK: u32 = (1 << KIND_SHIFT) - 1;
/// Tag of an operand whose absolute index is not yet resolved.
const PENDING: u32 = 7;

impl Value {
    /// Largest index within a kind.
    pub const MAX_INDEX: u32 = INDEX_MASK;

    /// Makes a value of a kind; `index` at most [`Value::MAX_INDEX`], upper bits are cut off.
    pub const fn new(kind: ValueKind, index: u32) -> Self {
        Self((kind as u32) << KIND_SHIFT | index & INDEX_MASK)
    }

    /// Makes the address of function `index`.
    pub const fn function(index: u32) -> Self {
        Self::new(ValueKind::Function, index)
    }

    /// Makes the address of global `index`.
    pub const fn global(index: u32) -> Self {
        Self::new(ValueKind::Global, index)
    }

    /// Makes parameter `index`.
    pub const fn parameter(index: u32) -> Self {
        Self::new(ValueKind::Parameter, index)
    }

    /// Makes constant `index`.
    pub const fn constant(index: u32) -> Self {
        Self::new(ValueKind::Constant, index)
    }

    /// Makes the result of the instruction that defines result `index` of the function.
    pub const fn instruction(index: u32) -> Self {
        Self::new(ValueKind::Instruction, index)
    }

    /// Returns the kind.
    pub const fn kind(self) -> ValueKind {
        match self.0 >> KIND_SHIFT {
            0 => ValueKind::Function,
            1 => ValueKind::Global,
            2 => ValueKind::Parameter,
            3 => ValueKind::Constant,
            _ => ValueKind::Instruction,
        }
    }

    /// Returns the index within the kind.
    pub const fn index(self) -> u32 {
        self.0 & INDEX_MASK
    }

    /// Returns whether this is the result of an instruction.
    pub const fn is_instruction(self) -> bool {
        matches!(self.kind(), ValueKind::Instruction)
    }

    /// Makes an operand that names a value not yet defined, by absolute index, until its reader resolves it.
    pub(crate) const fn pending(absolute: u32) -> Self {
        Self(PENDING << KIND_SHIFT | absolute & INDEX_MASK)
    }

    /// Returns the absolute index of a pending operand.
    pub(crate) const fn as_pending(self) -> Option<u32> {
        if self.0 >> KIND_SHIFT == PENDING { Some(self.0 & INDEX_MASK) } else { None }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = match self.kind() {
            ValueKind::Function => "@f",
            ValueKind::Global => "@g",
            ValueKind::Parameter => "%p",
            ValueKind::Constant => "%c",
            ValueKind::Instruction => "%v",
        };
        write!(f, "{prefix}{}", self.index())
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@t{}", self.0)
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%b{}", self.0)
    }
}
