//! Losses of a conversion.

use crate::Id;
use crate::tables::DebugOp;
use std::fmt;

/// Something that a conversion had to drop or leave without a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loss {
    /// The instruction's result.
    pub result: Id,
    /// The kind of the loss.
    pub kind: LossKind,
}

/// The kind of a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossKind {
    /// An instruction that no row describes, by its number, and the row that its operands do not fit; it became DebugInfoNone, or is gone
    /// from a function.
    Unknown(u32, Option<DebugOp>),
    /// An imported entity; it became DebugInfoNone.
    ImportedEntity,
    /// A module of the source program; it became DebugInfoNone.
    Module,
    /// The unused word of an imported entity.
    UnusedWord(u32),
    /// An atomic type; it became DebugInfoNone.
    AtomicType,
    /// An array with this count, which is not a constant; the type became DebugInfoNone.
    ArrayCount(Id),
    /// An encoding without a counterpart; it became 0, unspecified.
    Encoding(u32),
    /// Bits of flags; they are cleared.
    Flags(u32),
    /// The language of a compilation unit.
    Language(u32),
    /// The linkage name of a composite type.
    LinkageName(Id),
    /// The text of a source file.
    SourceText(Id),
    /// What was said of a source by so many names and decorations.
    Annotations(usize),
    /// A source that is neither a DebugSource nor an OpString, or one for which no id is left.
    Source(Id),
    /// The bytes after the name of the set in its last word, which is padded with zeros.
    Padding,
    /// The format of floating-point numbers that this constant states.
    FloatEncoding(Id),
    /// That a type is a matrix, and whether its vectors are columns; it became an array of them.
    Matrix,
    /// So many indexes of a DebugDeclare.
    Indexes(usize),
    /// The width of this constant, a size or count; another of 32 bits stands for it, 0 if it is larger.
    Width(Id),
    /// The line and column at which a range ends.
    LineEnd(u32, u32),
    /// This member of a composite, which can only be defined after it.
    Member(Id),
    /// The place of an instruction in its block.
    Place,
    /// Everything: there are no ids for what must be added.
    Ids,
    /// Operation 9, Fragment; it is kept, but the dialect's specification has no such number.
    Fragment,
}

impl fmt::Display for LossKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(_, Some(op)) => write!(f, "{}, which has other operands than it should", op.row().name),
            Self::Unknown(number, None) => write!(f, "instruction {number}, which the dialect does not have"),
            Self::ImportedEntity => f.write_str("an imported entity"),
            Self::Module => f.write_str("a module"),
            Self::UnusedWord(word) => write!(f, "unused word {word}"),
            Self::AtomicType => f.write_str("the qualifier AtomicType"),
            Self::ArrayCount(id) => write!(f, "an array of {id}"),
            Self::Encoding(number) => write!(f, "encoding {number}"),
            Self::Flags(bits) => write!(f, "flags {bits:#x}"),
            Self::Language(number) => write!(f, "source language {number}"),
            Self::LinkageName(id) => write!(f, "linkage name {id}"),
            Self::SourceText(id) => write!(f, "source text {id}"),
            Self::Annotations(count) => write!(f, "{count} names and decorations"),
            Self::Source(id) => write!(f, "source {id}, which is no file, or for which no id is left"),
            Self::Padding => f.write_str("what stands behind the name of the set"),
            Self::FloatEncoding(id) => write!(f, "floating-point format {id}"),
            Self::Matrix => f.write_str("that an array of vectors is a matrix"),
            Self::Indexes(count) => write!(f, "{count} indexes of a declared variable"),
            Self::Width(id) => write!(f, "the width of constant {id}"),
            Self::LineEnd(line, column) => write!(f, "the end at line {line}, column {column}"),
            Self::Member(id) => write!(f, "member {id}, which names the composite"),
            Self::Place => f.write_str("the place of the instruction in its block"),
            Self::Ids => f.write_str("all that it describes, since there are no ids for constants"),
            Self::Fragment => f.write_str("operation Fragment, kept under its number"),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.result, self.kind)
    }
}
