//! The tokens of a module (LLVM's `LLLexer`), to the extent that names require.

use super::name::{bare, spelled};

/// A token.
#[derive(Debug)]
pub(crate) enum Token<'a> {
    /// A word, such as an opcode, or a number.
    Word(&'a str),
    /// A name or a number after its sigil, `@`, `%`, `$`, `#` or `^`, as spelled without the sigil.
    Named(u8, &'a str),
    /// The word after `!`: a number, or the class of a specialized node; empty for a list or a string.
    Node(&'a str),
    /// A name before a colon, as spelled without the colon.
    Label(&'a str),
    /// Quoted text.
    Text(&'a str),
    /// Any other character.
    Mark(u8),
}

/// Reads a text token by token. Comments and blanks are skipped.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    rest: &'a str,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// Returns the text from the next token on.
    pub(crate) fn rest(&mut self) -> &'a str {
        loop {
            self.rest = self.rest.trim_start();
            let Some(comment) = self.rest.strip_prefix(';') else { return self.rest };
            self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    /// Skips a mark, if it is the next token.
    pub(crate) fn eat(&mut self, mark: char) -> bool {
        let rest = self.rest().strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn token(&mut self) -> Option<Token<'a>> {
        let text = self.rest();
        let first = *text.as_bytes().first()?;
        let (token, rest) = match first {
            b'@' | b'%' | b'$' | b'#' | b'^' if let Some((name, rest)) = spelled(&text[1..]) => (Token::Named(first, name), rest),
            b'!' => {
                let (word, rest) = bare(&text[1..]);
                (Token::Node(word), rest)
            }
            _ => match spelled(text) {
                Some((label, rest)) if rest.starts_with(':') => (Token::Label(label), &rest[1..]),
                Some((quoted, rest)) if first == b'"' => (Token::Text(&quoted[1..quoted.len() - 1]), rest),
                Some((word, rest)) => (Token::Word(word), rest),
                // The end of the text also ends the string.
                None if first == b'"' => (Token::Text(&text[1..]), ""),
                None => (Token::Mark(first), text.get(text.chars().next().map_or(1, char::len_utf8)..).unwrap_or_default()),
            },
        };
        self.rest = rest;
        Some(token)
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.token()
    }
}

/// The nesting depth of brackets in a text: negative after a closing bracket that was not opened.
#[derive(Default)]
pub(super) struct Depth(i64);

impl Depth {
    /// Updates the depth for a token, and returns whether the token is an outer one: not a bracket, and not inside one.
    pub(super) fn is_outside(&mut self, token: &Token<'_>) -> bool {
        match token {
            Token::Mark(b'(' | b'[' | b'{' | b'<') => self.0 += 1,
            Token::Mark(b')' | b']' | b'}' | b'>') => self.0 -= 1,
            _ => return self.0 <= 0,
        }
        false
    }

    /// Returns whether more brackets were closed than opened.
    pub(super) const fn is_below(&self) -> bool {
        self.0 < 0
    }

    /// Returns whether no bracket is open.
    pub(super) const fn is_outermost(&self) -> bool {
        self.0 == 0
    }
}
