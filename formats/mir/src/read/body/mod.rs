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

/// The blocks of a body: `lines` is its byte range in the text of the file, whole lines with whatever indentation they have. What cannot be read goes to `errors`, and reading goes on at the next line.
pub(crate) fn read_body(text: &str, lines: Range<usize>, errors: &mut Errors) -> Vec<Block> {
    Parser::new(text, lines, errors).body()
}
