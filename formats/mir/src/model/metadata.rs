//! References to metadata.

/// A metadata node of the module, or one that is written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metadata {
    /// `!12`.
    Number(u32),
    /// `!DIExpression(...)` and the like, from the exclamation mark to the closing parenthesis; blanks as llc prints them.
    Inline(Box<str>),
}

/// `debug-location`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugLocation {
    /// A node of the module.
    Node(Metadata),
    /// `!DILocation(line: .., column: .., scope: .., inlinedAt: .., isImplicitCode: ..)`.
    Inline {
        /// `line`.
        line: u32,
        /// `column`.
        column: u32,
        /// `scope`.
        scope: Metadata,
        /// `inlinedAt`: a node or another location.
        inlined_at: Option<Box<DebugLocation>>,
        /// `isImplicitCode`.
        implicit_code: bool,
    },
}
