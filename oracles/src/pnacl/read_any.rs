//! Reading arbitrary bytes terminates, in bounded memory, with a model or with an error whose position is inside the file.

use super::{Case, Oracle, case::CASE_LIMITS};
use crate::read_any::{self, Reader, meaning_changed};
use crate::{Check, Family, Fault, Needs};
use irsmith_pnacl::{Error, ErrorKind, Limits, Stream};

/// The oracle.
pub const READ_ANY: Oracle = Oracle {
    name: "read-any",
    family: Family::Robustness,
    about: "any bytes are read, or rejected with a position inside the file; tighter limits only reject more",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(read_any::check::<Bytes>),
};

/// The readers of records and of modules.
struct Bytes;

impl Reader for Bytes {
    type Case = Case;
    type Error = Error;
    const PLACE: &'static str = "error";

    fn errors(case: &Case) -> impl Iterator<Item = &Error> {
        [case.stream().err(), case.module().and_then(|module| module.err())].into_iter().flatten()
    }

    fn outside(case: &Case, error: &Error) -> Option<String> {
        let end = case.bytes().len() as u64 * 8;
        (error.at.0 > end).then(|| format!("the file ends at {end} bits"))
    }

    fn tighter(case: &Case) -> Result<(), Fault> {
        let (loose, tight) = (case.stream(), Stream::read(case.bytes(), &tighter(case.limits())));
        let agree = match (loose, &tight) {
            (Ok(loose), Ok(tight)) => loose.items() == tight.items(),
            // A limit may be exceeded before the position of the error that loose limits report.
            (Err(loose), Err(tight)) => loose == tight || is_limit(tight),
            (Ok(_), Err(tight)) => is_limit(tight),
            (Err(_), Ok(_)) => false,
        };
        if agree { Ok(()) } else { Err(meaning_changed(loose, tight.as_ref())) }
    }
}

/// Limits so tight that every real file exceeds one of them.
const TIGHT: Limits = Limits { records: 64, operands: 256, implicit_operands: 16, nesting: 3, ..CASE_LIMITS };

/// Returns limits none of which is looser than in `limits`, which a user may have set.
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
