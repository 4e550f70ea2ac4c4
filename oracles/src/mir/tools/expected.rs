//! The failures that the ledger expects.

use crate::ledger::MIR;
use crate::{Failure, NOTHING, Verdict};
use std::cell::LazyCell;

/// Returns the ledger entry that matches a failure on a text; the text is made only if an entry needs it. The features of an entry are
/// substrings of the text.
pub(super) fn reason(text: impl FnOnce() -> String, failure: &Failure) -> Option<&'static str> {
    let text = LazyCell::new(text);
    MIR.expected(failure, &|part| text.contains(part)).map(|entry| entry.name.as_str())
}

/// A function by its index, its text if the verdict is a failure, and the verdict on it.
pub(super) type Part = (usize, String, Verdict);

/// Returns the verdicts of an oracle: these on parts of a case, each with the text of its part, and `passed` passes. A failure that the
/// ledger lists becomes a skip with the name of the entry.
pub(super) fn judged(passed: usize, parts: impl IntoIterator<Item = Part>) -> Vec<Verdict> {
    let listed = |(_, text, verdict): Part| match &verdict {
        Verdict::Fail(failure) => reason(|| text, failure).map_or(verdict, Verdict::Skip),
        Verdict::Pass | Verdict::Skip(_) => verdict,
    };
    let mut verdicts = vec![Verdict::Pass; passed];
    verdicts.extend(parts.into_iter().map(listed));
    if verdicts.is_empty() {
        verdicts.push(Verdict::Skip(NOTHING));
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::{fail, implementation};

    #[test]
    fn of_constants_only_zeros_in_the_pool_are_expected() {
        let Verdict::Fail(failure) =
            fail("mir-llc-again", implementation("llc-19").unwrap(), "not-read", "constant: expected a constant value", String::new())
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

    #[test]
    fn a_part_that_passes_hides_nothing_of_the_others() {
        let known =
            fail("mir-llc-again", implementation("llc-19").unwrap(), "not-read", "constant: expected a constant value", String::new());
        let text = "--- |\n  @g = global [2 x i8] zeroinitializer\n...\n---\nconstants:\n  - id:              0\n    value:           \
                    '<2 x i32> zeroinitializer'\n    alignment:       8\n";
        let part = |text: &str| (0, text.to_owned(), known.clone());
        let verdicts = judged(1, [part(text), part(""), part(text)]);
        assert_eq!(verdicts, [Verdict::Pass, Verdict::Skip("llc-zero-constant"), known.clone(), Verdict::Skip("llc-zero-constant")]);
        assert_eq!(judged(0, []), [Verdict::Skip(NOTHING)]);
    }
}
