//! A valid module in which one rule is broken on purpose is refused, with that rule; one rule after the other.

use super::{Case, INVALID, Oracle};
use crate::{Check, Family, Needs, Verdict, broken};
use arbitrary::Unstructured;
use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::{is_valid, validate};
use irsmith_generators::debuginfo::breakers::{Breaker, breakers};

/// The oracle.
pub const BROKEN_IS_REFUSED: Oracle = Oracle {
    name: "debuginfo-broken-is-refused",
    family: Family::Metamorphic,
    about: "a valid module in which one rule is broken on purpose is refused, with that rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let module = match case.debug_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    if !is_valid(module) {
        return Verdict::Skip(INVALID);
    }
    // The case itself chooses the places, so that a verdict depends on nothing else. Every breaker has its turn: a smaller case then fails
    // for the same rule, which the minimizer needs.
    let mut broken = module.clone();
    for breaker in breakers() {
        if breaker.apply(&mut broken, &mut Unstructured::new(case.bytes())) {
            let verdict = judge(breaker, &broken);
            if verdict.is_fail() {
                return verdict;
            }
            broken.clone_from(module);
        }
    }
    Verdict::Pass
}

fn judge(breaker: &Breaker, module: &Module) -> Verdict {
    broken::judge(BROKEN_IS_REFUSED.name, (breaker.rule, breaker.about), validate(module))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::Dialect;
    use irsmith_generators::debuginfo::{Config, generate};

    /// A breaker that changes nothing stands for a validator that has lost the rule.
    #[test]
    fn a_lost_rule_fails_under_its_name() {
        let module = generate(&mut Unstructured::new(&[7; 4096]), &Config { dialect: Dialect::DebugInfo, ..Config::default() });
        assert!(is_valid(&module));
        let first = breakers().next().unwrap();
        let Verdict::Fail(failure) = judge(first, &module) else { panic!("not refused") };
        assert_eq!(failure.signature.to_string(), format!("debuginfo-broken-is-refused/accepted/{}", first.rule));

        let mut broken = module.clone();
        let other = breakers().find(|breaker| breaker.rule == "memory-model").unwrap();
        assert!(other.apply(&mut broken, &mut Unstructured::new(&[])));
        assert_eq!(judge(other, &broken), Verdict::Pass);
        let Verdict::Fail(failure) = judge(first, &broken) else { panic!("not refused") };
        assert_eq!(failure.signature.property, "other-rule");
    }
}
