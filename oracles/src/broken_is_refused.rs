//! A valid case with one rule broken deliberately is rejected with that rule; one rule after the other.

use arbitrary::Unstructured;

use crate::format::{Breaks, Format};
use crate::{Fault, Outcome};

/// Skip reason: no breaker finds a place in the case.
const NO_BREAKER: &str = "breaker-does-not-apply";

/// Breaks each rule in a case.
pub(crate) fn check<F: Format>(case: &F::Case) -> Outcome {
    let model = F::valid(case)?;
    let mut broken = model.clone();
    let mut applied = false;
    // The case itself determines the places, so that a verdict depends on nothing else. Every breaker runs: a reduced case then fails for
    // the same rule, which the minimizer needs.
    for breaker in F::breakers() {
        if breaker.apply(&mut broken, &mut Unstructured::new(F::bytes(case))) {
            applied = true;
            judge::<F>(case, breaker, &broken)?;
            broken.clone_from(model);
        }
    }
    if applied { Ok(()) } else { Err(NO_BREAKER.into()) }
}

/// Checks the model of a case after a change: the rule that the change breaks must be among the violations.
pub(crate) fn judge<F: Format>(case: &F::Case, breaker: &F::Breaker, broken: &F::Model) -> Result<(), Fault> {
    let (rule, about) = (breaker.rule(), breaker.about());
    let mut violations = F::violations_in(case, broken);
    violations.retain(|violation| violation.is_error());
    if violations.iter().any(|violation| violation.rule.id == rule) {
        return Ok(());
    }
    let property = if violations.is_empty() { "accepted" } else { "other-rule" };
    let found: String = violations.iter().take(10).map(|violation| format!("\n  {violation}")).collect();
    Err(Fault::new(property, rule, format!("broken: {rule}, by a change that {about}\nreported:{found}")))
}
