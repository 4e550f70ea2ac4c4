//! Abbreviations do not matter: the same records in other abbreviations are the same program.

use super::difference::{module_difference, stream_difference};
use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Needs, Verdict};
use irsmith_generators::pnacl::rewrite_abbreviations;
use irsmith_pnacl::{Module, Stream};

/// The oracle.
pub const OTHER_ABBREVIATIONS: Oracle = Oracle {
    name: "other-abbreviations",
    family: Family::Metamorphic,
    about: "the same records under other abbreviations and widths read back as the same records and the same module",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    let fail = |property, element: String, evidence: String| Verdict::fail(OTHER_ABBREVIATIONS.name, property, element, evidence);
    let rewritten = rewrite_abbreviations(stream, &mut arbitrary::Unstructured::new(&case.choices(0)));
    let written = match rewritten.write() {
        Ok(written) => written,
        Err(error) => return fail("cannot-write", "stream".into(), error.to_string()),
    };
    let again = match Stream::read(&written, case.limits()) {
        Ok(again) => again,
        Err(error) => return fail("cannot-read-back", "stream".into(), error.to_string()),
    };
    if let Some(difference) = stream_difference(stream, &again) {
        return fail("records-changed", difference.element, difference.evidence);
    }
    match (case.module(), Module::from_stream(&again)) {
        (Some(Ok(before)), Ok(after)) => match module_difference(before, &after) {
            Some(difference) => fail("model-changed", difference.element, difference.evidence),
            None => Verdict::Pass,
        },
        (Some(Err(_)) | None, Err(_)) => Verdict::Pass,
        (_, Ok(_)) => fail("readability-changed", "module".into(), "readable only under other abbreviations".into()),
        (Some(Ok(_)), Err(error)) => fail("readability-changed", "module".into(), error.to_string()),
    }
}
