//! Rows of the instruction table by record code and by mnemonic.

use super::{INSTRUCTIONS, InstructionRow, Syntax};

impl InstructionRow {
    /// Returns the row of a record code; the first if there are several. These agree in everything that is needed before the operands of a
    /// record are read.
    pub fn of_code(code: u32) -> Option<&'static Self> {
        match BY_CODE.get(code as usize) {
            Some(&row) => INSTRUCTIONS.get(usize::from(row)),
            None => None,
        }
    }

    /// Returns the row of a mnemonic whose statements follow the table: one with a result, or one without.
    pub(crate) fn of_mnemonic(word: &str, result: bool) -> Option<&'static Self> {
        let fits = |row: &&Self| row.syntax != Syntax::Special && row.mnemonic == word && row.outcome.is_value() == result;
        INSTRUCTIONS.iter().find(fits)
    }
}

/// One more than the largest record code.
const CODES: usize = 64;

/// Index of the first row of each code; a number after the last row if there is none.
static BY_CODE: [u8; CODES] = {
    let mut rows = [u8::MAX; CODES];
    let mut row = INSTRUCTIONS.len();
    while row > 0 {
        row -= 1;
        rows[INSTRUCTIONS[row].code as usize] = row as u8;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Part;

    /// The text code needs the outcome of a record, and which operands are truncated, before it knows which row of its code the record has.
    #[test]
    fn rows_of_one_code_agree() {
        for row in INSTRUCTIONS {
            let first = InstructionRow::of_code(row.code).unwrap();
            assert_eq!((first.outcome, first.low_operands, first.syntax), (row.outcome, row.low_operands, row.syntax), "{}", row.name);
        }
        assert_eq!(InstructionRow::of_code(1), None);
        assert_eq!(InstructionRow::of_code(CODES as u32), None);
    }

    /// A statement that follows the table contains every field, and a mnemonic identifies one row.
    #[test]
    fn lists_say_every_field() {
        for row in INSTRUCTIONS.iter().filter(|row| row.syntax != Syntax::Special) {
            let mut said: Vec<usize> = Vec::new();
            for part in row.parts {
                match *part {
                    Part::Word(_) => {}
                    Part::Typed(field) | Part::AddressOfLast(field) | Part::Aligned(field) => said.push(field),
                    Part::Address(ty, pointer) => said.extend([ty, pointer]),
                }
            }
            said.sort_unstable();
            assert_eq!(said, (0..row.fields.len()).collect::<Vec<_>>(), "{}", row.name);
            assert_eq!(row.operands, row.fields.len(), "{}", row.name);
            assert_eq!(InstructionRow::of_mnemonic(row.mnemonic, row.outcome.is_value()), Some(row));
        }
    }
}
