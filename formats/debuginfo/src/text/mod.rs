//! The text form of a module, as SPIRV-Tools print and read it.
//!
//! | function | is the mirror of |
//! |---|---|
//! | [`disassemble`] | `spirv-dis --raw-id` |
//! | [`assemble`] | `spirv-as --preserve-numeric-ids` |
//!
//! Text is printed from the [`Stream`], instruction by instruction, not from the typed module, so that every readable file has a text,
//! however odd. What the tools cannot print is spelled such that [`assemble`] reads it back to the same words:
//!
//! | words | spelling |
//! |---|---|
//! | an experimental operation | its name in [`crate::tables::OPERATIONS`] |
//! | an enumerant, a bit or an instruction of a set without a name; words after the last operand; words that no string or number has | `!` and the word; ids behind it in the same instruction as `%` and a number, all else with `!` as well |
//! | an instruction with an unknown number, or with too few words | all of its words with `!`, the first at the beginning of a line |
//! | header fields beyond the comments that the tools print | comments of our own, see [`Header`] |
//!
//! ```
//! use irsmith_debuginfo::text::{assemble, disassemble};
//!
//! let stream = assemble("%void = OpTypeVoid ; named ids get numbers").unwrap();
//! let text = disassemble(&stream);
//! assert!(text.ends_with("%1 = OpTypeVoid\n"));
//! assert_eq!(assemble(&text), Ok(stream));
//! ```
//!
//! `!` and a number is the notation of SPIRV-Tools for a raw word; a `!` at the beginning of a line always begins an instruction here.
//!
//! `print` and `parse` are inverse to each other, one file per construct. Both follow the words with a [`Context`], which contains the
//! types of literals and the imported sets so far.
//!
//! [`Header`]: crate::Header
//! [`Context`]: crate::grammar::Context

mod generators;
mod number;
mod parse;
mod print;
mod tools;

pub use parse::{ParseError, assemble};

use crate::Stream;

/// Returns the module as text: header comments, then one line for each instruction (more, if a string has line breaks), each with its line
/// break.
///
/// Equal to the output of `spirv-dis --raw-id` of SPIRV-Tools 2023.1 for every module that it can print, with these exceptions, all for the
/// sake of [`assemble`]: a big-endian file has an additional comment; strings that are not UTF-8 or have nonzero bytes after their end, and
/// half-precision constants with bits beyond their sixteen, are words (`!`), as are numbers of widths that it prints as nothing or as
/// another number. Where its tables are older than ours, ours are used: `OpAsmTargetINTEL`, and instructions of `NonSemantic` sets for
/// which it has no name.
pub fn disassemble(stream: &Stream) -> String {
    print::print(stream)
}
