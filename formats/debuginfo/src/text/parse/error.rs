//! Errors of the assembler.

/// A text that is not a module: the position, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The expected text.
    pub expected: String,
    /// The text found.
    pub found: String,
}

/// The result of parsing.
pub(super) type Parsed<T = ()> = Result<T, ParseError>;
