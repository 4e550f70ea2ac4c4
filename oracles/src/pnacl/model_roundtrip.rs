//! A module that is written and read again is equal to the original.

use super::{Case, Oracle};
use crate::roundtrip::is_equal;
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const MODEL_ROUNDTRIP: Oracle = Oracle {
    name: "model-roundtrip",
    family: Family::RoundTrip,
    about: "model, bytes, model: the typed module survives",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    Ok(is_equal(&case.codec(), case.module_or_skip()?, &case.trip()?.again)?)
}
