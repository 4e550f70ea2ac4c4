//! Names: with quotes and escapes, or without.

use super::parser::{Parsed, Parser};
use crate::read::token::{Kind, Spelled, Value};
use crate::{ErrorKind, IrValue};
use std::borrow::Cow;

impl<'t> Parser<'t, '_> {
    /// Reads the name that the next token spells.
    pub(super) fn name(&mut self, spelled: Spelled<'t>) -> Parsed<Cow<'t, str>> {
        match spelled.quoted() {
            Some(escaped) => self.unescaped(escaped),
            None => {
                self.advance();
                Ok(Cow::Borrowed(spelled.0))
            }
        }
    }

    /// Reads the quoted contents of the next token.
    fn unescaped(&mut self, escaped: &'t str) -> Parsed<Cow<'t, str>> {
        let Some(text) = unescape(escaped) else { return self.fail(ErrorKind::NameNotUtf8) };
        self.advance();
        Ok(text)
    }

    /// Reads a string in double quotes.
    pub(super) fn text(&mut self) -> Parsed<Cow<'t, str>> {
        let Kind::Text(text) = self.next.kind else { return self.expected("a string in double quotes") };
        self.unescaped(text)
    }

    /// Reads the number or the name that the next token spells.
    pub(super) fn value(&mut self, value: Value<'t>) -> Parsed<IrValue> {
        match value {
            Value::Number(number) => {
                self.advance();
                Ok(IrValue::Numbered(number))
            }
            Value::Name(name) => Ok(IrValue::Named(self.name(name)?.into())),
        }
    }
}

/// Resolves `\\` and `\xx`; any other backslash is kept. Returns none if the bytes are not UTF-8.
fn unescape(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('\\') {
        return Some(Cow::Borrowed(text));
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        bytes.push(*byte);
        if *byte != b'\\' {
            continue;
        }
        if let Some(after) = rest.strip_prefix(b"\\") {
            rest = after;
        } else if let [high, low, after @ ..] = rest
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            bytes.pop();
            bytes.push(high << 4 | low);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let cases = [("a", Some("a")), ("\\\\41", Some("\\41")), ("\\41\\22", Some("A\"")), ("\\4", Some("\\4")), ("\\x\\", Some("\\x\\"))];
        for (text, name) in cases {
            assert_eq!(unescape(text).as_deref(), name, "{text}");
        }
        assert_eq!((unescape("\\C3\\A9").as_deref(), unescape("\\C3")), (Some("é"), None));
    }
}
