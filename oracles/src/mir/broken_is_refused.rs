//! A valid file in which one rule is broken on purpose is refused, with that rule; one rule after the other.

use super::{Case, INVALID, NO_TABLES, Oracle};
use crate::{Check, Family, Needs, Verdict, broken};
use arbitrary::Unstructured;
use irsmith_generators::mir::breakers::{Breaker, breakers};
use irsmith_mir::File;
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{Options, is_valid};

/// The oracle.
pub const BROKEN_IS_REFUSED: Oracle = Oracle {
    name: "mir-broken-is-refused",
    family: Family::Metamorphic,
    about: "a valid file in which one rule is broken on purpose is refused, with that rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let file = match case.file_or_skip() {
        Ok(file) => file,
        Err(reason) => return Verdict::Skip(reason),
    };
    // Of other targets the validator knows too little to be held to a rule.
    if Target::of_triple(case.triple()).and_then(Machine::of).is_none() {
        return Verdict::Skip(NO_TABLES);
    }
    // Breakers go by the file's own words, not by its RUN line.
    if file.triple().is_some_and(|own| architecture(&own) != architecture(case.triple())) {
        return Verdict::Skip(OTHER_ARCHITECTURE);
    }
    if !is_valid(file, Options { triple: Some(case.triple()), ..Options::default() }) {
        return Verdict::Skip(INVALID);
    }
    // The case itself chooses the places, so that a verdict depends on nothing else. Every breaker has its turn: a smaller case then fails
    // for the same rule, which the minimizer needs.
    let mut broken = file.clone();
    for breaker in breakers() {
        if breaker.apply(&mut broken, &mut Unstructured::new(case.bytes())) {
            let verdict = judge(case, breaker, &broken);
            if verdict.is_fail() {
                return verdict;
            }
            broken.clone_from(file);
        }
    }
    Verdict::Pass
}

/// Skip reason: the `RUN` line names another architecture than the file itself.
const OTHER_ARCHITECTURE: &str = "other-architecture";

fn architecture(triple: &str) -> Option<&str> {
    triple.split('-').next()
}

fn judge(case: &Case, breaker: &Breaker, file: &File) -> Verdict {
    broken::judge(BROKEN_IS_REFUSED.name, (breaker.rule, breaker.about), case.violations_of(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A breaker that changes nothing stands for a validator that has lost the rule.
    #[test]
    fn a_lost_rule_fails_under_its_name() {
        let case = Case::new(b"name: f\nbody: |\n  bb.0:\n    RET64\n");
        let file = case.file().unwrap();
        let first = breakers().next().unwrap();
        let Verdict::Fail(failure) = judge(&case, first, file) else { panic!("not refused") };
        assert_eq!(failure.signature.to_string(), format!("mir-broken-is-refused/accepted/{}", first.rule));

        let mut broken = file.clone();
        let other = breakers().find(|breaker| breaker.rule == "alignment-power").unwrap();
        assert!(other.apply(&mut broken, &mut Unstructured::new(&[])));
        assert_eq!(judge(&case, other, &broken), Verdict::Pass);
        let Verdict::Fail(failure) = judge(&case, first, &broken) else { panic!("not refused") };
        assert_eq!(failure.signature.property, "other-rule");
    }
}
