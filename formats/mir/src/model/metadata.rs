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
    /// `!DILocation(line: .., column: .., scope: .., inlinedAt: .., isImplicitCode: .., atomGroup: .., atomRank: ..)`.
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
        /// `atomGroup` and `atomRank`, since LLVM 22.
        atom: Atom,
    },
}

/// The source atom of a location: the instructions of an atom are stepped over together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Atom {
    /// `atomGroup`, up to [`Atom::MAX_GROUP`]; omitted if it is 0.
    pub group: u64,
    /// `atomRank`, up to [`Atom::MAX_RANK`]: where the stepping stops first; omitted if it is 0.
    pub rank: u8,
}

impl Atom {
    /// The largest group, of 61 bits: llc cuts what is larger.
    pub const MAX_GROUP: u64 = (1 << 61) - 1;
    /// The largest rank, of three bits: llc ends with a failed assertion for what is larger.
    pub const MAX_RANK: u8 = 7;
}
