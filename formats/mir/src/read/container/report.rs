//! Collects errors, and converts a position in the text to a line and a column.

use super::ContainerError;
use crate::Dialect;
use crate::error::{Error, Errors, OlderSpelling, Position};
use std::cell::RefCell;

/// The text of a file and the errors found in it.
pub(super) struct Report<'a> {
    pub(super) text: &'a str,
    pub(super) errors: RefCell<Errors>,
    /// The dialect of the file, which may have keys without a row.
    pub(super) dialect: Dialect,
}

impl Report<'_> {
    pub(super) fn push(&self, at: usize, kind: ContainerError) {
        if !self.is_full() {
            self.errors.borrow_mut().push(error(self.text, at, kind));
        }
    }

    pub(super) fn note(&self, at: usize, spelling: OlderSpelling) {
        self.errors.borrow_mut().note(spelling, || place(self.text, at));
    }

    /// Returns whether further errors would be dropped.
    pub(super) fn is_full(&self) -> bool {
        self.errors.borrow().is_full()
    }
}

/// Creates an error at a byte of a text.
pub(super) fn error(text: &str, at: usize, kind: ContainerError) -> Error {
    Error { at: place(text, at), kind: kind.into() }
}

/// Returns the line and the column of a byte.
fn place(text: &str, at: usize) -> Position {
    let before = &text.as_bytes()[..at];
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    Position { line: number(lines(before) + 1), column: number(column) }
}

/// Returns the number of line feeds.
fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
