//! Reading any bytes ends, in bounded memory, with a module or with an error inside the file.

use super::{Case, Oracle, case::CASE_LIMITS};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::{Error, ErrorKind, Limits, Stream};

/// The oracle.
pub const READ_ANY: Oracle = Oracle {
    name: "read-any",
    family: Family::Robustness,
    about: "any bytes: read or refused with a place inside the file; tighter limits only ever refuse",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// Limits so tight that every real file passes one of them.
const TIGHT: Limits = Limits { records: 64, operands: 256, implicit_operands: 16, nesting: 3, ..CASE_LIMITS };

fn check(case: &Case) -> Verdict {
    let places = [case.stream().err(), case.module().and_then(|module| module.err())];
    let end = case.bytes().len() as u64 * 8;
    for error in places.into_iter().flatten() {
        if error.at.0 > end {
            let evidence = format!("{error}\nthe file ends at {end} bits");
            return Verdict::fail(READ_ANY.name, "error-outside-file", "error", evidence);
        }
    }
    match (case.stream(), Stream::read(case.bytes(), &tighter(case.limits()))) {
        (Ok(loose), Ok(tight)) if loose.items() == tight.items() => Verdict::Pass,
        (Ok(_), Err(error)) if is_limit(&error) => Verdict::Pass,
        // A limit may be passed before the place of the error that loose limits report.
        (Err(loose), Err(tight)) if *loose == tight || is_limit(&tight) => Verdict::Pass,
        (loose, tight) => {
            let evidence = format!("loose: {:?}\ntight: {:?}", loose.map(|_| "read"), tight.map(|_| "read"));
            Verdict::fail(READ_ANY.name, "limits-change-meaning", "stream", evidence)
        }
    }
}

/// Limits of which none is looser than one of `limits`, which a user may have set.
fn tighter(limits: &Limits) -> Limits {
    Limits {
        bytes: limits.bytes,
        records: limits.records.min(TIGHT.records),
        operands: limits.operands.min(TIGHT.operands),
        implicit_operands: limits.implicit_operands.min(TIGHT.implicit_operands),
        nesting: limits.nesting.min(TIGHT.nesting),
    }
}

fn is_limit(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::TooManyRecords(_) | ErrorKind::TooManyOperands(_) | ErrorKind::TooDeep(_))
}
