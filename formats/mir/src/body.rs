//! The body language without the container, as in the key `body` of a function.

use crate::error::Errors;
use crate::{Block, Limits, Result};

/// Reads the blocks of a body.
///
/// # Errors
/// Returns every error in the text, up to [`Limits::errors`]; lines count from 1.
pub fn parse(text: &str, limits: &Limits) -> Result<Vec<Block>> {
    let mut errors = Errors::new(limits.errors);
    let blocks = crate::read::read_body(text, 0..text.len(), &mut errors);
    errors.check(blocks)
}

/// Returns the text of blocks, as llc 19 prints it. [`parse`] reads the same blocks from it, unless they contain something that the
/// language cannot spell:
///
/// - a word, a register or the name after a block's or an object's number with a character other than letters, digits, `_`, `-`, `$`
///   and, in words, `.`; an opcode or a class that is a keyword of its place; a physical register called `noreg`; an empty name;
/// - register flags in a form that [`parse`] does not make: `implicit` and `def` instead of or together with `implicit-def`,
///   `def` on a result, `killed` on a register that is written; a type, a class or a sub-register on a physical register;
/// - an alignment that is not a power of two, a vector of no elements, an address space from 2^24 on, a size in bytes that a type can
///   express;
/// - an offset of a memory operand without a pointer, which is printed from `unknown-address`, or a second ordering without a first;
/// - an empty list of target flags, escaped bytes, live-out registers or lanes; an integer out of the range of its bits;
/// - metadata that is not an expression, or a constant of the IR with a backquote; locations that nest deeper than 64.
pub fn print(blocks: &[Block]) -> String {
    let mut out = String::new();
    crate::write::write_body(blocks, 0, &mut out);
    out
}
