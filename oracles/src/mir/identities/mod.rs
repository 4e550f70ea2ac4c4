//! Opcodes written out in others: a table of identities, by which an instruction can be replaced without another result.
//!
//! A row states an instruction as a pattern, and the lines that compute the same. Both are Machine IR in short:
//!
//! - registers are letters. The pattern's results are `r` and `o`, its operands `a`, `b` and `c`; the lines make others;
//! - a type follows a register after a colon. In a pattern `T` and `U` stand for any scalar or vector, the same letter for the same one,
//!   `B` for one with lanes of one bit, and `P` for a pointer. In lines they are those types; `D` has lanes twice as wide as `T`, `I` lanes as wide as the
//!   pattern's immediate; a register without a type has the type `T`;
//! - `imm` is the pattern's immediate, `pred` its predicate, `pred.swapped` that of swapped operands and `pred.inverse` the opposite one;
//! - a constant is a register of the type of the line's first register, otherwise of the result: a decimal number, `0x55` for this byte
//!   repeated, `ones`, `min` and `max` for all ones, the smallest and the largest signed number, `sign.T`, `top.T` and `low.U` for the smallest
//!   and largest signed number and for all ones of the other type, and sums and differences of numbers and of `w`, `u` and `i`, which are
//!   the widths of the lanes of `T`, `U` and `I`.
//!
//! Where all bits of operands and results are defined, both sides are equal. With undefined bits they need not be: an operand that is used
//! twice may be another number at each use.

mod apply;
mod condition;
mod pattern;
mod rows;
#[cfg(test)]
mod tests;

pub(super) use apply::{Rewriter, rewrite};
pub(super) use rows::ROWS;

use condition::Condition;
use pattern::Pattern;
use std::sync::LazyLock;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    /// The name, in kebab case.
    pub(super) name: &'static str,
    /// The instruction.
    pattern: &'static str,
    /// For which types it holds.
    condition: Condition,
    /// The lines that compute the same.
    lines: &'static str,
}

/// The rows with their patterns, read once.
static READ: LazyLock<Vec<(&'static Identity, Pattern)>> =
    LazyLock::new(|| ROWS.iter().filter_map(|row| Some((row, Pattern::read(row.pattern)?))).collect());

/// Returns the rows with an opcode, with their patterns.
fn of(opcode: &str) -> impl Iterator<Item = (&'static Identity, &'static Pattern)> {
    READ.iter().filter(move |(_, pattern)| pattern.opcode == opcode).map(|(row, pattern)| (*row, pattern))
}
