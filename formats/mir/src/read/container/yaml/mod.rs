//! The YAML that LLVM reads and prints, as values that know where they stand.
//!
//! An own reader, for two reasons. LLVM prints what is no YAML (a sequence with dashes inside a mapping in braces, for `fwdArgRegs`), which the
//! YAML libraries refuse; and they take many times as long for the keys of a function as its body takes. What is read is the part that LLVM
//! has: mappings and sequences in both styles, plain and quoted values of one line, and literal text, which is not looked at.
//! Anchors, aliases, tags and directives are refused.

mod block;
mod flow;
mod literal;
mod node;
mod scalar;

pub(super) use literal::Literal;
pub(super) use node::{Entry, Kind, Node};

use super::ContainerError;
use memchr::memchr;

/// Where in the text, and which rule is broken there.
pub(super) type Refusal = (usize, ContainerError);
type Parse<T> = Result<T, Refusal>;

/// Depth that is never exceeded, whatever the limits say: each level takes some of the stack.
const DEEPEST: usize = 64;

/// The value of a document, and where it ends: `at` and `end` are where it begins and ends in the text of the file. Literal text ends before
/// a line without indentation, which begins the next document in LLVM's reader, with or without `---`; every other value goes on to `end`.
pub(super) fn document<'a>(text: &'a str, at: usize, end: usize, nesting: usize) -> Parse<(Node<'a>, usize)> {
    let line = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
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
    /// Where the document ends.
    end: usize,
    /// Where the line of `at` begins.
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

    /// Bytes from the start of the line.
    fn column(&self) -> usize {
        self.at - self.line
    }

    fn refuse<T>(&self, error: ContainerError) -> Parse<T> {
        Err((self.at, error))
    }

    fn expected<T>(&self, what: &'static str) -> Parse<T> {
        self.refuse(ContainerError::Expected(what))
    }

    /// Whether nothing, or a blank, or the end of the line is at a place.
    fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Whether the dash of a sequence's item is here.
    fn at_dash(&self) -> bool {
        self.peek() == Some(b'-') && self.is_blank(self.at + 1)
    }

    /// Goes to the next line; `at` is at or before the line feed.
    fn next_line(&mut self) {
        self.at = memchr(b'\n', &self.bytes[self.at..self.end]).map_or(self.end, |feed| self.at + feed + 1);
        self.line = self.at;
    }

    /// Goes over blanks and a comment of this line.
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

    /// Goes over blanks, comments and line ends to the next token.
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

    /// What stands behind a value on its line: nothing, or a comment.
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
