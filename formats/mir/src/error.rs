//! Why a file cannot be read.

use std::fmt;

/// A file that cannot be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct Error {
    /// Where in the file.
    pub at: Position,
    /// Which rule of the format is broken.
    pub kind: ErrorKind,
}

/// The result of reading: the model, or all errors up to [`crate::Limits::errors`], of which there is at least one.
pub type Result<T> = std::result::Result<T, Vec<Error>>;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One variant for each rule that a file can break so that it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A rule of the YAML around the bodies.
    #[error(transparent)]
    Container(#[from] crate::ContainerError),
    /// Something else should stand there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could have stood there.
        expected: &'static str,
        /// What stands there, or its beginning.
        found: String,
    },
    /// A character that begins nothing.
    #[error("unexpected character {0:?}")]
    Character(char),
    /// A string whose closing quote is missing on its line.
    #[error("the line ends before the closing '\"'")]
    OpenString,
    /// A constant whose closing backquote is missing on its line.
    #[error("the line ends before the closing '`'")]
    OpenConstant,
    /// A comment whose end is missing.
    #[error("the body ends before the comment's closing '*/'")]
    OpenComment,
    /// `<mcsymbol` without `>`.
    #[error("expected '>' after the name of '<mcsymbol'")]
    OpenSymbol,
    /// A name whose escapes do not make UTF-8.
    #[error("the name is not UTF-8")]
    NameNotUtf8,
    /// A number above what the place can hold.
    #[error("the number is too large: expected {0}")]
    NumberTooLarge(&'static str),
    /// An instruction, or anything else, before the first block.
    #[error("expected a block, such as 'bb.0:', before instructions")]
    NoBlock,
    /// A block that begins behind something else on its line.
    #[error("a block has to begin at the start of a line")]
    BlockInLine,
    /// A bundle inside a bundle.
    #[error("bundles do not nest")]
    NestedBundle,
    /// `{` without `}`.
    #[error("expected '}}' before the end of the block")]
    OpenBundle,
    /// `}` without `{`.
    #[error("'}}' without '{{'")]
    NoBundle,
    /// A flag or an attribute that is given twice.
    #[error("'{0}' is given twice")]
    Duplicate(&'static str),
    /// `killed` on a register that is written.
    #[error("a register that is written cannot be killed")]
    KilledDefinition,
    /// A sub-register of a physical register.
    #[error("a physical register has no sub-register index")]
    SubregisterOfPhysical,
    /// A class at a physical register.
    #[error("a physical register has no class")]
    ClassOfPhysical,
    /// A type at a physical register that is written.
    #[error("a physical register has no type")]
    TypeOfPhysical,
    /// Target flags before a register.
    #[error("a register has no target flags")]
    TargetFlagsOfRegister,
    /// `<regmask ...>`, which LLVM prints in dumps alone.
    #[error("'<regmask ...>' stands in dumps alone: expected a name such as 'csr_64', or 'CustomRegMask(...)'")]
    DumpedRegisterMask,
    /// A scalar of a number of bits that no type has.
    #[error("a scalar has at most 65535 bits, and at least one in a vector")]
    ScalarSize,
    /// A vector of no elements or of too many.
    #[error("a vector has 1 to 65535 elements")]
    VectorElements,
    /// An address space above 2^24 - 1.
    #[error("an address space is below 16777216")]
    AddressSpace,
    /// An integer type of no bits or of too many.
    #[error("an integer type has 1 to 8388608 bits")]
    IntegerWidth,
    /// An alignment that is no power of two.
    #[error("an alignment is a power of two")]
    Alignment,
    /// Locations that are inlined into one another too often.
    #[error("locations nest deeper than {0}")]
    LocationDepth(usize),
    /// A field that locations do not have.
    #[error("a location has the fields 'line', 'column', 'scope', 'inlinedAt' and 'isImplicitCode'")]
    UnknownField,
    /// A location without its line or its scope.
    #[error("a location needs its {0}")]
    LocationWithout(&'static str),
}

/// A place in a file where a spelling of older releases stands, which is read as the present one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {spelling}")]
pub struct Older {
    /// Where in the file.
    pub at: Position,
    /// What stands there.
    pub spelling: OlderSpelling,
}

/// A spelling of older releases that readers still take; llc 19 prints another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum OlderSpelling {
    /// `_` for `$noreg` (reference, *Register Operands*).
    #[error("'_' is the older spelling of '$noreg'")]
    NullRegister,
    /// `(load 8)` for `(load (s64))` (LLVM before 13).
    #[error("a number of bytes is the older spelling of a type in parentheses")]
    MemoryBytes,
    /// `address-taken` for `machine-block-address-taken` (LLVM before 15).
    #[error("'address-taken' is the older spelling of 'machine-block-address-taken'")]
    AddressTaken,
    /// A negative number of 32 bits without its sign (LLVM before 19).
    #[error("a number above 2147483647 is the older spelling of a negative one")]
    Unsigned,
}

/// The errors of a file, in the order in which they were met, and its older spellings; at most [`crate::Limits::errors`] of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errors {
    list: Vec<Error>,
    older: Vec<Older>,
    limit: usize,
}

impl Errors {
    /// None so far, and at most `limit`, but at least one.
    pub(crate) fn new(limit: usize) -> Self {
        Self { list: Vec::new(), older: Vec::new(), limit: limit.max(1) }
    }

    /// Adds one, as long as there is room.
    pub(crate) fn push(&mut self, error: Error) {
        if !self.is_full() {
            self.list.push(error);
        }
    }

    /// Whether reading should stop: more errors would not be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.limit
    }

    /// Notes an older spelling, whose place is asked for only if there is room.
    pub(crate) fn note(&mut self, spelling: OlderSpelling, place: impl FnOnce() -> Position) {
        if self.older.len() < self.limit {
            self.older.push(Older { at: place(), spelling });
        }
    }

    /// The value, when there was no error.
    pub(crate) fn check<T>(self, value: T) -> Result<T> {
        self.check_older(value).map(|(value, _)| value)
    }

    /// The value and the older spellings, when there was no error.
    pub(crate) fn check_older<T>(self, value: T) -> Result<(T, Vec<Older>)> {
        if self.list.is_empty() { Ok((value, self.older)) } else { Err(self.list) }
    }
}
