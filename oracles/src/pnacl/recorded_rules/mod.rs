//! The modules and files of the format's tests of rules break the rules that are recorded of them, no more and no fewer.
//!
//! Breakers change generated modules; these were written one by one for the conditions of each rule. Each case asks a part of them, so that
//! fuzzing sees a weakened rule as soon as the tests do.

use std::collections::BTreeSet;

use irsmith_pnacl::validate::{RuleId, Violation, validate_file};
use irsmith_pnacl::{Error, Limits};

use super::{Case, Oracle};
use crate::recorded::judge_listing;
use crate::{Check, Family, Fault, Needs, Outcome};

#[path = "../../../../formats/pnacl/tests/rules/base.rs"]
mod base;
#[path = "../../../../formats/pnacl/tests/rules/bits.rs"]
mod bits;
#[allow(dead_code, reason = "the test uses the modules too")]
#[path = "../../../../formats/pnacl/tests/rules/model.rs"]
mod model;
#[path = "../../../../formats/pnacl/tests/rules/records.rs"]
mod records;

/// The violations of each, as they are printed.
const VIOLATIONS: &str = include_str!("../../../../formats/pnacl/tests/rules/violations.txt");

/// The oracle.
pub const RECORDED_RULES: Oracle = Oracle {
    name: "recorded-rules",
    family: Family::Agreement,
    about: "modules and files that were written to break the conditions of each rule break exactly the recorded rules, in the recorded words and places",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// A test of rules: its name, the rules that it breaks, and what the validator or reader found.
struct RuleTest {
    name: &'static str,
    expected: BTreeSet<&'static str>,
    found: BTreeSet<&'static str>,
    text: String,
}

impl RuleTest {
    fn of_violations(name: &'static str, expected: &[RuleId], violations: &[Violation]) -> Self {
        let found = violations.iter().map(|violation| violation.rule.id).collect();
        let text = violations.iter().map(|violation| format!("{violation}\n")).collect();
        Self { name, expected: expected.iter().map(|id| id.rule().id).collect(), found, text }
    }

    fn of_error(name: &'static str, expected: RuleId, error: &Error) -> Self {
        let found = BTreeSet::from([error.kind.rule().id]);
        Self { name, expected: BTreeSet::from([expected.rule().id]), found, text: format!("{error}\n") }
    }

    /// Returns the outcome for a file, whether or not it can be read.
    fn of_file(name: &'static str, expected: &[RuleId], bytes: &[u8], limits: &Limits) -> Self {
        match (validate_file(bytes, limits), expected) {
            (Ok(violations), _) => Self::of_violations(name, expected, &violations),
            (Err(error), [first, ..]) => Self::of_error(name, *first, &error),
            (Err(error), []) => {
                let found = BTreeSet::from([error.kind.rule().id]);
                Self { name, expected: BTreeSet::new(), found, text: format!("{error}\n") }
            }
        }
    }
}

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x7275_6c65;
/// The parts.
const PARTS: [fn() -> Vec<RuleTest>; 3] = [model::cases, records::cases, bits::cases];

fn check(case: &Case) -> Outcome {
    // Any bytes could choose a part, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draw = case.choices(SALT)[0];
    PARTS[usize::from(draw) % PARTS.len()]().iter().try_for_each(judge)?;
    Ok(())
}

fn judge(test: &RuleTest) -> Result<(), Fault> {
    if test.found == test.expected {
        return judge_listing(VIOLATIONS, test.name, test.name, &test.text);
    }
    let property = if test.expected.is_subset(&test.found) { "more-rules" } else { "accepted" };
    Err(Fault::new(property, test.name, format!("expected: {:?}\nfound:    {:?}\n{}", test.expected, test.found, test.text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use irsmith_pnacl::Module;

    #[test]
    fn every_part_is_judged_and_deviations_are_failures() {
        for part in PARTS {
            let tests = part();
            assert!(tests.len() > 20, "{} tests", tests.len());
            tests.iter().for_each(|test| assert_eq!(judge(test), Ok(()), "{}", test.name));
        }
        let mut test = PARTS[0]().remove(0);
        test.text.push('.');
        assert_eq!(judge(&test).map_err(|fault| fault.property), Err("other-message"));
        test.found.insert("another");
        assert_eq!(judge(&test).map_err(|fault| fault.property), Err("more-rules"));
        test.found.clear();
        test.expected.insert("another");
        assert_eq!(judge(&test).map_err(|fault| fault.property), Err("accepted"));
        assert_eq!(RECORDED_RULES.verdict(&Case::new(&Module::default().write().unwrap())), Verdict::Pass);
    }
}
