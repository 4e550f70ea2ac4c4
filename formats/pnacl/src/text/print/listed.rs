//! The operands of a record as the reference disassembler reads them, so that listings agree with it.
//!
//! The disassembler ignores the operands of some records beyond their form, and keeps 32 bits of operands that name a type or a value,
//! and of some that name a basic block.

use crate::tables::{BlockKind, InstructionRow, abbreviation, global, module, symbol, type_code};
use crate::text::code;
use std::borrow::Cow;

/// Operands of a binary operation without LLVM's old flags.
const BINARY: usize = 3;
/// Operands of a switch before its cases, and of each case.
const SWITCH: usize = 4;

/// Returns the operands of a record as the disassembler reads them.
pub(super) fn operands(block: Option<BlockKind>, record: u32, operands: &[u64]) -> Cow<'_, [u64]> {
    let operands = &operands[..kept(block, record, operands)];
    let change = |position: usize| change(block, record, operands, position);
    if (0..operands.len()).all(|position| change(position) == operands[position]) {
        return Cow::Borrowed(operands);
    }
    (0..operands.len()).map(change).collect()
}

/// Returns the number of operands that are read.
fn kept(block: Option<BlockKind>, record: u32, operands: &[u64]) -> usize {
    let form = match (block, record, operands) {
        (Some(BlockKind::Abbreviations), abbreviation::SET_BLOCK, _) => 1,
        (Some(BlockKind::Function), code::BINARY, [_, _, _, _]) => BINARY,
        (Some(BlockKind::Function), code::SWITCH, &[_, _, _, cases, ..]) => {
            usize::try_from(cases).ok().and_then(|cases| cases.checked_mul(SWITCH)?.checked_add(SWITCH)).unwrap_or(usize::MAX)
        }
        _ => usize::MAX,
    };
    form.min(operands.len())
}

/// Returns the value as which an operand is read.
fn change(block: Option<BlockKind>, record: u32, operands: &[u64], position: usize) -> u64 {
    let operand = operands[position];
    let low = match (block, record) {
        (Some(BlockKind::Types), type_code::VECTOR) => true,
        (Some(BlockKind::Types), type_code::FUNCTION) => position > 0,
        (Some(BlockKind::Module), module::FUNCTION) => position == 0,
        (Some(BlockKind::Globals), global::RELOCATION) => true,
        (Some(BlockKind::ValueSymtab), symbol::ENTRY) => position == 0,
        // The type is followed by pairs of a value and a block.
        (Some(BlockKind::Function), code::PHI) => position.is_multiple_of(2),
        // Each case begins with a number of items and a flag whether the item is one value: any value but 0.
        (Some(BlockKind::Function), code::SWITCH) if position >= SWITCH && position % SWITCH == 1 && operand != 0 => return 1,
        (Some(BlockKind::Function), _) => InstructionRow::of_code(record).is_some_and(|row| row.low_operands & 1 << position.min(31) != 0),
        _ => false,
    };
    if low { u64::from(operand as u32) } else { operand }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the operands of a record of the function block that the disassembler reads.
    fn read(record: u32, list: &[u64]) -> Vec<u64> {
        operands(Some(BlockKind::Function), record, list).into_owned()
    }

    #[test]
    fn what_is_beyond_the_form_is_passed_over() {
        assert_eq!(read(code::BINARY, &[1, 2, 0, 3]), [1, 2, 0]);
        assert_eq!(read(code::SWITCH, &[4, 1, 1, 1, 1, 7, 4, 2, 9, 9]), [4, 1, 1, 1, 1, 1, 4, 2]);
        assert_eq!(read(code::SWITCH, &[4, 1, 1, u64::MAX, 1]), [4, 1, 1, u64::MAX, 1]);
        assert_eq!(operands(Some(BlockKind::Abbreviations), 1, &[12, 3]).into_owned(), [12]);
    }

    #[test]
    fn types_and_values_have_32_bits() {
        let high = 1 << 32;
        assert_eq!(read(code::PHI, &[high + 1, high + 2, high + 3]), [1, high + 2, 3]);
        assert_eq!(read(code::CAST, &[high + 1, high + 2, high + 3]), [high + 1, 2, high + 3]);
        assert_eq!(operands(Some(BlockKind::Globals), global::RELOCATION, &[high, high + 5]).into_owned(), [0, 5]);
        assert!(matches!(operands(Some(BlockKind::Globals), global::RELOCATION, &[1, 5]), Cow::Borrowed(_)));
    }
}
