//! Globals and their initializers.

use super::error::Parsed;
use super::lexer::{Name, Token};
use super::{Parser, Record};
use crate::tables::global;

impl Parser<'_> {
    pub(super) fn global_record(&mut self) -> Parsed<Record> {
        match self.lexer.peek() {
            Token::Word("count") => Ok(Record::new(global::COUNT, [self.counted()?])),
            Token::Word("zerofill") => Ok(Record::new(global::ZEROFILL, [self.counted()?])),
            Token::Word("var") => self.variable(0),
            Token::Word("const") => self.variable(1),
            Token::Word("initializers") => self.compound(),
            Token::Word("reloc") => self.relocation(),
            Token::Mark('{') => self.data(),
            _ => Err(self.lexer.unexpected("count, var, const, an initializer or }")),
        }
    }

    /// `var @g0, align 4,`
    fn variable(&mut self, is_constant: u64) -> Parsed<Record> {
        self.lexer.next()?;
        self.exact_name(Name::global('g', self.state.globals.defined()))?;
        self.mark(',')?;
        let align = self.alignment()?;
        self.mark(',')?;
        Ok(Record::new(global::VARIABLE, [align, is_constant]))
    }

    /// `initializers 2 {`
    fn compound(&mut self) -> Parsed<Record> {
        self.lexer.next()?;
        let count = self.number()?;
        self.mark('{')?;
        Ok(Record::new(global::COMPOUND, [count]))
    }

    /// Parses the bracket after the last initializer, which has no record.
    pub(super) fn close_initializers(&mut self) -> Parsed {
        self.mark('}')?;
        self.state.globals.close();
        Ok(())
    }

    /// `{ 1, 2, 3}`
    fn data(&mut self) -> Parsed<Record> {
        self.mark('{')?;
        let mut bytes = Vec::new();
        while !self.take_mark('}')? {
            if !bytes.is_empty() {
                self.mark(',')?;
            }
            bytes.push(u64::from(self.number::<u8>()?));
        }
        Ok(Record::new(global::DATA, bytes))
    }

    /// `reloc @g0 + 4;`
    fn relocation(&mut self) -> Parsed<Record> {
        self.lexer.next()?;
        let mut operands = vec![u64::from(self.value()?)];
        if self.lexer.peek() != Token::Mark(';') {
            operands.push(u64::from(self.addend()?));
        }
        self.mark(';')?;
        Ok(Record::new(global::RELOCATION, operands))
    }

    /// Parses a sign and a number, in two's complement.
    fn addend(&mut self) -> Parsed<u32> {
        if self.take_mark('+')? {
            return self.number();
        }
        self.mark('-')?;
        Ok(self.number::<u32>()?.wrapping_neg())
    }
}
