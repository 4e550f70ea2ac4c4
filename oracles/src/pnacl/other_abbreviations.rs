//! Abbreviations do not matter: the same records with other abbreviations are the same program.

use super::codec::Records;
use super::{Case, Oracle};
use crate::codec::Trip;
use crate::roundtrip::is_equal;
use crate::{Check, Family, Fault, Needs, Outcome};
use irsmith_generators::pnacl::rewrite_abbreviations;
use irsmith_pnacl::Module;

/// The oracle.
pub const OTHER_ABBREVIATIONS: Oracle = Oracle {
    name: "other-abbreviations",
    family: Family::Metamorphic,
    about: "records that are written with other abbreviations and widths read back as the same records and the same module",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let rewritten = rewrite_abbreviations(stream, &mut arbitrary::Unstructured::new(&case.choices(0)));
    let records = Records { limits: *case.limits() };
    let again = Trip::of(&records, &rewritten)?.again;
    is_equal(&records, stream, &again)?;
    let readability = |evidence: &str| Err(Fault::new("readability-changed", "module", evidence).into());
    match (case.module(), Module::from_stream(&again)) {
        (Some(Ok(before)), Ok(after)) => Ok(is_equal(&case.codec(), before, &after)?),
        (Some(Err(_)) | None, Err(_)) => Ok(()),
        (_, Ok(_)) => readability("readable only under other abbreviations"),
        (Some(Ok(_)), Err(error)) => readability(&error.to_string()),
    }
}
