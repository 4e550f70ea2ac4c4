//! The body language: text to blocks.

use crate::Block;
use crate::error::{Error, ErrorKind, Errors};
use std::ops::Range;

/// The blocks of a body: `lines` is its byte range in the text of the file, whole lines with whatever indentation they have, and
/// `first_line` the number of the first of them. What cannot be read goes to `errors`, and reading goes on at the next line.
pub(crate) fn read_body(text: &str, lines: Range<usize>, first_line: u32, errors: &mut Errors) -> Vec<Block> {
    for (line, content) in (first_line..).zip(text[lines].lines()) {
        if !content.trim().is_empty() {
            errors.push(Error { line, column: 1, kind: ErrorKind::NoBlock });
        }
    }
    Vec::new()
}
