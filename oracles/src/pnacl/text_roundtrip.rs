//! Assembly preserves everything that a stream contains.

use super::codec::Assembly;
use super::{Case, Oracle};
use crate::roundtrip::survives;
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const TEXT_ROUNDTRIP: Oracle = Oracle {
    name: "text-roundtrip",
    family: Family::RoundTrip,
    about: "stream, assembly, stream: records, abbreviations and widths survive the text",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    survives(&Assembly, case.stream_or_skip()?)?;
    Ok(())
}
