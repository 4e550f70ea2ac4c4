//! What an oracle says of a case.

use crate::Signature;

/// What an oracle says of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The property holds.
    Pass,
    /// The property does not apply to this case, or could not be checked, for this reason: a fixed word in kebab case, so that runs can
    /// count skips by reason.
    Skip(&'static str),
    /// The property fails.
    Fail(Box<Failure>),
}

/// A failed property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which fault this is.
    pub signature: Signature,
    /// What both sides said, in lines, for people.
    pub evidence: String,
}

impl Verdict {
    /// A failure of the oracle `oracle`: its property `property` does not hold of the kind of thing `element`.
    pub fn fail(oracle: &'static str, property: &'static str, element: impl Into<String>, evidence: impl Into<String>) -> Self {
        Self::Fail(Box::new(Failure { signature: Signature::new(oracle, property, element), evidence: evidence.into() }))
    }

    /// Whether this is a failure.
    pub const fn is_fail(&self) -> bool {
        matches!(self, Self::Fail(_))
    }
}
