//! After one trip through the model the bytes no longer change.

use super::{Case, NO_MODULE, Oracle};
use crate::{Check, Family, Needs, Verdict};

/// The oracle.
pub const FIXPOINT: Oracle = Oracle {
    name: "fixpoint",
    family: Family::RoundTrip,
    about: "bytes, model, bytes, model, bytes: the second and third bytes are equal",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    if let Err(reason) = case.module_or_skip() {
        return Verdict::Skip(reason);
    }
    let fail = |property, evidence: String| Verdict::fail(FIXPOINT.name, property, "module", evidence);
    // A model that is not written or read back is the model round trip's failure.
    let (Some(Ok(once)), Some(Ok(again))) = (case.rewritten(), case.reread()) else { return Verdict::Skip(NO_MODULE) };
    let twice = match again.write() {
        Ok(twice) => twice,
        Err(error) => return fail("cannot-write", error.to_string()),
    };
    match once.iter().zip(&twice).position(|(a, b)| a != b) {
        None if once.len() == twice.len() => Verdict::Pass,
        at => fail("bytes-changed", format!("the bytes differ at {}", at.unwrap_or(once.len().min(twice.len())))),
    }
}
