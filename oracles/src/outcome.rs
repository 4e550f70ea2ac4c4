//! The outcome of a property that several oracles share, before the failure gets the name of an oracle.

use crate::{Difference, Verdict};

/// `Ok` if the property holds, otherwise the reason why it does not pass.
pub type Outcome = Result<(), NoPass>;

/// Why a property does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPass {
    /// The property does not apply to this case, or could not be checked, for this reason: see [`Verdict::Skip`].
    Skip(&'static str),
    /// The property fails.
    Fail(Fault),
}

/// A failure without the name of an oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part of the property that fails: see [`crate::Signature::property`].
    pub property: &'static str,
    /// The kind of the first thing that differs: see [`crate::Signature::element`].
    pub element: String,
    /// The output of both sides, in lines, for people.
    pub evidence: String,
}

impl Fault {
    /// Makes the failure of `property` in things of the kind `element`.
    pub fn new(property: &'static str, element: impl Into<String>, evidence: impl Into<String>) -> Self {
        Self { property, element: element.into(), evidence: evidence.into() }
    }

    /// Makes the failure of `property` that a difference shows.
    pub fn of(property: &'static str, Difference { element, evidence }: Difference) -> Self {
        Self { property, element, evidence }
    }

    /// Returns the same failure in one of several variants of a case; the variant is part of the signature.
    pub(crate) fn in_variant(self, variant: &str) -> Self {
        Self { element: format!("{variant} {}", self.element), ..self }
    }

    /// Returns the failure as a verdict of an oracle.
    pub fn verdict(self, oracle: &'static str) -> Verdict {
        Verdict::fail(oracle, self.property, self.element, self.evidence)
    }
}

impl From<&'static str> for NoPass {
    fn from(reason: &'static str) -> Self {
        Self::Skip(reason)
    }
}

impl From<Fault> for NoPass {
    fn from(fault: Fault) -> Self {
        Self::Fail(fault)
    }
}

impl Verdict {
    /// Returns the verdict of an oracle that checked a property with this outcome.
    pub fn of(oracle: &'static str, outcome: Outcome) -> Self {
        match outcome {
            Ok(()) => Self::Pass,
            Err(NoPass::Skip(reason)) => Self::Skip(reason),
            Err(NoPass::Fail(fault)) => fault.verdict(oracle),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_oracle_names_the_failure_of_a_shared_property() {
        assert_eq!(Verdict::of("o", Ok(())), Verdict::Pass);
        assert_eq!(Verdict::of("o", Err("moonless".into())), Verdict::Skip("moonless"));
        let fault = Fault::of("p", Difference::at("instruction Phi", "instruction 7", 1, 2));
        let Verdict::Fail(failure) = Verdict::of("o", Err(fault.into())) else { panic!("no failure") };
        assert_eq!(failure.signature.to_string(), "o/p/instruction Phi");
        assert_eq!(failure.evidence, "instruction 7\n  before: 1\n  after:  2");
    }
}
