//! Mappings and sequences by indentation.

use super::scalar::Context;
use super::{ContainerError, Entry, Kind, Node, Parse, Yaml};
use std::borrow::Cow;

impl<'a> Yaml<'a> {
    /// Reads the value at a token; `parent` is the column of the enclosing mapping or sequence.
    pub(super) fn block(&mut self, parent: Option<usize>) -> Parse<Node<'a>> {
        let (at, column) = (self.at, self.column());
        match self.peek() {
            None => Ok(Node { at, kind: Kind::Empty }),
            Some(b'-') if self.at_dash() => self.nested(|yaml| yaml.sequence(column)),
            Some(b'{' | b'[') | Some(b'|' | b'>') => self.value_in_line(parent),
            Some(_) => {
                let text = self.scalar(Context::Block)?;
                if self.colon() {
                    return self.nested(|yaml| yaml.mapping(at, column, text));
                }
                self.end_of_line()?;
                Ok(Node { at, kind: Kind::Scalar(text) })
            }
        }
    }

    /// Reads a mapping, from after the colon of its first key.
    fn mapping(&mut self, start: usize, column: usize, first: Cow<'a, str>) -> Parse<Node<'a>> {
        let (mut at, mut key) = (start, first);
        let mut entries = Vec::new();
        loop {
            let value = self.value(column)?;
            entries.push(Entry { at, key, value });
            self.skip()?;
            if self.peek().is_none() || self.column() < column {
                return Ok(Node { at: start, kind: Kind::Mapping { flow: false, entries } });
            }
            if self.column() > column {
                return self.refuse(ContainerError::Indentation);
            }
            at = self.at;
            key = self.key(Context::Block)?;
        }
    }

    /// Reads a key and its colon.
    pub(super) fn key(&mut self, context: Context) -> Parse<Cow<'a, str>> {
        let key = self.scalar(context)?;
        if self.colon() { Ok(key) } else { self.refuse(ContainerError::Colon) }
    }

    /// Skips the colon after a key, if it is there.
    pub(super) fn colon(&mut self) -> bool {
        let mut at = self.at;
        while matches!(self.byte(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        let found = self.byte(at) == Some(b':') && self.is_blank(at + 1);
        if found {
            self.at = at + 1;
        }
        found
    }

    /// Reads the value after a key of the mapping at a column.
    fn value(&mut self, column: usize) -> Parse<Node<'a>> {
        self.skip_in_line();
        let at = self.at;
        if !matches!(self.peek(), None | Some(b'\n')) {
            return self.value_in_line(Some(column));
        }
        self.skip()?;
        match self.column() {
            _ if self.peek().is_none() => {}
            found if found > column => return self.block(Some(column)),
            found if found == column && self.at_dash() => return self.nested(|yaml| yaml.sequence(column)),
            _ => {}
        }
        Ok(Node { at, kind: Kind::Empty })
    }

    /// Reads a value that begins on the line of its key.
    fn value_in_line(&mut self, parent: Option<usize>) -> Parse<Node<'a>> {
        let at = self.at;
        let kind = match self.peek() {
            Some(b'|') => return Ok(Node { at, kind: Kind::Literal(self.literal(parent)?) }),
            Some(b'>') => return self.refuse(ContainerError::Folded),
            Some(b'{' | b'[') => self.flow()?.kind,
            _ => Kind::Scalar(self.scalar(Context::Block)?),
        };
        self.end_of_line()?;
        Ok(Node { at, kind })
    }

    /// Reads a sequence whose dashes are in a column.
    fn sequence(&mut self, column: usize) -> Parse<Node<'a>> {
        let start = self.at;
        let mut items = Vec::new();
        while self.peek().is_some() && self.column() == column && self.at_dash() {
            let at = self.at;
            self.at += 1;
            self.skip()?;
            let is_item = self.peek().is_some() && self.column() > column;
            items.push(if is_item { self.block(Some(column))? } else { Node { at, kind: Kind::Empty } });
            self.skip()?;
        }
        Ok(Node { at: start, kind: Kind::Sequence { flow: false, items } })
    }
}
