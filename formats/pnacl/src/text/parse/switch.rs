//! The switch instruction.

use super::error::Parsed;
use super::{Parser, Record};
use crate::text::code;
use crate::text::state::Type;

impl Parser<'_> {
    /// `switch i32 %v0 { default: br label %b1; i32 7: br label %b2; }`
    pub(super) fn switch(&mut self) -> Parsed<Record> {
        self.lexer.next()?;
        let (id, shape) = self.type_id()?;
        let value = self.relative_wide()?;
        self.mark('{')?;
        self.word("default")?;
        let default = self.case_target()?;
        let mut operands = vec![id, value, default, 0];
        while !self.take_mark('}')? {
            self.case(id, shape, &mut operands)?;
            operands[3] += 1;
        }
        Ok(Record::new(code::SWITCH, operands))
    }

    fn case(&mut self, id: u64, shape: Type, operands: &mut Vec<u64>) -> Parsed {
        let place = self.lexer.place();
        let (found, _) = self.type_id()?;
        if found != id {
            return Err(place.error(format!("{}, the type of the switch", self.describe_id(id)), self.describe_id(found)));
        }
        let value = self.integer(shape)?;
        let target = self.case_target()?;
        // Two ones, which remain from the ranges that LLVM's cases once were.
        operands.extend([1, 1, value, target]);
        Ok(())
    }

    /// `: br label %b1;`
    fn case_target(&mut self) -> Parsed<u64> {
        self.mark(':')?;
        self.word("br")?;
        let target = self.target()?;
        self.mark(';')?;
        Ok(target)
    }
}
