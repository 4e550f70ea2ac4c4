//! The files of the format's tests of rules break the rules that are recorded of them, no more and no fewer.
//!
//! Breakers and edges are snippets in valid files; these files were written one by one for the conditions of each rule, and llc's verdicts on
//! them are known. Each case asks some of them, so that fuzzing sees a weakened rule as soon as the tests do.

use std::collections::BTreeSet;

use irsmith_mir::validate::{Options, RuleId, Violation, is_valid, validate};
use irsmith_mir::{File, Limits};

use super::{Case, Oracle, UNREADABLE};
use crate::recorded::{judge_listing, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};

#[allow(dead_code, reason = "the verdicts of llc are for the tests")]
#[path = "../../../formats/mir/tests/rules/cases/mod.rs"]
mod cases;

use cases::CASES;
pub(super) use cases::RuleTest;

/// Returns the written files.
pub(super) fn tests() -> &'static [RuleTest] {
    &CASES
}

/// The violations of each, as they are printed.
const VIOLATIONS: &str = include_str!("../../../formats/mir/tests/rules/violations.txt");

/// The oracle.
pub const RECORDED_RULES: Oracle = Oracle {
    name: "mir-recorded-rules",
    family: Family::Agreement,
    about: "files that were written to break the conditions of each rule break exactly the recorded rules, in the recorded words and places",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x7275_6c65;
/// Files that a case asks.
const FILES: usize = 24;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose files, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    some_of(CASES.iter().enumerate(), &draws, FILES).try_for_each(judge)?;
    Ok(())
}

fn judge((number, test): (usize, &RuleTest)) -> Result<(), Fault> {
    let text = test.text();
    let expected: BTreeSet<&str> = test.rules.iter().map(|rule| RuleId::rule(*rule).id).collect();
    let element = expected.first().copied().unwrap_or("none");
    let fault = |property, found: &str| Err(Fault::new(property, element, format!("{text}expected: {expected:?}\nfound:\n{found}")));
    let file = match File::read(text.as_bytes(), &Limits::default()) {
        Ok(file) => file,
        Err(errors) => return fault("refused", &errors[0].to_string()),
    };
    let options = Options { triple: Some(test.triple), ..Options::default() };
    let violations = validate(&file, options);
    let found: BTreeSet<&str> = violations.iter().map(|violation| violation.rule.id).collect();
    let list: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
    if found != expected {
        return fault(if expected.is_subset(&found) { "more-rules" } else { "accepted" }, &list);
    }
    if is_valid(&file, options) == violations.iter().any(Violation::is_error) {
        return fault("other-verdict", "is_valid");
    }
    judge_listing(VIOLATIONS, &number.to_string(), element, &list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn deviations_are_failures() {
        assert_eq!(RECORDED_RULES.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
        let broken = CASES.iter().find(|test| test.rules.len() == 1).unwrap();
        let valid = CASES.iter().find(|test| test.rules.is_empty()).unwrap();
        let place = |test: &RuleTest| CASES.iter().position(|other| std::ptr::eq(other, test)).unwrap();
        let with = |rules, test: &RuleTest| {
            judge((
                place(test),
                &RuleTest { rules, llc: test.llc, triple: test.triple, module: test.module, keys: test.keys, body: test.body },
            ))
            .map_err(|fault| fault.property)
        };
        assert_eq!(with(broken.rules, broken), Ok(()));
        assert_eq!(with(&[], broken), Err("more-rules"));
        assert_eq!(with(broken.rules, valid), Err("accepted"));
        assert_eq!(judge((place(valid), broken)).map_err(|fault| fault.property), Err("other-message"));
    }
}
