//! Single tokens that a statement expects.

use super::Parser;
use super::error::Parsed;
use super::lexer::{Name, Token};
use std::str::FromStr;

impl<'a> Parser<'a> {
    /// Consumes a punctuation character.
    pub(super) fn mark(&mut self, mark: char) -> Parsed {
        if self.take_mark(mark)? { Ok(()) } else { Err(self.lexer.unexpected(mark)) }
    }

    /// Consumes a punctuation character if it is next.
    pub(super) fn take_mark(&mut self, mark: char) -> Parsed<bool> {
        let found = self.lexer.peek() == Token::Mark(mark);
        if found {
            self.lexer.next()?;
        }
        Ok(found)
    }

    /// Consumes a keyword.
    pub(super) fn word(&mut self, word: &str) -> Parsed {
        if self.take_word(word)? { Ok(()) } else { Err(self.lexer.unexpected(word)) }
    }

    /// Consumes a keyword if it is next.
    pub(super) fn take_word(&mut self, word: &str) -> Parsed<bool> {
        let found = self.lexer.peek() == Token::Word(word);
        if found {
            self.lexer.next()?;
        }
        Ok(found)
    }

    /// Consumes any word; `what` describes what is expected.
    pub(super) fn any_word(&mut self, what: &str) -> Parsed<&'a str> {
        match self.lexer.peek() {
            Token::Word(word) => {
                self.lexer.next()?;
                Ok(word)
            }
            _ => Err(self.lexer.unexpected(what)),
        }
    }

    /// Consumes the text of a number.
    pub(super) fn number_text(&mut self) -> Parsed<&'a str> {
        match self.lexer.peek() {
            Token::Number(text) => {
                self.lexer.next()?;
                Ok(text)
            }
            _ => Err(self.lexer.unexpected("a number")),
        }
    }

    /// Consumes an unsigned number that fits its type.
    pub(super) fn number<T: FromStr>(&mut self) -> Parsed<T> {
        let spot = self.lexer.spot();
        let number = match self.lexer.peek() {
            Token::Number(text) => text.parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| spot.expected(format!("a whole number of at most {} bits", 8 * size_of::<T>())))?;
        self.lexer.next()?;
        Ok(number)
    }

    /// Parses a number after a keyword, with an optional colon between, and the end of the statement.
    pub(super) fn counted(&mut self) -> Parsed<u64> {
        self.lexer.next()?;
        self.take_mark(':')?;
        let count = self.number()?;
        self.mark(';')?;
        Ok(count)
    }

    /// `<number, ...>`
    pub(super) fn numbers(&mut self) -> Parsed<Vec<u64>> {
        self.mark('<')?;
        let mut numbers = Vec::new();
        while !self.take_mark('>')? {
            if !numbers.is_empty() {
                self.mark(',')?;
            }
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    /// Consumes an identifier; `what` describes what is expected.
    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.lexer.peek() {
            Token::Name(name) => {
                self.lexer.next()?;
                Ok(name)
            }
            _ => Err(self.lexer.unexpected(what)),
        }
    }

    /// Consumes an identifier with one possible value, because names are numbered in order.
    pub(super) fn exact_name(&mut self, name: impl Into<Name>) -> Parsed {
        let name = name.into();
        if self.lexer.peek() == Token::Name(name) {
            self.lexer.next()?;
            return Ok(());
        }
        Err(self.lexer.unexpected(name.to_string()))
    }
}
