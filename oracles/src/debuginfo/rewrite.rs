//! A file that is read is written back byte for byte.

use super::{Case, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const REWRITE: Oracle = Oracle {
    name: "debuginfo-rewrite",
    family: Family::RoundTrip,
    about: "bytes, words, bytes: every file survives, whatever its byte order",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let written = case.stream_or_skip()?.write();
    if written == case.bytes() {
        return Ok(());
    }
    let at = written.iter().zip(case.bytes()).take_while(|(a, b)| a == b).count();
    let evidence = format!("the files part at byte {at}; {} bytes before, {} after", case.bytes().len(), written.len());
    Err(Fault::new("bytes-changed", "stream", evidence).into())
}
