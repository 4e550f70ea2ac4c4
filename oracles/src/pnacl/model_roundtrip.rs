//! A module that is written comes back equal.

use super::difference::module_difference;
use super::{Case, NO_MODULE, Oracle};
use crate::{Check, Family, Needs, Verdict};

/// The oracle.
pub const MODEL_ROUNDTRIP: Oracle = Oracle {
    name: "model-roundtrip",
    family: Family::RoundTrip,
    about: "model, bytes, model: the typed module survives",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let module = match case.module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let fail = |property, element: String, evidence: String| Verdict::fail(MODEL_ROUNDTRIP.name, property, element, evidence);
    match (case.rewritten(), case.reread()) {
        (Some(Err(error)), _) => fail("cannot-write", "module".into(), error.to_string()),
        (_, Some(Err(error))) => fail("cannot-read-back", "module".into(), error.to_string()),
        (_, Some(Ok(again))) => match module_difference(module, again) {
            Some(difference) => fail("model-changed", difference.element, difference.evidence),
            None => Verdict::Pass,
        },
        (_, None) => Verdict::Skip(NO_MODULE),
    }
}
