//! The YAML that LLVM reads and prints, as values with their positions.
//!
//! There are two reasons for a separate reader. LLVM prints invalid YAML (a sequence with dashes inside a mapping in braces, for
//! `fwdArgRegs`), which the YAML libraries reject; and they take many times as long for the keys of a function as its body takes. The
//! reader supports the part of YAML that LLVM uses: mappings and sequences in both styles, plain and quoted values of one line, and literal
//! text, whose contents are not checked. Anchors, aliases, tags and directives are rejected.

mod block;
mod flow;
mod literal;
mod node;
mod scalar;

pub(super) use literal::Literal;
pub(super) use node::{Entry, Kind, Node};

use super::ContainerError;
use memchr::memchr;

/// The position in the text, and the rule that is broken there.
pub(super) type Refusal = (usize, ContainerError);
type Parse<T> = Result<T, Refusal>;

/// The maximal depth, whatever the limits: each level uses some stack.
const DEEPEST: usize = 64;

/// Reads the value of a document and returns it with its end: `at` and `end` are the start and the end of the document in the text of the
/// file. Literal text ends before a line without indentation, which begins the next document in LLVM's reader, with or without `---`; every
/// other value extends to `end`.
pub(super) fn document<'a>(text: &'a str, at: usize, end: usize, nesting: usize) -> Parse<(Node<'a>, usize)> {
    // A byte order mark is no part of the first line.
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let line = text[..at].rfind('\n').map_or(mark, |feed| feed + 1);
    let mut yaml = Yaml { text, bytes: text.as_bytes(), at, end, line, depth: 0, deepest: nesting.min(DEEPEST) };
    yaml.skip()?;
    let node = match yaml.peek() {
        Some(b'%') if yaml.column() == 0 => return yaml.refuse(ContainerError::Directive),
        _ => yaml.block(None)?,
    };
    yaml.skip()?;
    let is_whole = yaml.at == end || matches!(node.kind, Kind::Literal(_)) && yaml.column() == 0;
    if is_whole { Ok((node, yaml.at)) } else { yaml.refuse(ContainerError::Indentation) }
}

/// A position in the text of a document.
struct Yaml<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// The end of the document.
    end: usize,
    /// The start of the line of `at`.
    line: usize,
    depth: usize,
    deepest: usize,
}

impl<'a> Yaml<'a> {
    fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        if at < self.end { Some(self.bytes[at]) } else { None }
    }

    /// Returns the number of bytes from the start of the line.
    fn column(&self) -> usize {
        self.at - self.line
    }

    fn refuse<T>(&self, error: ContainerError) -> Parse<T> {
        Err((self.at, error))
    }

    fn expected<T>(&self, what: &'static str) -> Parse<T> {
        self.refuse(ContainerError::Expected(what))
    }

    /// Returns whether the end of the text, a blank, or the end of the line is at a position.
    fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Returns whether the dash of a sequence's item is here.
    fn at_dash(&self) -> bool {
        self.peek() == Some(b'-') && self.is_blank(self.at + 1)
    }

    /// Moves to the next line; `at` is at or before the line feed.
    fn next_line(&mut self) {
        self.at = memchr(b'\n', &self.bytes[self.at..self.end]).map_or(self.end, |feed| self.at + feed + 1);
        self.line = self.at;
    }

    /// Skips blanks and a comment on this line.
    fn skip_in_line(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
        if self.peek() == Some(b'#') && (self.at == self.line || self.is_blank(self.at - 1)) {
            while self.peek().is_some_and(|byte| byte != b'\n') {
                self.at += 1;
            }
        }
    }

    /// Skips blanks, comments and line ends up to the next token.
    fn skip(&mut self) -> Parse<()> {
        loop {
            let from = self.at;
            self.skip_in_line();
            match self.peek() {
                Some(b'\n') => self.next_line(),
                Some(_) if from == self.line && self.bytes[from..self.at].contains(&b'\t') => return self.refuse(ContainerError::Tab),
                _ => return Ok(()),
            }
        }
    }

    /// Checks that nothing except a comment follows a value on its line.
    fn end_of_line(&mut self) -> Parse<()> {
        self.skip_in_line();
        if matches!(self.peek(), None | Some(b'\n')) { Ok(()) } else { self.expected("the end of the line behind the value") }
    }

    /// Calls `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == self.deepest {
            return self.refuse(ContainerError::Nesting(self.deepest));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}
