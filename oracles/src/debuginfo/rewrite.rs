//! A file that is read is written back byte for byte.

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Needs, Verdict};

/// The oracle.
pub const REWRITE: Oracle = Oracle {
    name: "debuginfo-rewrite",
    family: Family::RoundTrip,
    about: "bytes, words, bytes: every file survives, whatever its byte order",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    let written = stream.write();
    if written == case.bytes() {
        return Verdict::Pass;
    }
    let at = written.iter().zip(case.bytes()).take_while(|(a, b)| a == b).count();
    let evidence = format!("the files part at byte {at}; {} bytes before, {} after", case.bytes().len(), written.len());
    Verdict::fail(REWRITE.name, "bytes-changed", "stream", evidence)
}
