//! A generated module that is written comes back equal.
//!
//! The model round trip begins with what our reader made of bytes; what the reader has lost is lost on both sides there. Here the model
//! comes from the generator.

use super::difference::module_difference;
use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::Module;

/// The oracle.
pub const GENERATED_ROUNDTRIP: Oracle = Oracle {
    name: "generated-roundtrip",
    family: Family::RoundTrip,
    about: "a module generated with the case as seed survives bytes",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let module = match case.generated_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let fail = |property, element: String, evidence: String| Verdict::fail(GENERATED_ROUNDTRIP.name, property, element, evidence);
    let written = match module.write() {
        Ok(written) => written,
        Err(error) => return fail("cannot-write", "module".into(), error.to_string()),
    };
    match Module::read(&written, case.limits()) {
        Err(error) => fail("cannot-read-back", "module".into(), error.to_string()),
        Ok(again) => match module_difference(&module, &again) {
            Some(difference) => fail("model-changed", difference.element, difference.evidence),
            None => Verdict::Pass,
        },
    }
}
