//! Splits text into tokens. Line ends are blanks, so that a wrapped statement is parsed like an unwrapped one.

use super::error::ParseError;
use crate::text::state::Value;

/// The beginnings of comments to the end of the line. Listings describe the header in words; assembly states an unusual header with
/// `header`.
const COMMENTS: [&str; 3] = ["//", "Magic Number:", "PNaCl Version:"];

/// A token without its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A keyword or an operation: letters, digits, dots.
    Word(&'a str),
    /// A number: digits, and the other characters of floats.
    Number(&'a str),
    /// `@f7` or `%v7`: the sigil, the kind, the index.
    Name(Name),
    /// `"text"` of characters that need no escape.
    Text(&'a str),
    /// `'a'`.
    Character(u8),
    /// Any other character.
    Mark(char),
    /// End of the text.
    End,
}

/// An identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// `@` or `%`.
    pub(super) sigil: char,
    /// The letter for the kind.
    pub(super) kind: char,
    pub(super) index: u64,
}

impl Name {
    /// Makes a name with module scope.
    pub(super) fn global(kind: char, index: impl TryInto<u64>) -> Self {
        Self { sigil: '@', kind, index: index.try_into().unwrap_or(u64::MAX) }
    }

    /// Makes a name with block scope.
    pub(super) fn local(kind: char, index: impl TryInto<u64>) -> Self {
        Self { sigil: '%', kind, index: index.try_into().unwrap_or(u64::MAX) }
    }
}

impl From<Value> for Name {
    fn from(value: Value) -> Self {
        match value {
            Value::Function(index) => Self::global('f', index),
            Value::Global(index) => Self::global('g', index),
            Value::Parameter(index) => Self::local('p', index),
            Value::Constant(index) => Self::local('c', index),
            Value::Instruction(index) => Self::local('v', index),
        }
    }
}

/// A token's position, from 1. A column is a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// Makes an error here.
    pub(super) fn error(self, expected: impl Into<String>, found: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, expected: expected.into(), found: found.into() }
    }
}

/// A token and its position, for an error that may be detected later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    place: Place,
    token: Token<'a>,
}

impl Spot<'_> {
    /// Makes the error that something else was expected instead of the token.
    pub(super) fn expected(self, expected: impl Into<String>) -> ParseError {
        self.place.error(expected, self.token.describe())
    }
}

