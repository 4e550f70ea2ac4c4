//! References to metadata.

/// Metadata as an operand. Other places accept only numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metadata {
    /// `!12`: a node of the module, or of `machineMetadataNodes`.
    Number(u32),
    /// `!DIExpression(...)`, from the exclamation mark to the closing parenthesis; with the blanks that llc prints.
    Inline(Box<str>),
}

/// `debug-location`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugLocation {
    /// `!N`: a node of the module.
    Number(u32),
    /// `!DILocation(line: .., column: .., scope: .., inlinedAt: .., isImplicitCode: ..)`.
    Inline {
        /// `line`.
        line: u32,
        /// `column`; omitted if it is 0.
        column: u32,
        /// `scope: !N`.
        scope: u32,
        /// `inlinedAt`: a node or another location.
        inlined_at: Option<Box<DebugLocation>>,
        /// `isImplicitCode`.
        implicit_code: bool,
    },
}
