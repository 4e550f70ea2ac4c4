//! The body language: text to blocks.

mod block;
mod cfi;
mod immediate;
mod instruction;
mod memory;
mod metadata;
mod name;
mod operand;
mod parser;
mod register;
mod suffixes;
mod types;

use crate::Block;
use crate::error::Errors;
use parser::Parser;
use std::ops::Range;

/// Reads the blocks of a body: `lines` is its byte range in the text of the file, whole lines with any indentation. Errors are added to
/// `errors`, and reading continues at the next line.
pub(crate) fn read_body(text: &str, lines: Range<usize>, errors: &mut Errors) -> Vec<Block> {
    Parser::new(text, lines, errors).body()
}
