//! Names of values.

use super::error::Parsed;
use super::lexer::Token;
use super::{Parser, Record};
use crate::tables::symbol;

impl Parser<'_> {
    /// `@f0 : "name";` or `@f0 : { 32, 'a'}`
    pub(super) fn symbol_record(&mut self) -> Parsed<Record> {
        let (code, index) = match self.lexer.peek() {
            Token::Name(name) if (name.sigil, name.kind) == ('%', 'b') => (symbol::BLOCK_ENTRY, self.block()?),
            Token::Name(_) => (symbol::ENTRY, u64::from(self.value()?)),
            _ => return Err(self.lexer.unexpected("a value such as @f0, or }")),
        };
        self.mark(':')?;
        let mut operands = vec![index];
        match self.lexer.peek() {
            Token::Text(text) => {
                self.lexer.next()?;
                operands.extend(text.bytes().map(u64::from));
                self.mark(';')?;
            }
            Token::Mark('{') => self.name_bytes(&mut operands)?,
            _ => return Err(self.lexer.unexpected("\"name\" or its bytes in braces")),
        }
        Ok(Record::new(code, operands))
    }

    fn name_bytes(&mut self, operands: &mut Vec<u64>) -> Parsed {
        self.mark('{')?;
        loop {
            match self.lexer.peek() {
                Token::Character(character) => {
                    self.lexer.next()?;
                    operands.push(u64::from(character));
                }
                _ => operands.push(u64::from(self.number::<u8>()?)),
            }
            if !self.take_mark(',')? {
                self.mark('}')?;
                self.take_mark(';')?;
                return Ok(());
            }
        }
    }
}
