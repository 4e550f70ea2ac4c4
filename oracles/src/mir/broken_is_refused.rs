//! A valid file with one rule broken deliberately is rejected with that rule; one rule after the other.

use super::Oracle;
use super::format::Mir;
use crate::{Check, Family, Needs, broken_is_refused};

/// The oracle.
pub const BROKEN_IS_REFUSED: Oracle = Oracle {
    name: "mir-broken-is-refused",
    family: Family::Metamorphic,
    about: "a valid file in which one rule is broken on purpose is rejected for that rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(broken_is_refused::check::<Mir>),
};

#[cfg(test)]
mod tests {
    use super::super::Case;
    use super::*;
    use crate::Verdict;
    use arbitrary::Unstructured;
    use irsmith_generators::mir::breakers::{Breaker, breakers};
    use irsmith_mir::File;

    fn judge(case: &Case, breaker: &Breaker, file: &File) -> Verdict {
        let judged = broken_is_refused::judge::<Mir>(case, breaker, file);
        Verdict::of(BROKEN_IS_REFUSED.name, judged.map_err(Into::into))
    }

    /// A breaker that changes nothing simulates a validator that does not check the rule.
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
