//! Faithful rewrite: a stream that is written back and read again is the same stream, abbreviations and widths included.

use super::difference::{element_at, first_change};
use super::{Case, Oracle, UNREADABLE};
use crate::{Family, Verdict};
use irsmith_pnacl::Stream;

/// The oracle.
pub const REWRITE: Oracle = Oracle {
    name: "rewrite",
    family: Family::RoundTrip,
    about: "bytes, stream, bytes: records, abbreviations and widths survive, and a second trip gives the same bytes",
    floor: 100,
    check,
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    let fail = |property, element: String, evidence: String| Verdict::fail(REWRITE.name, property, element, evidence);
    let written = match stream.write() {
        Ok(written) => written,
        Err(error) => return fail("cannot-write", "stream".into(), error.to_string()),
    };
    if written == case.bytes() {
        return Verdict::Pass;
    }
    let again = match Stream::read(&written, case.limits()) {
        Ok(again) => again,
        Err(error) => return fail("cannot-read-back", "stream".into(), error.to_string()),
    };
    if let Some((index, evidence)) = first_change(stream, &again) {
        return fail("stream-changed", element_at(stream, index), evidence);
    }
    match again.write() {
        Ok(twice) if twice == written => Verdict::Pass,
        Ok(_) => fail("no-fixpoint", "stream".into(), "a second trip gives other bytes".into()),
        Err(error) => fail("cannot-write", "stream".into(), error.to_string()),
    }
}
