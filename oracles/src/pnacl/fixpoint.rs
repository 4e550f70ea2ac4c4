//! After one trip through the model the bytes no longer change.

use super::{Case, Oracle};
use crate::{Family, Verdict};
use irsmith_pnacl::Module;

/// The oracle.
pub const FIXPOINT: Oracle = Oracle {
    name: "fixpoint",
    family: Family::RoundTrip,
    about: "bytes, model, bytes, model, bytes: the second and third bytes are equal",
    floor: 100,
    check,
};

fn check(case: &Case) -> Verdict {
    let module = match case.module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let fail = |property, evidence: String| Verdict::fail(FIXPOINT.name, property, "module", evidence);
    let once = match module.write() {
        Ok(once) => once,
        Err(error) => return fail("cannot-write", error.to_string()),
    };
    let twice = match Module::read(&once, case.limits()).and_then(|module| module.write()) {
        Ok(twice) => twice,
        Err(error) => return fail("cannot-read-back", error.to_string()),
    };
    match once.iter().zip(&twice).position(|(a, b)| a != b) {
        None if once.len() == twice.len() => Verdict::Pass,
        at => fail("bytes-changed", format!("the bytes differ at {}", at.unwrap_or(once.len().min(twice.len())))),
    }
}
