//! Values with their positions.

use super::Literal;
use std::borrow::Cow;

/// A value.
#[derive(Debug)]
pub(in crate::read::container) struct Node<'a> {
    /// The start in the text of the file.
    pub(in crate::read::container) at: usize,
    pub(in crate::read::container) kind: Kind<'a>,
}

/// The kinds of values.
#[derive(Debug)]
pub(in crate::read::container) enum Kind<'a> {
    /// No value after a key or a dash.
    Empty,
    /// A value of one line, without its quotes.
    Scalar(Cow<'a, str>),
    /// Text after `|`.
    Literal(Literal),
    Sequence {
        /// Whether it is in brackets.
        flow: bool,
        items: Vec<Node<'a>>,
    },
    Mapping {
        /// Whether it is in braces.
        flow: bool,
        entries: Vec<Entry<'a>>,
    },
}

/// A key and its value.
#[derive(Debug)]
pub(in crate::read::container) struct Entry<'a> {
    /// The start of the key.
    pub(in crate::read::container) at: usize,
    pub(in crate::read::container) key: Cow<'a, str>,
    pub(in crate::read::container) value: Node<'a>,
}
