//! Errors of reading a file or writing a module.

/// A file that cannot be read, or a module that cannot be written: the error and its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {kind}")]
pub struct Error {
    /// Byte offset in the file; for a module that cannot be written, where the instruction would be.
    pub at: usize,
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
    /// The first word is the magic number in neither byte order.
    #[error("not a SPIR-V module: the magic number 0x07230203 is missing")]
    BadMagic,
    /// The file ends inside the header of five words.
    #[error("the file ends inside the header of 20 bytes")]
    HeaderIncomplete,
    /// The size is not a multiple of four bytes.
    #[error("the file ends inside a word: {0} bytes are left")]
    IncompleteWord(usize),
    /// An instruction of zero words.
    #[error("an instruction with a word count of zero")]
    WordCountZero,
    /// An instruction that extends past the end of the file.
    #[error("an instruction of {count} words, but the file ends after {left}")]
    PastTheEnd {
        /// The word count.
        count: usize,
        /// Words of the file from the instruction on.
        left: usize,
    },
    /// An instruction of more than 65,535 words (writing only).
    #[error("an instruction of {0} words, the most is 65535")]
    InstructionTooLong(usize),
    /// A debug instruction of a set that the module does not import (writing only).
    #[error("a debug instruction of set {0}, which the module does not import")]
    UnknownSet(crate::Id),
    /// A debug instruction or an operand that its dialect lacks, or a missing operand that it needs (writing only).
    #[error("{instruction} in {dialect}: {problem}")]
    NotInDialect {
        /// Name of the instruction.
        instruction: &'static str,
        /// Name of the dialect.
        dialect: &'static str,
        /// What cannot be written.
        problem: &'static str,
    },
}
