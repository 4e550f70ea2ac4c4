//! Values with their places.

use super::Literal;
use std::borrow::Cow;

/// A value.
#[derive(Debug)]
pub(in crate::read::container) struct Node<'a> {
    /// Where it begins in the text of the file.
    pub(in crate::read::container) at: usize,
    pub(in crate::read::container) kind: Kind<'a>,
}

/// What a value is.
#[derive(Debug)]
pub(in crate::read::container) enum Kind<'a> {
    /// Nothing behind a key or a dash.
    Empty,
    /// A value of one line, without its quotes.
    Scalar(Cow<'a, str>),
    /// Text behind `|`.
    Literal(Literal),
    Sequence {
        /// In brackets.
        flow: bool,
        items: Vec<Node<'a>>,
    },
    Mapping {
        /// In braces.
        flow: bool,
        entries: Vec<Entry<'a>>,
    },
}

/// A key and its value.
#[derive(Debug)]
pub(in crate::read::container) struct Entry<'a> {
    /// Where the key begins.
    pub(in crate::read::container) at: usize,
    pub(in crate::read::container) key: Cow<'a, str>,
    pub(in crate::read::container) value: Node<'a>,
}
