//! The tokens of a module (LLVM's `LLLexer`), as far as names need them.

use super::name::{bare, spelled};

/// A token.
#[derive(Debug)]
pub(super) enum Token<'a> {
    /// A word, such as an opcode; a number too.
    Word(&'a str),
    /// A name or a number with its sigil, `@`, `%`, `$`, `#` or `^`, as it is spelled without that.
    Named(u8, &'a str),
    /// What stands behind `!`: a number, or the class of a specialized node; nothing of a list or a string.
    Node(&'a str),
    /// A name with a colon, as it is spelled without that.
    Label(&'a str),
    /// A text in quotes.
    Text(&'a str),
    /// Any other character.
    Mark(u8),
}

/// Reads a text token by token. Comments and blanks are left out.
#[derive(Clone)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// The text from the next token on.
    pub(super) fn rest(&mut self) -> &'a str {
        loop {
            self.rest = self.rest.trim_start();
            let Some(comment) = self.rest.strip_prefix(';') else { return self.rest };
            self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    /// Steps over a mark, if it is the next token.
    pub(super) fn eat(&mut self, mark: char) -> bool {
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
                // Nothing ends the text.
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

/// How deep in brackets a text is: below where it began when one closes that was not opened.
#[derive(Default)]
pub(super) struct Depth(i64);

impl Depth {
    /// Goes on behind a token, and tells whether that is an outer one: no bracket, and in none.
    pub(super) fn is_outside(&mut self, token: &Token<'_>) -> bool {
        match token {
            Token::Mark(b'(' | b'[' | b'{' | b'<') => self.0 += 1,
            Token::Mark(b')' | b']' | b'}' | b'>') => self.0 -= 1,
            _ => return self.0 <= 0,
        }
        false
    }

    /// Whether more brackets were closed than opened.
    pub(super) const fn is_below(&self) -> bool {
        self.0 < 0
    }

    /// Steps over all up to a bracket that is in no other, and over that; false where there is none.
    pub(super) fn skip_to(mut self, lexer: &mut Lexer<'_>, bracket: u8) -> bool {
        lexer.any(|token| {
            let is_found = self.0 == 0 && matches!(token, Token::Mark(mark) if mark == bracket);
            self.is_outside(&token);
            is_found
        })
    }
}
