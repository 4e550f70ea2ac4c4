//! A valid module in which one rule is broken on purpose is refused, with that rule; one rule after the other.

use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict, broken};
use arbitrary::Unstructured;
use irsmith_generators::pnacl::breakers::{BREAKERS, Breaker};
use irsmith_pnacl::Module;
use irsmith_pnacl::validate::{is_valid, validate};

/// The oracle.
pub const BROKEN_IS_REFUSED: Oracle = Oracle {
    name: "broken-is-refused",
    family: Family::Metamorphic,
    about: "a valid module in which one rule is broken on purpose is refused, with that rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// Skip reason: the module breaks a rule already.
const NOT_VALID: &str = "not-valid";
/// Skip reason: no breaker finds a place in the module.
const NO_BREAKER: &str = "breaker-does-not-apply";

fn check(case: &Case) -> Verdict {
    let module = match case.module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    if !is_valid(module) {
        return Verdict::Skip(NOT_VALID);
    }
    // The case itself chooses the places, so that a verdict depends on nothing else. Every breaker has its turn: a smaller case then fails
    // for the same rule, which the minimizer needs.
    let mut broken = module.clone();
    let mut applied = false;
    for breaker in BREAKERS {
        if breaker.apply(&mut broken, &mut Unstructured::new(case.bytes())) {
            applied = true;
            let verdict = judge(breaker, &broken);
            if verdict.is_fail() {
                return verdict;
            }
            broken.clone_from(module);
        }
    }
    if applied { Verdict::Pass } else { Verdict::Skip(NO_BREAKER) }
}

fn judge(breaker: &Breaker, module: &Module) -> Verdict {
    broken::judge(BROKEN_IS_REFUSED.name, (breaker.rule, breaker.about), validate(module))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A breaker that changes nothing stands for a validator that has lost the rule.
    #[test]
    fn a_lost_rule_fails_under_its_name() {
        let module = irsmith_generators::pnacl::generate(&mut Unstructured::new(&[]), &Default::default());
        assert!(is_valid(&module));
        let Verdict::Fail(failure) = judge(&BREAKERS[0], &module) else { panic!("not refused") };
        assert_eq!(failure.signature.to_string(), format!("broken-is-refused/accepted/{}", BREAKERS[0].rule));

        let mut broken = module.clone();
        let other = BREAKERS.iter().find(|breaker| breaker.rule == "entry-point").unwrap();
        assert!(other.apply(&mut broken, &mut Unstructured::new(&[])));
        assert_eq!(judge(other, &broken), Verdict::Pass);
        let Verdict::Fail(failure) = judge(&BREAKERS[0], &broken) else { panic!("not refused") };
        assert_eq!(failure.signature.property, "other-rule");
        assert!(failure.evidence.contains("entry-point"), "{}", failure.evidence);
    }

    #[test]
    fn what_is_not_valid_is_skipped() {
        assert_eq!(check(&Case::new(&Module::default().write().unwrap())), Verdict::Skip(NOT_VALID));
        assert_eq!(check(&Case::new(b"PEXE")), Verdict::Skip(super::super::UNREADABLE));
    }
}
