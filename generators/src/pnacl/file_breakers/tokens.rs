//! The tokens of PNaClAsm and their places, by a splitter that shares no code with the assembler.

use crate::TextToken;

/// A token of PNaClAsm.
pub type Token<'a> = TextToken<'a, Class>;

/// The classes of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `@f7` or `%v7`: the sigil and the letter.
    Name(char, char),
    /// In double quotes.
    Text,
    /// In single quotes.
    Character,
    /// A number.
    Number,
    /// A keyword, a type or an operation.
    Word,
    /// Any other character.
    Mark,
}

/// Returns the class of a token.
fn class(text: &str) -> Class {
    let mut characters = text.chars();
    let first = characters.next().unwrap_or(' ');
    match first {
        '@' | '%' => Class::Name(first, characters.next().unwrap_or(' ')),
        '"' => Class::Text,
        '\'' => Class::Character,
        _ if is_number(text) => Class::Number,
        _ if first.is_ascii_alphabetic() => Class::Word,
        _ => Class::Mark,
    }
}

/// Returns whether a token is a number.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|first: char| first.is_ascii_digit()) || ["nan", "inf"].contains(&digits) || digits.starts_with("nan:")
}

/// Splits a text without comments into tokens. The text is one that was printed: quotation marks are in pairs.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line, mut line_start) = (0, 1, 0);
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            if first == '\n' {
                (line, line_start) = (line + 1, at);
            }
            continue;
        }
        let length = length(&text[at..], first);
        let column = text[line_start..at].chars().count() + 1;
        let token = &text[at..at + length];
        let is_first = text[line_start..at].trim().is_empty();
        tokens.push(Token { text: token, start: at, place: (line, column), is_first, class: class(token) });
        at += length;
    }
    tokens
}

/// Returns the number of bytes of the first token of a text.
fn length(text: &str, first: char) -> usize {
    let alphanumeric = |from: usize| text[from..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(text.len(), |end| from + end);
    match first {
        '@' | '%' => alphanumeric(1),
        '"' => text[1..].find('"').map_or(text.len(), |end| end + 2),
        '\'' => 3.min(text.len()),
        '.' if text.starts_with("...") => 3,
        _ if is_number(&text[..alphanumeric(first.len_utf8())]) => number(text),
        _ if first.is_ascii_alphabetic() => alphanumeric(1),
        _ => first.len_utf8(),
    }
}

/// Returns the number of bytes of a number: `-1.5e-07`, `nan:0x7f800001`.
fn number(text: &str) -> usize {
    let mut previous = ' ';
    for (at, character) in text.char_indices() {
        let continues = match character {
            '-' if at == 0 => true,
            '+' | '-' => matches!(previous, 'e' | 'E'),
            ':' => text[..at].ends_with("nan") && text[at..].starts_with(":0x"),
            _ => character.is_ascii_alphanumeric() || character == '.',
        };
        if !continues {
            return at;
        }
        previous = character;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_places() {
        let found: Vec<_> = tokens("%v0 = add i32 %p0, -1.5e-07;\n  @f0 : {'a',  32} \"b c\"; nan:0x7f ...")
            .iter()
            .map(|token| (token.text, token.place))
            .collect();
        let expected = [
            ("%v0", (1, 1)),
            ("=", (1, 5)),
            ("add", (1, 7)),
            ("i32", (1, 11)),
            ("%p0", (1, 15)),
            (",", (1, 18)),
            ("-1.5e-07", (1, 20)),
            (";", (1, 28)),
            ("@f0", (2, 3)),
            (":", (2, 7)),
            ("{", (2, 9)),
            ("'a'", (2, 10)),
            (",", (2, 13)),
            ("32", (2, 16)),
            ("}", (2, 18)),
            ("\"b c\"", (2, 20)),
            (";", (2, 25)),
            ("nan:0x7f", (2, 27)),
            ("...", (2, 36)),
        ];
        assert_eq!(found, expected);
    }
}
