//! The records of the module block.

use super::error::Parsed;
use super::lexer::Token;
use super::{Parser, Record};
use crate::tables::{Linkage, module};

impl Parser<'_> {
    pub(super) fn module_record(&mut self) -> Parsed<Record> {
        match self.lexer.peek() {
            Token::Word("version") => Ok(Record::new(module::VERSION, [self.counted()?])),
            Token::Word("declare") => self.function_address(1),
            Token::Word("define") => self.function_address(0),
            _ => Err(self.lexer.unexpected("version, declare, define, a block or }")),
        }
    }

    /// `define internal i32 @f0(i32);`
    fn function_address(&mut self, is_prototype: u64) -> Parsed<Record> {
        self.lexer.next()?;
        let spot = self.lexer.spot();
        let word = self.any_word("external or internal")?;
        let linkage = Linkage::ALL.iter().find(|linkage| linkage.name() == word).ok_or_else(|| spot.expected("external or internal"))?;
        let function = self.state.functions();
        let signature = self.named_signature(function)?;
        self.mark(';')?;
        Ok(Record::new(module::FUNCTION, [u64::from(signature), 0, is_prototype, linkage.code()]))
    }
}
