//! The order of functions, globals and constants does not matter: in reverse order they break the same rules.

use super::reversed::reversed;
use super::{Case, Oracle};
use crate::{Check, Family, Needs, Outcome, rule_counts::RuleCounts};
use irsmith_pnacl::Module;
use irsmith_pnacl::validate::validate;

/// The oracle.
pub const VALIDITY_RENUMBERED: Oracle = Oracle {
    name: "validity-renumbered",
    family: Family::Metamorphic,
    about: "with functions, globals and constants in reverse order, a module breaks the same rules equally often",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let module = case.module_or_skip()?;
    Ok(counts(module)?.are_kept(&counts(&reversed(module))?)?)
}

fn counts(module: &Module) -> Result<RuleCounts, &'static str> {
    RuleCounts::of(&validate(module))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::pnacl::breakers::BREAKERS;

    fn generated(seed: u64) -> Module {
        irsmith_generators::pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Default::default())
    }

    /// Invalid modules keep their violations too; valid modules mostly have none.
    #[test]
    fn broken_modules_break_the_same_rules() {
        let mut compared = 0;
        for seed in 0..300 {
            let mut module = generated(seed);
            for breaker in [seed * 7, seed * 31 + 1] {
                let breaker = &BREAKERS[breaker as usize % BREAKERS.len()];
                breaker.apply(&mut module, &mut Unstructured::new(&bytes_of_seed(seed)));
            }
            // In every readable module a call names a function.
            let Ok(bytes) = module.write() else { continue };
            match VALIDITY_RENUMBERED.verdict(&Case::new(&bytes)) {
                Verdict::Pass => compared += 1,
                Verdict::Skip(_) => {}
                Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
            }
        }
        assert!(compared > 150, "{compared} of 300 cases compared");
    }

    #[test]
    fn a_changed_number_of_violations_is_seen() {
        let module = generated(1);
        let mut other = module.clone();
        other.globals.push(Default::default());
        assert_ne!(counts(&module), counts(&other));
    }
}
