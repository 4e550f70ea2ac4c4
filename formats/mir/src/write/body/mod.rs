//! The body language: blocks to text, as llc 19 prints it.

mod block;
mod cfi;
mod immediate;
mod instruction;
mod memory;
mod metadata;
mod name;
mod operand;
mod register;
mod suffixes;
mod types;

use crate::Block;

/// Appends the lines of a body, each indented by so many blanks and ended by a line feed. There is no blank line behind the last block.
pub(crate) fn write_body(blocks: &[Block], indentation: usize, out: &mut String) {
    for (position, block) in blocks.iter().enumerate() {
        if position > 0 {
            out.push('\n');
        }
        block::block(block, indentation, out);
    }
}

/// Appends formatted text. Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use std::fmt::Write;
        let _ = write!($out, $($text)*);
    }};
}
use put;

/// Appends a number. Numbers stand everywhere, and this is four times as fast as formatting.
fn number(number: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Appends blanks.
fn indent(blanks: usize, out: &mut String) {
    const BLANKS: &str = "                ";
    match BLANKS.get(..blanks) {
        Some(blanks) => out.push_str(blanks),
        None => out.extend(std::iter::repeat_n(' ', blanks)),
    }
}

/// Appends a list with a comma and a blank between its elements.
fn list<T>(elements: &[T], out: &mut String, mut element: impl FnMut(&T, &mut String)) {
    for (position, value) in elements.iter().enumerate() {
        if position > 0 {
            out.push_str(", ");
        }
        element(value, out);
    }
}
