//! The basic operations of the parser: the next token, numbers, punctuation, errors.

use crate::error::{Error, Errors, OlderSpelling, Position};
use crate::read::lexer::Lexer;
use crate::read::token::{Kind, Token, found};
use crate::{ErrorKind, IrValue};
use memchr::memchr_iter;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::Range;
use std::str::FromStr;

/// A marker that a construct could not be read and that the error has been reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported;

/// The result of reading a construct.
pub(super) type Parsed<T = ()> = Result<T, Reported>;

/// The digits of the smallest number of 64 bits, after its sign.
const SMALLEST: &str = "9223372036854775808";

/// Reads a body with one token of lookahead.
pub(super) struct Parser<'t, 'e> {
    text: &'t str,
    end: usize,
    /// A byte and its line number; errors count lines from here.
    counted: (usize, u32),
    lexer: Lexer<'t>,
    /// The next token.
    pub(super) next: Token<'t>,
    pub(super) errors: &'e mut Errors,
}

impl<'t, 'e> Parser<'t, 'e> {
    pub(super) fn new(text: &'t str, lines: Range<usize>, errors: &'e mut Errors) -> Self {
        let end = lines.end;
        let lexer = Lexer::new(text, lines);
        let mut parser = Self { text, end, counted: (0, 1), lexer, next: Token { kind: Kind::End, at: end }, errors };
        parser.advance();
        parser
    }

    pub(super) fn advance(&mut self) {
        self.lexer.advance(&mut self.next);
    }

