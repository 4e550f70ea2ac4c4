//! A module that is printed and parsed again is equal word for word.

use super::codec::Assembly;
use super::{Case, Oracle};
use crate::roundtrip::survives;
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const TEXT_ROUNDTRIP: Oracle = Oracle {
    name: "debuginfo-text-roundtrip",
    family: Family::RoundTrip,
    about: "words, text, words: every module survives, even an invalid one",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    survives(&Assembly, case.stream_or_skip()?)?;
    Ok(())
}
