//! The body language: blocks to text, as llc 19 prints it.

mod block;
mod cfi;
mod display;
mod immediate;
mod instruction;
mod memory;
mod metadata;
mod name;
mod operand;
mod register;
mod suffixes;
mod types;

use super::append::{blanks, number};
use crate::Block;

/// Appends the lines of a body, each indented by this many blanks, including empty lines, and ended by a line feed. There is no empty line
/// after the last block.
pub(crate) fn write_body(blocks: &[Block], indentation: usize, out: &mut String) {
    for (position, block) in blocks.iter().enumerate() {
        if position > 0 {
            blank_line(indentation, out);
        }
        block::block(block, indentation, out);
    }
}

/// Appends a line that contains only the indentation.
fn blank_line(indentation: usize, out: &mut String) {
    blanks(indentation, out);
    out.push('\n');
}

/// Appends formatted text. Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use std::fmt::Write;
        let _ = write!($out, $($text)*);
    }};
}
use put;

/// Appends a list with a comma and a blank between its elements.
fn list<T>(elements: &[T], out: &mut String, mut element: impl FnMut(&T, &mut String)) {
    for (position, value) in elements.iter().enumerate() {
        if position > 0 {
            out.push_str(", ");
        }
        element(value, out);
    }
}
