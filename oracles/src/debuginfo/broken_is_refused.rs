//! A valid module with one rule broken deliberately is rejected with that rule; one rule after the other.

use super::Oracle;
use super::format::DebugInfo;
use crate::{Check, Family, Needs, broken_is_refused};

/// The oracle.
pub const BROKEN_IS_REFUSED: Oracle = Oracle {
    name: "debuginfo-broken-is-refused",
    family: Family::Metamorphic,
    about: "a valid module in which one rule is broken on purpose is rejected for that rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(broken_is_refused::check::<DebugInfo>),
};

#[cfg(test)]
mod tests {
    use super::super::Case;
    use super::*;
    use crate::Verdict;
    use arbitrary::Unstructured;
    use irsmith_debuginfo::{Dialect, Module};
    use irsmith_generators::debuginfo::breakers::{Breaker, breakers};
    use irsmith_generators::debuginfo::{Config, generate};

    fn judge(breaker: &Breaker, module: &Module) -> Verdict {
        let judged = broken_is_refused::judge::<DebugInfo>(&Case::new(&[]), breaker, module);
        Verdict::of(BROKEN_IS_REFUSED.name, judged.map_err(Into::into))
    }

    /// A breaker that changes nothing simulates a validator that does not check the rule.
    #[test]
    fn a_lost_rule_fails_under_its_name() {
        let module = generate(&mut Unstructured::new(&[7; 4096]), &Config { dialect: Dialect::DebugInfo, ..Config::default() });
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
