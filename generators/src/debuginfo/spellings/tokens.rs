//! The tokens of SPIR-V assembly and their places, by a splitter that shares no code with the assembler.

use crate::TextToken;

/// A token of SPIR-V assembly.
pub type Token<'a> = TextToken<'a, Class>;

/// The classes of tokens: tokens of one class can stand for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `%` and a name or number.
    Id,
    /// `!` and a word.
    Immediate,
    /// In quotes.
    Text,
    /// `=`.
    Equals,
    /// `Op` and a name.
    Instruction,
    /// A number.
    Number,
    /// Any other name.
    Name,
}

/// Returns the class of a token.
fn class(text: &str) -> Class {
    match text.chars().next().unwrap_or(' ') {
        '%' => Class::Id,
        '!' => Class::Immediate,
        '"' => Class::Text,
        '=' => Class::Equals,
        'O' if text.chars().nth(1) == Some('p') && text.chars().nth(2).is_some_and(char::is_uppercase) => Class::Instruction,
        '0'..='9' | '-' => Class::Number,
        _ => Class::Name,
    }
}

/// Splits a text into tokens, without its comments.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line, mut line_start, mut is_first) = (0, 1, 0, true);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            '\n' => {
                (line, line_start, is_first) = (line + 1, at + 1, true);
                at += 1;
                continue;
            }
            ';' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            blank if blank.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            '"' => quoted(rest),
            '=' => 1,
            _ => rest.find(|end: char| end.is_ascii_whitespace() || ";\"=".contains(end)).unwrap_or(rest.len()),
        };
        let place = (line, text[line_start..at].chars().count() + 1);
        let inside = &text[at..at + length];
        tokens.push(Token { text: inside, start: at, place, is_first, class: class(inside) });
        if let Some(feed) = inside.rfind('\n') {
            line += inside.matches('\n').count();
            line_start = at + feed + 1;
        }
        is_first = false;
        at += length;
    }
    tokens
}

/// Returns the number of bytes of a string with its quotes, or of the rest of the text, if it has no second one.
fn quoted(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '"' if !is_escaped => return at + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}
