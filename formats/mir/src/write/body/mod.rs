//! The body language: blocks to text.

use crate::Block;
use std::fmt::Write;

/// Appends the lines of a body, each indented by so many blanks and ended by a line feed.
pub(crate) fn write_body(blocks: &[Block], indentation: usize, out: &mut String) {
    for block in blocks {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{:indentation$}bb.{}:", "", block.number);
    }
}
