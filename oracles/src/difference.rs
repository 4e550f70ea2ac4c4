//! The first difference between two models, streams or files of any format.

use std::fmt::{Debug, Display};

/// The first difference between two things: its kind for the signature, and both sides for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of the element, such as `instruction Phi` or a key of the container: never a name or a number from the case.
    pub element: String,
    /// The element on both sides.
    pub evidence: String,
}

impl Difference {
    /// Makes a difference at a place that the evidence states.
    pub(crate) fn at(element: impl Into<String>, place: impl Display, before: impl Display, after: impl Display) -> Self {
        Self { element: element.into(), evidence: format!("{place}\n  before: {before}\n  after:  {after}") }
    }

    /// Makes a difference whose element describes the place well enough.
    pub(crate) fn between(element: impl Into<String>, before: &dyn Debug, after: &dyn Debug) -> Self {
        Self { element: element.into(), evidence: format!("before: {before:?}\nafter:  {after:?}") }
    }
}
