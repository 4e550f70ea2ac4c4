//! A valid module with one rule broken deliberately is rejected with that rule; one rule after the other.

use super::Oracle;
use super::format::Pnacl;
use crate::{Check, Family, Needs, broken_is_refused};

/// The oracle.
pub const BROKEN_IS_REFUSED: Oracle = Oracle {
    name: "broken-is-refused",
    family: Family::Metamorphic,
    about: "a valid module in which one rule is broken on purpose is rejected for that rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(broken_is_refused::check::<Pnacl>),
};

#[cfg(test)]
mod tests {
    use super::super::{Case, UNREADABLE, format::NOT_VALID};
    use super::*;
    use crate::Verdict;
    use arbitrary::Unstructured;
    use irsmith_generators::pnacl::breakers::{BREAKERS, Breaker};
    use irsmith_pnacl::Module;

    fn judge(breaker: &Breaker, module: &Module) -> Verdict {
        let judged = broken_is_refused::judge::<Pnacl>(&Case::new(&[]), breaker, module);
        Verdict::of(BROKEN_IS_REFUSED.name, judged.map_err(Into::into))
    }

    /// A breaker that changes nothing simulates a validator that does not check the rule.
    #[test]
    fn a_lost_rule_fails_under_its_name() {
        let module = irsmith_generators::pnacl::generate(&mut Unstructured::new(&[]), &Default::default());
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
        let verdict = |bytes: &[u8]| BROKEN_IS_REFUSED.verdict(&Case::new(bytes));
        assert_eq!(verdict(&Module::default().write().unwrap()), Verdict::Skip(NOT_VALID));
        assert_eq!(verdict(b"PEXE"), Verdict::Skip(UNREADABLE));
    }
}
