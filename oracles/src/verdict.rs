//! The result of an oracle on a case.

use crate::Signature;

/// Skip reason: no part of the case can be checked.
pub const NOTHING: &str = "nothing-to-ask";

/// The result of an oracle on a case, or on a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The property holds.
    Pass,
    /// The property does not apply to this case, or could not be checked, for this reason: a fixed string in kebab case, so that runs can
    /// count skips by reason.
    Skip(&'static str),
    /// The property fails.
    Fail(Box<Failure>),
}

/// A failed property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The identity of the fault.
    pub signature: Signature,
    /// The output of both sides, in lines, for people.
    pub evidence: String,
}

impl Verdict {
    /// Makes a failure of the oracle `oracle`: its property `property` does not hold for the kind of thing `element`.
    pub fn fail(oracle: &'static str, property: &'static str, element: impl Into<String>, evidence: impl Into<String>) -> Self {
        Self::Fail(Box::new(Failure { signature: Signature::new(oracle, property, element), evidence: evidence.into() }))
    }

    /// Combines the verdicts on the parts of a case: the first failure; without a failure a pass if any part passes, otherwise the first
    /// skip.
    pub fn of_parts(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut sum = Self::Skip(NOTHING);
        for part in parts {
            match (&sum, &part) {
                (_, Self::Fail(_)) => return part,
                (Self::Skip(NOTHING), _) | (Self::Skip(_), Self::Pass) => sum = part,
                _ => {}
            }
        }
        sum
    }

    /// Returns whether this is a failure.
    pub const fn is_fail(&self) -> bool {
        matches!(self, Self::Fail(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_fails_with_its_first_failing_part_and_passes_with_any() {
        let [skip, other] = [Verdict::Skip("moonless"), Verdict::Skip("starless")];
        let fails = |element: &str| Verdict::fail("o", "p", element, "");
        let of = |parts: &[&Verdict]| Verdict::of_parts(parts.iter().map(|part| (*part).clone()));
        assert_eq!(of(&[&skip, &Verdict::Pass, &fails("a"), &fails("b")]), fails("a"));
        assert_eq!(of(&[&skip, &Verdict::Pass, &other]), Verdict::Pass);
        assert_eq!(of(&[&skip, &other]), skip);
        assert_eq!(of(&[]), Verdict::Skip(NOTHING));
    }
}
