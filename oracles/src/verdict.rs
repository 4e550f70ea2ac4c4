//! What an oracle says of a case.

use crate::Signature;

/// Skip reason: nothing of the case could be judged.
pub const NOTHING: &str = "nothing-to-ask";

/// What an oracle says of a case, or of a part of it.
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

    /// The verdict on a case with these on its parts: the first failure; without one a pass if any part passes, and else the first skip.
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

    /// Whether this is a failure.
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
