//! Mappings in braces and sequences in brackets.

use super::scalar::Context;
use super::{Entry, Kind, Node, Parse, Yaml};

impl<'a> Yaml<'a> {
    /// Reads a value inside braces or brackets, or one that begins with them.
    pub(super) fn flow(&mut self) -> Parse<Node<'a>> {
        let at = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.nested(Self::flow_mapping)?,
            Some(b'[') => self.nested(Self::flow_sequence)?,
            Some(b'-') if self.at_dash() => self.nested(Self::dashes)?,
            _ => Kind::Scalar(self.scalar(Context::Flow)?),
        };
        Ok(Node { at, kind })
    }

    fn flow_mapping(&mut self) -> Parse<Kind<'a>> {
        let mut entries = Vec::new();
        let start = self.at;
        self.at += 1;
        self.skip()?;
        while !self.closes(b'}') {
            let at = self.at;
            let key = self.key(Context::Flow)?;
            self.skip()?;
            let value = if matches!(self.peek(), Some(b',' | b'}')) { Node { at: self.at, kind: Kind::Empty } } else { self.flow()? };
            entries.push(Entry { at, key, value });
            self.comma(b'}', "',' or '}' behind the value")?;
        }
        Ok(Kind::Mapping { flow: self.is_flow(start, entries.is_empty()), entries })
    }

    fn flow_sequence(&mut self) -> Parse<Kind<'a>> {
        let mut items = Vec::new();
        let start = self.at;
        self.at += 1;
        self.skip()?;
        while !self.closes(b']') {
            items.push(self.flow()?);
            self.comma(b']', "',' or ']' behind the value")?;
        }
        Ok(Kind::Sequence { flow: self.is_flow(start, items.is_empty()), items })
    }

    /// Returns whether braces or brackets are of the flow style: for empty values LLVM prints `{}` and `[]` in the block style, and blanks
    /// inside in the flow style.
    fn is_flow(&self, start: usize, is_empty: bool) -> bool {
        !is_empty || self.at > start + 2
    }

    /// Reads a sequence with dashes inside braces. It is not valid YAML, but LLVM prints it for `fwdArgRegs`.
    fn dashes(&mut self) -> Parse<Kind<'a>> {
        let mut items = Vec::new();
        while self.at_dash() {
            self.at += 1;
            self.skip()?;
            items.push(self.flow()?);
            self.skip()?;
        }
        Ok(Kind::Sequence { flow: false, items })
    }

    /// Skips the closing bracket, if it is here.
    fn closes(&mut self, bracket: u8) -> bool {
        let found = self.peek() == Some(bracket);
        self.at += usize::from(found);
        found
    }

    /// Reads the end of a value: a comma, or the closing bracket, which is not consumed.
    fn comma(&mut self, bracket: u8, expected: &'static str) -> Parse<()> {
        self.skip()?;
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.skip()
            }
            Some(found) if found == bracket => Ok(()),
            _ => self.expected(expected),
        }
    }
}
