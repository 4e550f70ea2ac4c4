//! Notes of the reader.

use crate::Value;

/// Something that a tool rejects although the reader accepts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Index of the item in the stream.
    pub item: u32,
    /// What it is.
    pub kind: NoteKind,
}

/// The kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A record has more operands than its form; they were dropped.
    ExtraOperands {
        /// Name of the record.
        record: &'static str,
        /// Operands beyond the form.
        extra: u32,
    },
    /// A count record that is not the first of its block.
    LateCount,
    /// A block of types or globals without a count record.
    MissingCount,
    /// A types block after a nonempty one.
    RepeatedTypes,
    /// A section of the abbreviations block for an unknown kind of block.
    UnknownSection(u64),
    /// A case of a switch with an item kind that is neither 0 nor 1.
    CaseKind(u64),
    /// An integer that a constant or a case of a type with so many bits does not have; it was truncated.
    WideInteger {
        /// The number.
        value: i64,
        /// The bits of the type.
        bits: u32,
    },
    /// The bits of a float of 32 bits, with others above them; these were dropped.
    WideFloat(u64),
    /// A second count record of basic blocks.
    RepeatedCount,
    /// A version record with a number other than 1.
    Version(u64),
    /// A globals block with records after one that has globals.
    RepeatedGlobals,
    /// A function record after the globals block.
    EarlyGlobals,
    /// A constants block after an instruction.
    LateConstants,
    /// A function record or globals block after the symbol table or a body.
    LateAddresses,
    /// An operand or symbol that names another value to a tool that numbers values by kind.
    OtherValue {
        /// The value here.
        value: Value,
        /// The value that has the same number by kind.
        other: Value,
    },
    /// A constants block after an operand that names a later value.
    ConstantsBeforeNamed,
    /// A record of a body that names a function, a global or an absolute index, before this many more functions and globals.
    UseBeforeAddresses(u32),
    /// A relocation to this value, which is defined after the globals block.
    RelocationBeforeAddress(u32),
    /// A body that LLVM's reader gives to another function.
    OtherBody {
        /// The function here.
        value: Value,
        /// The function there.
        other: Value,
    },
    /// The first value of an instruction beyond the number that bcdis expects at most in a block of this many 32-bit words.
    ValuesInWords(u32),
    /// A wrong length of a block that tools skip by its length.
    BlockLength {
        /// In 32-bit words, as the file states it.
        stated: u32,
        /// In 32-bit words.
        actual: u32,
    },
    /// No version record.
    NoVersion,
    /// The first version record, after a block or a function record.
    LateVersion,
    /// A second version record.
    RepeatedVersion,
    /// The first abbreviations block, after another block or a function record.
    LateAbbreviations,
    /// An abbreviations block after another.
    RepeatedAbbreviations,
    /// A count record of basic blocks after forward declarations.
    CountAfterDeclaration,
    /// A count record of basic blocks after a constants block.
    CountAfterConstants,
    /// A constant flag that is neither 0 nor 1.
    ConstantFlag(u64),
    /// A second symbol table.
    RepeatedSymbols,
    /// A compound initializer of one part.
    SingleCompound,
    /// A symbol table after function bodies.
    LateSymbols,
    /// A byte or character above 255, truncated to 8 bits.
    WideCharacter(u64),
    /// An unknown record of a symbol table, skipped.
    UnknownSymbol(u32),
    /// A prototype flag that is neither 0 nor 1.
    PrototypeFlag(u64),
    /// A varargs flag that is neither 0 nor 1.
    VarargsFlag(u64),
    /// Abbreviation ids wider than 32 bits.
    WideAbbreviationIds(u32),
}