    /// Returns the token after the next one.
    pub(super) fn second(&self) -> Kind<'t> {
        let mut token = self.next;
        self.lexer.clone().advance(&mut token);
        token.kind
    }

    /// Returns whether the line ends here.
    pub(super) fn at_line_end(&self) -> bool {
        matches!(self.next.kind, Kind::Newline | Kind::End)
    }

    /// Skips the rest of the line; returns whether a brace is opened at its end.
    pub(super) fn skip_line(&mut self) -> bool {
        let mut last = Kind::Newline;
        while !self.at_line_end() {
            last = self.next.kind;
            self.advance();
        }
        last == Kind::Punctuation(b'{')
    }

    /// Reports that a rule is broken at a token.
    pub(super) fn fail_at<T>(&mut self, token: Token<'t>, kind: ErrorKind) -> Parsed<T> {
        let at = place(self.text, token.at, &mut self.counted);
        self.errors.push(Error { at, kind });
        Err(Reported)
    }

    /// Notes that the next token is an older spelling.
    #[cold]
    pub(super) fn note(&mut self, spelling: OlderSpelling) {
        let (text, at, counted) = (self.text, self.next.at, &mut self.counted);
        self.errors.note(spelling, || place(text, at, counted));
    }

    /// Reports that a rule is broken at the next token.
    pub(super) fn fail<T>(&mut self, kind: ErrorKind) -> Parsed<T> {
        self.fail_at(self.next, kind)
    }

    /// Reports that the next token is not the expected one.
    pub(super) fn expected<T>(&mut self, expected: &'static str) -> Parsed<T> {
        let rest = &self.text[self.next.at..self.end];
        let kind = match self.next.kind {
            Kind::Bad(bad) => bad.error(rest),
            _ => ErrorKind::Expected { expected, found: found(rest) },
        };
        self.fail(kind)
    }

    /// Returns whether the next token is this character.
    pub(super) fn at(&self, punctuation: u8) -> bool {
        matches!(self.next.kind, Kind::Punctuation(found) if found == punctuation)
    }

    /// Skips a character, if it is there.
    pub(super) fn eat(&mut self, punctuation: u8) -> bool {
        let there = self.at(punctuation);
        if there {
            self.advance();
        }
        there
    }

    /// Skips a required character.
    pub(super) fn expect(&mut self, punctuation: u8) -> Parsed {
        if self.eat(punctuation) {
            return Ok(());
        }
        self.expected(match punctuation {
            b'(' => "'('",
            b')' => "')'",
            b'=' => "'='",
            b':' => "':'",
            b'>' => "'>'",
            _ => "','",
        })
    }

    /// Returns whether the next token is this word.
    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.next.kind, Kind::Word(found) if found == word)
    }

    /// Skips a word, if it is there.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let there = self.at_word(word);
        if there {
            self.advance();
        }
        there
    }

    /// Reads any word.
    pub(super) fn word(&mut self, expected: &'static str) -> Parsed<&'t str> {
        let Kind::Word(word) = self.next.kind else { return self.expected(expected) };
        self.advance();
        Ok(word)
    }

    /// Reads a decimal number.
    pub(super) fn number<T: Number>(&mut self, expected: &'static str) -> Parsed<T> {
        let Kind::Integer(digits) = self.next.kind else { return self.expected(expected) };
        match digits.parse() {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            // A minus sign before an unsigned number.
            Err(error) if *error.kind() == IntErrorKind::InvalidDigit => self.expected(expected),
            Err(_) => self.fail(ErrorKind::NumberTooLarge(T::SIZE)),
        }
    }

    /// Reads a number, decimal or hexadecimal.
    pub(super) fn any_number<T: Number + TryFrom<u64>>(&mut self, expected: &'static str) -> Parsed<T> {
        let Kind::Hexadecimal(digits) = self.next.kind else { return self.number(expected) };
        let number = u64::from_str_radix(&digits[2..], 16).ok().and_then(|number| number.try_into().ok());
        let Some(number) = number else { return self.fail(ErrorKind::NumberTooLarge(T::SIZE)) };
        self.advance();
        Ok(number)
    }

    /// Reads a power of two.
    pub(super) fn alignment(&mut self) -> Parsed<u64> {
        let token = self.next;
        let alignment: u64 = self.number("an alignment in bytes")?;
        if alignment.is_power_of_two() { Ok(alignment) } else { self.fail_at(token, ErrorKind::Alignment) }
    }

    /// Reads `+ N` or `- N`; 0 if there is neither.
    pub(super) fn offset(&mut self) -> Parsed<i64> {
        let minus = self.at(b'-');
        if !minus && !self.at(b'+') {
            return Ok(0);
        }
        self.advance();
        // The smallest number has no positive counterpart: llc prints it with two signs, and also reads it with one.
        if minus && self.next.kind == Kind::Integer(SMALLEST) {
            self.advance();
            return Ok(i64::MIN);
        }
        let offset: i64 = self.number("a number of bytes")?;
        Ok(if minus { offset.wrapping_neg() } else { offset })
    }

    /// Reads `@name` or `@N`.
    pub(super) fn global(&mut self, expected: &'static str) -> Parsed<IrValue> {
        let Kind::Global(value) = self.next.kind else { return self.expected(expected) };
        self.value(value)
    }

    /// Reads `%ir-block.name` or `%ir-block.N`.
    pub(super) fn ir_block(&mut self) -> Parsed<IrValue> {
        let Kind::IrBlock(value) = self.next.kind else { return self.expected("an IR block, such as '%ir-block.0'") };
        self.value(value)
    }
}

/// A type of numbers.
pub(super) trait Number: FromStr<Err = ParseIntError> {
    /// The size, for messages.
    const SIZE: &'static str;
}

/// Implements `Number` for types of numbers.
macro_rules! numbers {
    ($($type:ident: $size:literal),*) => {
        $(impl Number for $type {
            const SIZE: &'static str = $size;
        })*
    };
}

numbers! { u8: "8 bits", i32: "32 bits with a sign", u32: "32 bits", i64: "64 bits with a sign", u64: "64 bits" }

/// Returns the line and the column of a byte; `counted` is a byte and its line number, and is updated to this byte.
fn place(text: &str, at: usize, counted: &mut (usize, u32)) -> Position {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[line_start..].chars().count() + 1;
    let (known, line) = *counted;
    let feeds = |part: Range<usize>| memchr_iter(b'\n', &text.as_bytes()[part]).count() as u32;
    *counted = (at, if at < known { line.saturating_sub(feeds(at..known)) } else { line.saturating_add(feeds(known..at)) });
    Position { line: counted.1, column: column.try_into().unwrap_or(u32::MAX) }
}