/// Reads tokens one by one, with one token of lookahead.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    at: Place,
    token: Token<'a>,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, ParseError> {
        let start = Place { line: 1, column: 1 };
        let mut lexer = Self { rest: text, at: start, token: Token::End, place: start };
        lexer.advance()?;
        Ok(lexer)
    }

    /// Returns the next token without consuming it.
    pub(super) fn peek(&self) -> Token<'a> {
        self.token
    }

    /// Returns the tokens after the next one without consuming them; an error is reported when it is reached.
    pub(super) fn peek_behind<const N: usize>(&self) -> [Token<'a>; N] {
        let mut ahead = self.clone();
        [(); N].map(|()| ahead.advance().map_or(Token::End, |()| ahead.token))
    }

    /// Returns the position of the next token.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Consumes the next token.
    pub(super) fn next(&mut self) -> Result<Token<'a>, ParseError> {
        let token = self.token;
        self.advance()?;
        Ok(token)
    }

    /// Makes the error that something else was expected instead of the next token.
    pub(super) fn unexpected(&self, expected: impl Into<String>) -> ParseError {
        self.spot().expected(expected)
    }

    /// Returns the next token and its position.
    pub(super) fn spot(&self) -> Spot<'a> {
        Spot { place: self.place, token: self.token }
    }

    fn advance(&mut self) -> Result<(), ParseError> {
        self.skip_blanks();
        self.place = self.at;
        self.token = self.scan()?;
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.eat(blank);
            if !COMMENTS.iter().any(|comment| self.rest.starts_with(comment)) {
                return;
            }
            self.eat(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn eat(&mut self, len: usize) -> &'a str {
        let (text, rest) = self.rest.split_at(len);
        for character in text.chars() {
            if character == '\n' {
                self.at = Place { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        self.rest = rest;
        text
    }

    fn eat_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let len = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        self.eat(len)
    }

    fn scan(&mut self) -> Result<Token<'a>, ParseError> {
        let mut characters = self.rest.chars();
        let Some(first) = characters.next() else { return Ok(Token::End) };
        let second = characters.next().unwrap_or_default();
        match first {
            '@' | '%' => self.name(first),
            '"' => self.quoted(),
            '\'' => self.character(),
            '0'..='9' => Ok(Token::Number(self.number(0))),
            '-' if second.is_ascii_digit() || self.rest.starts_with("-nan") || self.rest.starts_with("-inf") => {
                Ok(Token::Number(self.number(1)))
            }
            '.' if self.rest.starts_with("...") => Ok(Token::Word(self.eat(3))),
            'n' | 'i' if self.is_special_float() => Ok(Token::Number(self.number(0))),
            first if first.is_ascii_alphabetic() => Ok(Token::Word(self.eat_while(|c| c.is_ascii_alphanumeric()))),
            other => {
                self.eat(other.len_utf8());
                Ok(Token::Mark(other))
            }
        }
    }

    fn is_special_float(&self) -> bool {
        let word = self.rest.split(|c: char| !c.is_ascii_alphanumeric()).next();
        matches!(word, Some("nan" | "inf"))
    }

    fn number(&mut self, sign: usize) -> &'a str {
        let start = self.rest;
        self.eat(sign);
        let mut len = sign;
        loop {
            len += self.eat_while(|c| c.is_ascii_alphanumeric() || c == '.').len();
            let exponent = matches!(start[..len].chars().last(), Some('e' | 'E')) && self.rest.starts_with(['+', '-']);
            let payload = start[..len].ends_with("nan") && self.rest.starts_with(":0x");
            if !exponent && !payload {
                return &start[..len];
            }
            len += self.eat(1).len();
        }
    }

    fn name(&mut self, sigil: char) -> Result<Token<'a>, ParseError> {
        let place = self.at;
        self.eat(1);
        let text = self.eat_while(|c| c.is_ascii_alphanumeric());
        let mut characters = text.chars();
        let kind = characters.next();
        match (kind, characters.as_str().parse()) {
            (Some(kind), Ok(index)) if kind.is_ascii_lowercase() => Ok(Token::Name(Name { sigil, kind, index })),
            _ => Err(place.error("an identifier such as @f0 or %v1", format!("{sigil}{text}"))),
        }
    }

    fn quoted(&mut self) -> Result<Token<'a>, ParseError> {
        let place = self.at;
        self.eat(1);
        let text = self.eat_while(|c| c != '"' && c != '\n');
        if self.rest.starts_with('"') {
            self.eat(1);
            return Ok(Token::Text(text));
        }
        Err(place.error("a closing quotation mark on the same line", "the end of the line"))
    }

    fn character(&mut self) -> Result<Token<'a>, ParseError> {
        let place = self.at;
        match self.rest.as_bytes() {
            [b'\'', character, b'\'', ..] if character.is_ascii() => {
                let character = *character;
                self.eat(3);
                Ok(Token::Character(character))
            }
            _ => Err(place.error("a character between quotation marks, such as 'a'", "something else")),
        }
    }
}

impl Token<'_> {
    /// Returns the token as errors print it.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Word(text) | Self::Number(text) => (*text).to_owned(),
            Self::Name(name) => name.to_string(),
            Self::Text(text) => format!("\"{text}\""),
            Self::Character(character) => format!("'{}'", char::from(*character)),
            Self::Mark(mark) => mark.to_string(),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}{}", self.sigil, self.kind, self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::new(text).unwrap();
        let mut out = Vec::new();
        while lexer.peek() != Token::End {
            out.push(lexer.next().unwrap().describe());
        }
        out
    }

    #[test]
    fn floats_are_single_tokens() {
        assert_eq!(tokens("1e+256 -1.5e-7 -0 nan -inf nan:0x7f800001;"), ["1e+256", "-1.5e-7", "-0", "nan", "-inf", "nan:0x7f800001", ";"]);
    }

    #[test]
    fn comments_and_line_ends_are_blanks() {
        assert_eq!(tokens("a // b\n  %v0=c"), ["a", "%v0", "=", "c"]);
    }

    #[test]
    fn places_count_lines_and_characters() {
        let mut lexer = Lexer::new("é a\n  b").unwrap();
        lexer.next().unwrap();
        assert_eq!(lexer.place(), Place { line: 1, column: 3 });
        lexer.next().unwrap();
        assert_eq!(lexer.place(), Place { line: 2, column: 3 });
    }

    #[test]
    fn broken_tokens_are_errors() {
        let error = Lexer::new("\"abc").unwrap_err();
        assert_eq!((error.line, error.column), (1, 1));
        assert!(Lexer::new("@").is_err());
        assert!(Lexer::new("%v99999999999999999999").is_err());
        assert!(Lexer::new("'ab'").is_err());
    }
}
