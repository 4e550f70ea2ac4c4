//! The records that the writer makes of a module come back as they were made.

use super::difference::stream_difference;
use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::Stream;

/// The oracle.
pub const RECORDS_ROUNDTRIP: Oracle = Oracle {
    name: "records-roundtrip",
    family: Family::RoundTrip,
    about: "model, records, bytes, records: codes, operands and block structure survive the bit layer",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let module = match case.module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let fail = |property, element: String, evidence: String| Verdict::fail(RECORDS_ROUNDTRIP.name, property, element, evidence);
    let stream = module.to_stream();
    let written = match stream.write() {
        Ok(written) => written,
        Err(error) => return fail("cannot-write", "stream".into(), error.to_string()),
    };
    match Stream::read(&written, case.limits()) {
        Err(error) => fail("cannot-read-back", "stream".into(), error.to_string()),
        Ok(again) => match stream_difference(&stream, &again) {
            Some(difference) => fail("records-changed", difference.element, difference.evidence),
            None => Verdict::Pass,
        },
    }
}
