//! The typed module is written in the form from which it was read.

use super::codec::Words;
use super::{Case, Oracle, UNREADABLE};
use crate::fixpoint::is_faithful;
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const MODEL_ROUNDTRIP: Oracle = Oracle {
    name: "debuginfo-model-roundtrip",
    family: Family::RoundTrip,
    about: "words, model, words: parsing debug instructions into typed values changes no word of any file",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    Ok(is_faithful(&Words, case.stream_or_skip()?, case.module().ok_or(UNREADABLE)?)?)
}
