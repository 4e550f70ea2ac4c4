//! The modules of the format's tests of rules break the rules that are recorded of them, no more and no fewer.
//!
//! Edges change generated modules; these modules were written one by one for the conditions of each rule. Each case asks some of them, so
//! that fuzzing sees a weakened rule as soon as the tests do.

use std::collections::BTreeSet;

use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::{RuleId, Violation, is_valid, validate};

use super::{Case, Oracle};
use crate::recorded::{judge_listing, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};

#[path = "../../../../formats/debuginfo/tests/rules/assembler.rs"]
mod assembler;
#[path = "../../../../formats/debuginfo/tests/rules/base.rs"]
mod base;
#[path = "../../../../formats/debuginfo/tests/rules/cases.rs"]
mod cases;

pub(super) use cases::RuleTest;
use cases::{CASES, VALID};

/// The violations of each, as they are printed.
const VIOLATIONS: &str = include_str!("../../../../formats/debuginfo/tests/rules/violations.txt");

/// The oracle.
pub const RECORDED_RULES: Oracle = Oracle {
    name: "debuginfo-recorded-rules",
    family: Family::Agreement,
    about: "modules that were written to break the conditions of each rule break exactly the recorded rules, in the recorded words and places",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x7275_6c65;
/// Modules that a case asks.
const MODULES: usize = 8;

/// Returns the tests.
pub(super) fn tests() -> impl Iterator<Item = &'static RuleTest> + Clone {
    CASES.iter().chain(VALID)
}

/// Returns the module of a test, behind the one that it was made from.
pub(super) fn modules(test: &RuleTest) -> (Module, Module) {
    (assembler::assemble(test.base), assembler::assemble(&test.text()))
}

fn check(case: &Case) -> Outcome {
    // Any bytes could choose modules, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    some_of(tests().enumerate(), &draws, MODULES).try_for_each(judge)?;
    Ok(())
}

fn judge((number, test): (usize, &RuleTest)) -> Result<(), Fault> {
    let module = assembler::assemble(&test.text());
    let expected: BTreeSet<&str> = test.rules.iter().map(|rule| RuleId::rule(*rule).id).collect();
    let violations = validate(&module);
    let found: BTreeSet<&str> = violations.iter().map(|violation| violation.rule.id).collect();
    let element = expected.first().copied().unwrap_or("none");
    let list: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
    let fault = |property| Err(Fault::new(property, element, format!("{:?}\nexpected: {expected:?}\nfound:\n{list}", test.changes)));
    if found != expected {
        return fault(if expected.is_subset(&found) { "more-rules" } else { "accepted" });
    }
    if is_valid(&module) == violations.iter().any(Violation::is_error) {
        return fault("other-verdict");
    }
    judge_listing(VIOLATIONS, &number.to_string(), element, &list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn deviations_are_failures() {
        assert_eq!(RECORDED_RULES.verdict(&Case::new(&Module::default().write().unwrap())), Verdict::Pass);
        let (broken, valid) = (&CASES[0], &VALID[0]);
        let with = |rules, test: &RuleTest| {
            judge((0, &RuleTest { rules, base: test.base, changes: test.changes })).map_err(|fault| fault.property)
        };
        assert_eq!(with(broken.rules, broken), Ok(()));
        assert_eq!(with(&[], broken), Err("more-rules"));
        assert_eq!(with(broken.rules, valid), Err("accepted"));
        assert_eq!(judge((1, broken)).map_err(|fault| fault.property), Err("other-message"));
    }
}
