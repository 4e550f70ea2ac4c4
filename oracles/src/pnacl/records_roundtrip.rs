//! The records that the writer makes of a module are equal when read again.

use super::codec::Records;
use super::{Case, Oracle};
use crate::roundtrip::survives;
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const RECORDS_ROUNDTRIP: Oracle = Oracle {
    name: "records-roundtrip",
    family: Family::RoundTrip,
    about: "model, records, bytes, records: codes, operands and block structure survive the bitstream",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    survives(&Records { limits: *case.limits() }, &case.module_or_skip()?.to_stream())?;
    Ok(())
}
