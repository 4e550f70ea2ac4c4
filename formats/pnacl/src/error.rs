//! Errors of reading a file or writing a module.

use crate::BitAddress;

/// A file that cannot be read, or a module that cannot be written: the error and its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct Error {
    /// The position in the file; for the header, the byte of the field; for a module that cannot be written, where the record would be.
    pub at: BitAddress,
    /// The broken rule of the format.
    pub kind: ErrorKind,
}

/// The result of reading or writing.
pub type Result<T> = std::result::Result<T, Error>;

/// One variant for each rule whose violation makes a file unreadable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file is larger than [`crate::Limits::bytes`].
    #[error("the file has {bytes} bytes, the limit is {limit}")]
    FileTooLarge {
        /// Size of the file.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// More than [`crate::Limits::records`].
    #[error("more than {0} records")]
    TooManyRecords(usize),
    /// More than [`crate::Limits::operands`].
    #[error("more than {0} operands")]
    TooManyOperands(usize),
    /// Deeper than [`crate::Limits::nesting`].
    #[error("blocks nest deeper than {0}")]
    TooDeep(usize),
    /// The file ends inside a value.
    #[error("the file ends here, inside a record or block")]
    UnexpectedEnd,
    /// A variable-width value of more than 64 bits.
    #[error("a variable-width value has more than 64 bits")]
    VbrTooLarge,
    /// The first four bytes are not `PEXE`.
    #[error("not a PNaCl bitcode file: the magic number PEXE is missing")]
    BadMagic,
    /// A header field that is unknown, repeated, or of the wrong type or size.
    #[error("header field {id:#06x} is {problem}")]
    BadHeaderField {
        /// The field's id: tag in the upper twelve bits, type in the lower four.
        id: u16,
        /// The error in it.
        problem: &'static str,
    },
    /// The PNaCl version in the header is not 2.
    #[error("PNaCl version {0}, expected 2")]
    BadVersion(u32),
    /// The module's header is not followed by a module block.
    #[error("expected the module block (8)")]
    ExpectedModuleBlock,
    /// There are bytes after the module block.
    #[error("{0} bytes behind the end of the module block")]
    TrailingBytes(u64),
    /// A record outside every block, or an end without a block.
    #[error("abbreviation id {0} outside every block; only a block can stand here")]
    OutsideBlock(u64),
    /// A block whose abbreviation ids have no width, or more than 64 bits.
    #[error("abbreviation ids of {0} bits")]
    BadAbbreviationWidth(u64),
    /// A block id, record code or count of more than 32 bits.
    #[error("{what} {value} does not fit in 32 bits")]
    TooWide {
        /// The kind of the value.
        what: &'static str,
        /// The value.
        value: u64,
    },
    /// A user abbreviation that is not defined in this block.
    #[error("abbreviation id {id} is not defined; this block has ids below {limit}")]
    UnknownAbbreviation {
        /// The id.
        id: u64,
        /// The first undefined id.
        limit: u64,
    },
    /// An abbreviation definition that breaks the rules of its form.
    #[error("abbreviation: {0}")]
    BadAbbreviation(&'static str),
    /// A value that the record's abbreviation cannot encode (writing only).
    #[error("abbreviation id {id} cannot carry {value} as value {position} of the record")]
    NotEncodable {
        /// Abbreviation id of the record.
        id: u32,
        /// Position among code and operands, from 0.
        position: usize,
        /// The value.
        value: u64,
    },
    /// A record of an array abbreviation without elements has no code.
    #[error("a record without a code")]
    NoCode,
    /// A block that ends too early or too late (writing only).
    #[error("block enters and exits do not match")]
    Unbalanced,
    /// A block id that is not allowed here.
    #[error("block {block} cannot stand in block {parent}")]
    UnexpectedBlock {
        /// The block.
        block: u32,
        /// The block around it.
        parent: u32,
    },
    /// A record code that the block does not define.
    #[error("record code {code} is unknown in the {block} block")]
    UnknownRecord {
        /// Name of the block.
        block: &'static str,
        /// The code.
        code: u32,
    },
    /// A record with too few or too many operands to be decoded.
    #[error("{record} record with {count} operands, expected {expected}")]
    OperandCount {
        /// Name of the record.
        record: &'static str,
        /// The number of its operands.
        count: usize,
        /// The expected number, in words.
        expected: &'static str,
    },
    /// An operand outside the range of its kind.
    #[error("{what} {value} is out of range")]
    OutOfRange {
        /// Kind of the operand.
        what: &'static str,
        /// The value.
        value: u64,
    },
    /// An operand that names a value that the function never defines.
    #[error("value {index} is used but never defined; the function has {limit}")]
    UndefinedValue {
        /// Absolute value index.
        index: u32,
        /// Values of the function.
        limit: u32,
    },
    /// A direct call of something that is not a function.
    #[error("direct call of value {0}, which is not a function")]
    NotAFunction(u32),
    /// A function record whose type is not a function type.
    #[error("type {0} is not a function type")]
    NotAFunctionType(u32),
    /// A constant before the first set-type record.
    #[error("a constant before any type was set")]
    NoConstantType,
    /// An initializer without a global, or a global inside the initializers of another.
    #[error("{0}")]
    MisplacedInitializer(&'static str),
    /// Fewer or more things than a count record declared.
    #[error("{what}: {actual} defined, {expected} announced")]
    CountMismatch {
        /// What is counted.
        what: &'static str,
        /// The number in the count record.
        expected: u64,
        /// The number found.
        actual: u64,
    },
    /// A function body without a defined function, or the reverse.
    #[error("{0}")]
    BodyMismatch(&'static str),
    /// More of something than the crate's indices can represent.
    #[error("more than {limit} {what}")]
    TooMany {
        /// The kind of thing.
        what: &'static str,
        /// The limit.
        limit: u32,
    },
}
