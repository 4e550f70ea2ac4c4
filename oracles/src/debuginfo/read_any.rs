//! Reading arbitrary bytes terminates with a module or with an error inside the file.

use super::case::case_limits;
use super::{Case, Oracle};
use crate::read_any::{self, Reader, meaning_changed};
use crate::{Check, Family, Fault, Needs};
use irsmith_debuginfo::{Error, ErrorKind, Limits, Stream};

/// The oracle.
pub const READ_ANY: Oracle = Oracle {
    name: "debuginfo-read-any",
    family: Family::Robustness,
    about: "any bytes are read, or rejected with a position inside the file; tighter limits only reject more",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(read_any::check::<Bytes>),
};

/// The reader of words: every stream of words is a module.
struct Bytes;

impl Reader for Bytes {
    type Case = Case;
    type Error = Error;
    const PLACE: &'static str = "error";

    fn errors(case: &Case) -> impl Iterator<Item = &Error> {
        case.stream().err().into_iter()
    }

    fn outside(case: &Case, error: &Error) -> Option<String> {
        let end = case.bytes().len();
        (error.at > end).then(|| format!("the file has {end} bytes"))
    }

    fn tighter(case: &Case) -> Result<(), Fault> {
        let (bytes, limit) = (case.bytes().len(), TIGHT.bytes.min(case_limits().bytes));
        let (loose, tight) = (case.stream(), Stream::read(case.bytes(), &Limits { bytes: limit }));
        let agree = match &tight {
            Err(error) if bytes > limit => error.kind == ErrorKind::FileTooLarge { bytes, limit },
            tight => loose == tight.as_ref(),
        };
        if agree { Ok(()) } else { Err(meaning_changed(loose, tight.as_ref())) }
    }
}

/// Less than the size of most files.
const TIGHT: Limits = Limits { bytes: 512 };
