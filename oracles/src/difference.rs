//! The first difference between two models, streams or files of any format.

use std::fmt::{Debug, Display};

/// The first difference between two things: its kind for the signature, both sides for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of the element, such as `instruction Phi` or a key of the container: never a name or a number of the case.
    pub element: String,
    /// The element on both sides.
    pub evidence: String,
}

impl Difference {
    /// A difference at a place that people need to be told.
    pub(crate) fn at(element: impl Into<String>, place: impl Display, before: impl Display, after: impl Display) -> Self {
        Self { element: element.into(), evidence: format!("{place}\n  before: {before}\n  after:  {after}") }
    }

    /// A difference of which the element says enough about the place.
    pub(crate) fn between(element: impl Into<String>, before: &dyn Debug, after: &dyn Debug) -> Self {
        Self { element: element.into(), evidence: format!("before: {before:?}\nafter:  {after:?}") }
    }
}
