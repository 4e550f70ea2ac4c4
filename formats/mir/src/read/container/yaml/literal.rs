//! Text after `|`: only its end is searched for.

use super::{ContainerError, Parse, Yaml};
use std::ops::Range;

/// Literal text (YAML 1.2, section 8.1.2).
#[derive(Debug)]
pub(in crate::read::container) struct Literal {
    /// The whole lines, with their indentation.
    pub(in crate::read::container) lines: Range<usize>,
    /// The number of blanks of each line that are not part of the text; all blanks if no line determines it.
    indentation: usize,
    chomping: Chomping,
}

/// The handling of line feeds at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chomping {
    /// `|`: one is kept.
    Clip,
    /// `|-`: none is kept.
    Strip,
    /// `|+`: all are kept.
    Keep,
}

impl Literal {
    /// Returns the text without its indentation.
    pub(in crate::read::container) fn text(&self, file: &str) -> String {
        let mut text = String::with_capacity(self.lines.len());
        for line in file[self.lines.clone()].lines() {
            text.push_str(line.get(self.indentation..).unwrap_or_default());
            text.push('\n');
        }
        if self.chomping != Chomping::Keep {
            let content = text.trim_end_matches('\n').len();
            text.truncate(content);
        }
        if self.chomping == Chomping::Clip && !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

impl Yaml<'_> {
    /// Skips literal text from its `|` on; `parent` is the column of the enclosing mapping.
    pub(super) fn literal(&mut self, parent: Option<usize>) -> Parse<Literal> {
        let (given, chomping) = self.header()?;
        self.next_line();
        let least = parent.map_or(0, |column| column + 1);
        let start = self.at;
        let mut indentation = given.map(|given| parent.unwrap_or(0) + given);
        while self.at < self.end {
            let line = &self.bytes[self.at..self.end];
            let is_indented = |blanks: usize| line.get(..blanks).is_some_and(|start| start.iter().all(|byte| *byte == b' '));
            if !indentation.is_some_and(is_indented) {
                let blanks = line.iter().take_while(|byte| **byte == b' ').count();
                let is_blank = matches!(line.get(blanks), None | Some(b'\n' | b'\r'));
                if !is_blank && blanks < *indentation.get_or_insert(blanks.max(least)) {
                    break;
                }
            }
            self.next_line();
        }
        self.line = self.at;
        Ok(Literal { lines: start..self.at, indentation: indentation.unwrap_or(usize::MAX), chomping })
    }

    /// Reads the indentation and the chomping after the `|`.
    fn header(&mut self) -> Parse<(Option<usize>, Chomping)> {
        let (mut given, mut chomping) = (None, Chomping::Clip);
        loop {
            self.at += 1;
            match self.peek() {
                Some(digit @ b'1'..=b'9') if given.is_none() => given = Some(usize::from(digit - b'0')),
                Some(b'-') if chomping == Chomping::Clip => chomping = Chomping::Strip,
                Some(b'+') if chomping == Chomping::Clip => chomping = Chomping::Keep,
                _ => break,
            }
        }
        self.skip_in_line();
        if matches!(self.peek(), None | Some(b'\n')) { Ok((given, chomping)) } else { self.refuse(ContainerError::LiteralHeader) }
    }
}
