//! Errors of unreadable files.

use std::fmt;

/// An error in a file that cannot be read, and its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct Error {
    /// The position in the file.
    pub at: Position,
    /// The rule of the format that is broken.
    pub kind: ErrorKind,
}

/// The result of reading: the model, or all errors up to [`crate::Limits::errors`], at least one.
pub type Result<T> = std::result::Result<T, Vec<Error>>;

/// A position in a text.
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

/// One variant for each rule that an unreadable file can break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A rule of the YAML around the bodies.
    #[error(transparent)]
    Container(#[from] crate::ContainerError),
    /// Something other than the expected text.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// The expected text.
        expected: &'static str,
        /// The text that was found, or its beginning.
        found: String,
    },
    /// A character that begins no token.
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
    /// A number that is too large for its place.
    #[error("the number is too large: expected {0}")]
    NumberTooLarge(&'static str),
    /// An instruction, or anything else, before the first block.
    #[error("expected a block, such as 'bb.0:', before instructions")]
    NoBlock,
    /// A block that begins after other text on its line.
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
    /// A repeated flag or attribute.
    #[error("'{0}' is given twice")]
    Duplicate(&'static str),
    /// `killed` on a register that is written.
    #[error("a register that is written cannot be killed")]
    KilledDefinition,
    /// A sub-register of a physical register.
    #[error("a physical register has no sub-register index")]
    SubregisterOfPhysical,
    /// A class on a physical register.
    #[error("a physical register has no class")]
    ClassOfPhysical,
    /// A type on a physical register that is written.
    #[error("a physical register has no type")]
    TypeOfPhysical,
    /// Target flags before a register.
    #[error("a register has no target flags")]
    TargetFlagsOfRegister,
    /// `<regmask ...>`, which LLVM prints only in dumps.
    #[error("'<regmask ...>' stands in dumps alone: expected a name such as 'csr_64', or 'CustomRegMask(...)'")]
    DumpedRegisterMask,
    /// A scalar with an unsupported number of bits.
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
    /// An alignment that is not a power of two.
    #[error("an alignment is a power of two")]
    Alignment,
    /// Inlined locations that are nested too deeply.
    #[error("locations nest deeper than {0}")]
    LocationDepth(usize),
    /// A field that locations do not have.
    #[error("a location has the fields 'line', 'column', 'scope', 'inlinedAt', 'isImplicitCode', 'atomGroup' and 'atomRank'")]
    UnknownField,
    /// A location without its line or its scope.
    #[error("a location needs its {0}")]
    LocationWithout(&'static str),
}

/// A position in a file with a spelling of older releases, which is read as the current one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {spelling}")]
pub struct Older {
    /// The position in the file.
    pub at: Position,
    /// The spelling that was found.
    pub spelling: OlderSpelling,
}

/// A spelling of older releases that readers still accept; llc 19 prints another spelling.
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

/// The errors of a file, in the order in which they were found, and its older spellings; at most [`crate::Limits::errors`] of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errors {
    list: Vec<Error>,
    older: Vec<Older>,
    limit: usize,
}

impl Errors {
    /// Creates an empty list for at most `limit` errors, but at least one.
    pub(crate) fn new(limit: usize) -> Self {
        Self { list: Vec::new(), older: Vec::new(), limit: limit.max(1) }
    }

    /// Adds an error, if there is room.
    pub(crate) fn push(&mut self, error: Error) {
        if !self.is_full() {
            self.list.push(error);
        }
    }

    /// Returns whether reading should stop: further errors would be dropped.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.limit
    }

    /// Notes an older spelling; `place` is called only if there is room.
    pub(crate) fn note(&mut self, spelling: OlderSpelling, place: impl FnOnce() -> Position) {
        if self.older.len() < self.limit {
            self.older.push(Older { at: place(), spelling });
        }
    }

    /// Returns the value if there was no error.
    pub(crate) fn check<T>(self, value: T) -> Result<T> {
        self.check_older(value).map(|(value, _)| value)
    }

    /// Returns the value and the older spellings if there was no error.
    pub(crate) fn check_older<T>(self, value: T) -> Result<(T, Vec<Older>)> {
        if self.list.is_empty() { Ok((value, self.older)) } else { Err(self.list) }
    }
}
