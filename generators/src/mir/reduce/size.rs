//! The size of a file, which every reduction decreases.

use crate::mir::edit::instructions;
use irsmith_mir::{File, Style};

/// Cost of a character: more than any number that a digit can make larger.
pub const CHARACTER: u64 = 2048;
/// Cost of an instruction in addition to its text, in characters, unless it only defines a register without a value.
const INSTRUCTION: u64 = 96;
/// The characters of `undef` and a blank, which have no cost: a use that reads nothing is simpler than one that does.
const UNDEF: u64 = 6;

/// Returns the size of a file: the characters of its text without keys that have their default, and the instructions with an effect. Last
/// come the numbers in the text: of texts of equal length, the one with smaller numbers is smaller.
pub fn size(file: &File) -> u64 {
    let text = file.write_in(Style::Simplified);
    let work = instructions(file).filter(|(_, instruction)| !matches!(instruction.opcode.as_str(), "IMPLICIT_DEF" | "G_IMPLICIT_DEF"));
    let undefs = text.matches(" undef ").count() as u64;
    (text.len() as u64 + INSTRUCTION * work.count() as u64 - UNDEF * undefs) * CHARACTER + numbers(text.as_bytes())
}

/// Returns the weights of all runs of digits.
fn numbers(text: &[u8]) -> u64 {
    let runs = text.split(|byte| !byte.is_ascii_digit()).filter(|run| !run.is_empty());
    runs.map(|run| weight(run.iter().fold(0_u64, |number, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))))).sum()
}

/// Grows with a number: at every step up to 16, and then at every sixteenth of its highest power of two; at most 1,024.
fn weight(number: u64) -> u64 {
    let bits = u64::from(u64::BITS - number.leading_zeros());
    if bits <= 4 { number } else { 16 * (bits - 4) + (number >> (bits - 5) & 15) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_grow_with_numbers() {
        let numbers: Vec<u64> = (0..100).chain((7..64).map(|bits| 1 << bits)).chain([u64::MAX]).collect();
        assert!(numbers.windows(2).all(|pair| weight(pair[0]) <= weight(pair[1])));
        assert!((0..32).all(|number| weight(number) < weight(number + 1)) && weight(u64::MAX) < CHARACTER);
    }
}
