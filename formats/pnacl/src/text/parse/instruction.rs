//! Instructions whose statements follow the instruction table.

use super::error::Parsed;
use super::{Parser, Record};
use crate::tables::{InstructionRow, Part};

impl Parser<'_> {
    /// Parses the parts after the mnemonic of a row whose syntax is not special.
    pub(super) fn list(&mut self, row: &InstructionRow) -> Parsed<Record> {
        let mut operands = vec![0; row.fields.len()];
        // The last type of a typed value.
        let mut last = None;
        for (position, part) in row.parts.iter().enumerate() {
            if position > 0 {
                self.mark(',')?;
            }
            match *part {
                Part::Word(word) => self.word(word)?,
                Part::Typed(field) => {
                    let (value, shape) = self.typed()?;
                    operands[field] = self.distance(value);
                    last = Some(shape);
                }
                Part::Address(ty, pointer) => {
                    operands[ty] = self.type_id()?.0;
                    self.mark('*')?;
                    operands[pointer] = self.relative()?;
                }
                Part::AddressOfLast(pointer) => {
                    if let Some(shape) = last {
                        self.exact_type(shape)?;
                    }
                    self.mark('*')?;
                    operands[pointer] = self.relative()?;
                }
                Part::Aligned(field) => operands[field] = self.alignment()?,
            }
        }
        self.mark(';')?;
        Ok(Record::new(row.code, operands))
    }
}
