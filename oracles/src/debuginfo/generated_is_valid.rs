//! What the generator makes can be written, comes back equal, and is valid.

use super::case::case_limits;
use super::{Case, Oracle, UNREADABLE, difference::module_difference};
use crate::{Check, Family, Needs, Verdict};
use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::validate;

/// The oracle.
pub const GENERATED_IS_VALID: Oracle = Oracle {
    name: "debuginfo-generated-is-valid",
    family: Family::Agreement,
    about: "a module generated with the case as seed can be written, reads back equal and breaks no rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    // Any bytes are a seed, but those that are no module are not worth keeping for it.
    if case.module().is_none() {
        return Verdict::Skip(UNREADABLE);
    }
    let module = case.generated();
    let fail = |property, element: &str, evidence: String| Verdict::fail(GENERATED_IS_VALID.name, property, element, evidence);
    let again = match module.write().and_then(|bytes| Module::read(&bytes, &case_limits())) {
        Ok(again) => again,
        Err(error) => return fail("cannot-write", "module", error.to_string()),
    };
    if let Some(difference) = module_difference(&module, &again) {
        return fail("model-changed", &difference.element, difference.evidence);
    }
    match validate(&module).into_iter().find(|violation| violation.is_error()) {
        None => Verdict::Pass,
        Some(violation) => fail("refused", violation.rule.id, violation.to_string()),
    }
}
