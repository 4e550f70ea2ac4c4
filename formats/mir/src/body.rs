//! The body language alone, as it stands in the key `body` of a function.

use crate::error::Errors;
use crate::{Block, Error, Limits};

/// The blocks of a body.
///
/// # Errors
/// Every place that cannot be read, up to [`Limits::errors`]; lines count from 1.
pub fn parse(text: &str, limits: &Limits) -> Result<Vec<Block>, Vec<Error>> {
    let mut errors = Errors::new(limits.errors);
    let blocks = crate::read::read_body(text, 0..text.len(), 1, &mut errors);
    errors.check(blocks)
}

/// The text of blocks, as llc 19 prints it.
pub fn print(blocks: &[Block]) -> String {
    let mut out = String::new();
    crate::write::write_body(blocks, 0, &mut out);
    out
}
