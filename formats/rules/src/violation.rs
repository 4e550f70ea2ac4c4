//! A violation of a rule, and its place.

use crate::Rule;
use std::fmt;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<At, Part> {
    /// The rule.
    pub rule: &'static Rule,
    /// Where it is broken.
    pub place: Place<At, Part>,
    /// The error there.
    pub message: String,
}

/// A place in a model and, if the model was read from a file, in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<At, Part> {
    /// The position in the file, if there is one.
    pub at: Option<At>,
    /// The part of the model.
    pub part: Part,
}

impl<At, Part> From<Part> for Place<At, Part> {
    fn from(part: Part) -> Self {
        Self { at: None, part }
    }
}

impl<At, Part> Violation<At, Part> {
    /// Returns whether the rule makes the case invalid.
    pub const fn is_error(&self) -> bool {
        self.rule.severity.is_error()
    }
}

impl<At: fmt::Display, Part: fmt::Display> fmt::Display for Place<At, Part> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.at {
            write!(f, "{at}: ")?;
        }
        write!(f, "{}", self.part)
    }
}

impl<At: fmt::Display, Part: fmt::Display> fmt::Display for Violation<At, Part> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_error() { "" } else { "warning: " };
        write!(f, "{}: {kind}{}: {}", self.place, self.rule.id, self.message)
    }
}
