//! After one round trip through the model the bytes no longer change.

use super::{Case, NO_MODULE, Oracle};
use crate::fixpoint::is_fixpoint;
use crate::{Check, Family, Needs, NoPass, Outcome};

/// The oracle.
pub const FIXPOINT: Oracle = Oracle {
    name: "fixpoint",
    family: Family::RoundTrip,
    about: "bytes, model, bytes, model, bytes: the second and third bytes are equal",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    match case.trip() {
        Ok(trip) => Ok(is_fixpoint(&case.codec(), trip)?),
        // A model that cannot be written or read again is a failure of the model round trip.
        Err(NoPass::Fail(_)) => Err(NO_MODULE.into()),
        Err(skip) => Err(skip),
    }
}
