//! Values of one line: plain, in single quotes, in double quotes.

use super::{ContainerError, Parse, Yaml};
use std::borrow::Cow;

/// The context of a plain value, which determines its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    Block,
    /// Inside braces or brackets.
    Flow,
}

/// The bytes that end a plain value, some only before or after others.
const MAY_END_PLAIN: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut list: &[u8] = b"\n:#,[]{}";
    while let [byte, rest @ ..] = list {
        bytes[*byte as usize] = true;
        list = rest;
    }
    bytes
};

impl<'a> Yaml<'a> {
    pub(super) fn scalar(&mut self, context: Context) -> Parse<Cow<'a, str>> {
        match self.peek() {
            Some(b'\'') => self.single_quoted(),
            Some(b'"') => self.double_quoted(),
            _ => self.plain(context).map(Cow::Borrowed),
        }
    }

    fn plain(&mut self, context: Context) -> Parse<&'a str> {
        self.check_first()?;
        let start = self.at;
        loop {
            let rest = &self.bytes[self.at..self.end];
            self.at += rest.iter().position(|byte| MAY_END_PLAIN[usize::from(*byte)]).unwrap_or(rest.len());
            match self.peek() {
                Some(byte) if !self.ends_plain(byte, context) => self.at += 1,
                _ => break,
            }
        }
        while matches!(self.bytes[start..self.at].last(), Some(b' ' | b'\t' | b'\r')) {
            self.at -= 1;
        }
        Ok(&self.text[start..self.at])
    }

    /// Checks that a plain value may begin here (YAML 1.2, section 7.3.3).
    fn check_first(&self) -> Parse<()> {
        match self.peek() {
            Some(b'&') => self.refuse(ContainerError::Anchor),
            Some(b'*') => self.refuse(ContainerError::Alias),
            Some(b'!') => self.refuse(ContainerError::Tag),
            Some(first @ (b'%' | b'@' | b'`' | b'|' | b'>' | b'#')) => self.refuse(ContainerError::Reserved(char::from(first))),
            Some(b'-' | b'?' | b':') if self.is_blank(self.at + 1) => self.expected("a value"),
            None | Some(b',' | b'[' | b']' | b'{' | b'}' | b'\n') => self.expected("a value"),
            Some(_) => Ok(()),
        }
    }

    /// Returns whether a plain value ends at a byte, one of [`MAY_END_PLAIN`].
    fn ends_plain(&self, byte: u8, context: Context) -> bool {
        match byte {
            b'\n' => true,
            b':' => self.is_blank(self.at + 1) || (context == Context::Flow && self.byte(self.at + 1).is_some_and(is_flow_indicator)),
            b'#' => self.is_blank(self.at - 1),
            _ => context == Context::Flow && is_flow_indicator(byte),
        }
    }

    fn single_quoted(&mut self) -> Parse<Cow<'a, str>> {
        let open = self.at;
        let mut start = self.at + 1;
        let mut text = Cow::Borrowed("");
        loop {
            let quote = self.closing(open, start, |byte| byte == b'\'')?;
            text += &self.text[start..quote];
            self.at = quote + 1;
            if self.peek() != Some(b'\'') {
                return Ok(text);
            }
            text += "'";
            start = quote + 2;
        }
    }

    fn double_quoted(&mut self) -> Parse<Cow<'a, str>> {
        let open = self.at;
        let mut start = self.at + 1;
        let mut text = Cow::Borrowed("");
        loop {
            let stop = self.closing(open, start, |byte| matches!(byte, b'"' | b'\\'))?;
            text += &self.text[start..stop];
            self.at = stop + 1;
            if self.bytes[stop] == b'"' {
                return Ok(text);
            }
            text.to_mut().push(self.escape()?);
            start = self.at;
        }
    }

    /// Finds the next byte on the same line for which `stops` is true.
    fn closing(&self, open: usize, from: usize, stops: impl Fn(u8) -> bool) -> Parse<usize> {
        let found = (from..self.end).find(|at| stops(self.bytes[*at]) || self.bytes[*at] == b'\n');
        match found {
            Some(at) if self.bytes[at] != b'\n' => Ok(at),
            _ => Err((open, ContainerError::OpenQuote(char::from(self.bytes[open])))),
        }
    }

    /// Reads the character of an escape, from after the backslash (YAML 1.2, section 5.7).
    fn escape(&mut self) -> Parse<char> {
        let digits = match self.peek() {
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => 0,
        };
        let character = match self.peek() {
            Some(letter) if digits == 0 => simple_escape(letter),
            Some(_) => self.text[..self.end].get(self.at + 1..self.at + 1 + digits).and_then(hexadecimal),
            None => None,
        };
        let Some(character) = character else { return self.refuse(ContainerError::Escape) };
        self.at += 1 + digits;
        Ok(character)
    }
}

fn hexadecimal(digits: &str) -> Option<char> {
    let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    all.then(|| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)).flatten()
}

fn simple_escape(letter: u8) -> Option<char> {
    Some(match letter {
        b'0' => '\0',
        b'a' => '\x07',
        b'b' => '\x08',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\x0b',
        b'f' => '\x0c',
        b'r' => '\r',
        b'e' => '\x1b',
        b' ' | b'"' | b'/' | b'\\' => char::from(letter),
        b'N' => '\u{85}',
        b'_' => '\u{a0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        _ => return None,
    })
}

fn is_flow_indicator(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}
