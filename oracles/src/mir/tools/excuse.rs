//! What the ledger excuses.

use crate::ledger::MIR;
use crate::{Failure, Verdict};
use std::cell::LazyCell;

/// The entry of the ledger that a failure shows on a text, which is made only if an entry asks for it. What an entry asks a case to have is a
/// part of its text.
pub(super) fn reason(text: impl FnOnce() -> String, failure: &Failure) -> Option<&'static str> {
    let text = LazyCell::new(text);
    MIR.excuse(failure, &|part| text.contains(part)).map(|entry| entry.name.as_str())
}

/// A function by its place, its text where the verdict is a failure, and the verdict on it.
pub(super) type Part = (usize, String, Verdict);

/// The verdict of an oracle that came to these on parts of a case, each with the text of its part, and to `judged` that pass.
///
/// That is the first failure that the ledger does not list. Otherwise the case passes if any part does, and is skipped with the reason of
/// the first that does not.
pub(super) fn sum(judged: usize, parts: impl IntoIterator<Item = Part>) -> Verdict {
    let (mut judged, mut skipped) = (judged, None);
    for (_, text, verdict) in parts {
        match &verdict {
            Verdict::Pass => judged += 1,
            Verdict::Skip(reason) => skipped = skipped.or(Some(*reason)),
            Verdict::Fail(failure) => match reason(|| text, failure) {
                Some(entry) => skipped = skipped.or(Some(entry)),
                None => return verdict,
            },
        }
    }
    match skipped {
        Some(reason) if judged == 0 => Verdict::Skip(reason),
        None if judged == 0 => Verdict::Skip(NOTHING),
        _ => Verdict::Pass,
    }
}

/// Skip reason: nothing of the case could be asked about.
pub(super) const NOTHING: &str = "nothing-to-ask";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::{LLC_19, fail};

    #[test]
    fn of_constants_only_zeros_in_the_pool_are_excused() {
        let Verdict::Fail(failure) = fail("mir-llc-again", &LLC_19, "not-read", "constant: expected a constant value", String::new())
        else {
            panic!("no failure")
        };
        let text = |value: &str| {
            let module = "--- |\n  @g = global [2 x i8] zeroinitializer\n...\n";
            format!("{module}---\nname: f\nconstants:\n  - id:              0\n    value:           {value}\n    alignment:       8\n")
        };
        assert_eq!(reason(|| text("'<2 x i32> zeroinitializer'"), &failure), Some("llc-zero-constant"));
        assert_eq!(reason(|| text("'<2 x i32> bogus'"), &failure), None);
    }
}
