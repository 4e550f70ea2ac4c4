//! Abbreviation definitions, the sections of the abbreviations block, and the abbreviations that records use.

use super::error::Parsed;
use super::lexer::{Name, Place, Token};
use super::{Parser, Record};
use crate::stream::{Abbreviation, AbbreviationOperand, FIRST_ABBREVIATION, ItemKind, MAX_WIDTH, Scalar, UNABBREV_RECORD};
use crate::tables::abbreviation;

impl Parser<'_> {
    /// Parses `types:` or `block(17):`, after the block.
    pub(super) fn section(&mut self, start: Place, block: u32) -> Parsed {
        self.mark(':')?;
        self.finish(start, Record::new(abbreviation::SET_BLOCK, [u64::from(block)]))
    }

    /// `@a0 = abbrev <...>;`
    pub(super) fn definition(&mut self) -> Parsed {
        let place = self.lexer.place();
        self.check_definition(place)?;
        match self.state.scopes.section_len() {
            Some(index) => self.exact_name(Name::global('a', index))?,
            None => self.exact_name(Name::local('a', self.state.scopes.local_len()))?,
        }
        self.mark('=')?;
        self.word("abbrev")?;
        self.mark('<')?;
        let abbreviation = self.abbreviation_operands()?;
        self.mark(';')?;
        self.stream.define(abbreviation);
        if let Some(ItemKind::Define(index)) = self.stream.items().last().map(|item| &item.kind) {
            self.state.scopes.define(*index);
        }
        Ok(())
    }

    /// Parses the operands up to the closing bracket; nothing follows an array.
    fn abbreviation_operands(&mut self) -> Parsed<Abbreviation> {
        let mut abbreviation = Abbreviation::default();
        loop {
            let operand = if self.take_word("array")? {
                self.mark('(')?;
                let element = self.scalar()?;
                self.mark(')')?;
                AbbreviationOperand::Array(element)
            } else {
                AbbreviationOperand::Scalar(self.scalar()?)
            };
            abbreviation.operands.push(operand);
            if matches!(operand, AbbreviationOperand::Array(_)) || !self.take_mark(',')? {
                self.mark('>')?;
                return Ok(abbreviation);
            }
        }
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        if let Token::Number(_) = self.lexer.peek() {
            return Ok(Scalar::Literal(self.number()?));
        }
        let spot = self.lexer.spot();
        match self.lexer.peek() {
            Token::Word("char6") => {
                self.lexer.next()?;
                Ok(Scalar::Char6)
            }
            Token::Word("fixed") => Ok(Scalar::Fixed(self.scalar_width()?)),
            Token::Word("vbr") => Ok(Scalar::Vbr(self.scalar_width()?)),
            _ => Err(spot.expected("a number, fixed(N), vbr(N), char6 or array(...)")),
        }
    }

    /// Parses `(N)` after the encoding.
    fn scalar_width(&mut self) -> Parsed<u32> {
        self.lexer.next()?;
        self.mark('(')?;
        let place = self.lexer.place();
        let width: u32 = self.number()?;
        if u64::from(width) > MAX_WIDTH {
            return Err(place.error(format!("a width of at most {MAX_WIDTH} bits"), width.to_string()));
        }
        self.mark(')')?;
        Ok(width)
    }

    /// `<@a0>` or `<%a0>`: the abbreviation id.
    pub(super) fn used_abbreviation(&mut self) -> Parsed<u32> {
        self.mark('<')?;
        let place = self.lexer.place();
        let name = self.name("an abbreviation such as @a0 or %a0")?;
        self.mark('>')?;
        let globals = self.state.scopes.global_len() as u64;
        let index = match (name.sigil, name.kind) {
            ('@', 'a') if name.index < globals => Some(name.index),
            ('%', 'a') if name.index < self.state.scopes.local_len() as u64 => Some(globals + name.index),
            _ => None,
        };
        let id = index.and_then(|index| u32::try_from(index + u64::from(FIRST_ABBREVIATION)).ok());
        id.ok_or_else(|| place.error("an abbreviation of this block", name.to_string()))
    }

    /// Checks that an abbreviation can encode a record.
    pub(super) fn check_abbreviation(&self, place: Place, id: u32, record: &Record) -> Parsed {
        if id == UNABBREV_RECORD {
            return Ok(());
        }
        let definition = self.state.scopes.lookup(u64::from(id)).ok();
        let abbreviation = definition.and_then(|index| self.stream.abbreviations().get(index as usize));
        if abbreviation.is_some_and(|abbreviation| abbreviation.can_carry(record.code, &record.operands)) {
            return Ok(());
        }
        Err(place.error("an abbreviation that can carry the record", "one that cannot"))
    }
}
