//! A generated module that is written and read again is equal to the original.
//!
//! The model round trip begins with the output of our reader; what the reader drops is missing on both sides there. Here the model comes
//! from the generator.

use super::{Case, Oracle};
use crate::roundtrip::survives;
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const GENERATED_ROUNDTRIP: Oracle = Oracle {
    name: "generated-roundtrip",
    family: Family::RoundTrip,
    about: "a module generated with the case as seed survives being written and read",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    survives(&case.codec(), &case.generated_or_skip()?)?;
    Ok(())
}
