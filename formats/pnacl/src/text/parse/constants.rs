//! Constants of a function.

use super::error::Parsed;
use super::lexer::Token;
use super::{Parser, Record};
use crate::tables::constant;
use crate::text::number::{Precision, parse_float, parse_rotated, some_nan};
use crate::text::state::Type;

impl Parser<'_> {
    pub(super) fn constant_record(&mut self) -> Parsed<Record> {
        match self.lexer.peek() {
            Token::Name(name) if name.kind == 'c' => self.constant(),
            _ => {
                let (id, _) = self.type_id()?;
                self.mark(':')?;
                Ok(Record::new(constant::SET_TYPE, [id]))
            }
        }
    }

    /// `%c0 = i32 7;`
    fn constant(&mut self) -> Parsed<Record> {
        let Some(function) = &self.state.function else { return Err(self.lexer.unexpected("no constant outside a function")) };
        let name = function.next_constant();
        self.exact_name(name)?;
        let Some(shape) = self.state.constant_shape() else {
            return Err(self.lexer.unexpected("a type such as `i32:` before the first constant"));
        };
        self.mark('=')?;
        self.exact_type(shape)?;
        let record = match self.lexer.peek() {
            Token::Word("undef") => {
                self.lexer.next()?;
                Record::new(constant::UNDEF, [])
            }
            _ => match Precision::of(shape) {
                Some(precision) => Record::new(constant::FLOAT, [self.float(precision)?]),
                None => Record::new(constant::INTEGER, [self.integer(shape)?]),
            },
        };
        self.mark(';')?;
        Ok(record)
    }

    fn float(&mut self, precision: Precision) -> Parsed<u64> {
        let spot = self.lexer.spot();
        let text = self.number_text()?;
        let expected = || {
            if text.starts_with("nan:") { format!("a NaN such as {}", some_nan(precision)) } else { "a floating point number".to_owned() }
        };
        parse_float(precision, text).ok_or_else(|| spot.expected(expected()))
    }

    /// Parses a number of a type, sign-rotated. True is 1 in text and -1 on the wire.
    pub(super) fn integer(&mut self, shape: Type) -> Parsed<u64> {
        let spot = self.lexer.spot();
        match shape {
            Type::BOOLEAN => match self.number_text()? {
                "0" => Ok(0),
                "1" | "-1" => Ok(3),
                _ => Err(spot.expected(if shape == Type::BOOLEAN { "0 or 1" } else { "a whole number of 64 bits" })),
            },
            Type::Integer(_) => parse_rotated(self.number_text()?)
                .ok_or_else(|| spot.expected(if shape == Type::BOOLEAN { "0 or 1" } else { "a whole number of 64 bits" })),
            _ => Err(self.lexer.unexpected("undef, the only constant of this type")),
        }
    }
}
