//! Reading any bytes ends with a module or with an error inside the file.

use super::case::case_limits;
use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use irsmith_debuginfo::{ErrorKind, Limits, Stream};

/// The oracle.
pub const READ_ANY: Oracle = Oracle {
    name: "debuginfo-read-any",
    family: Family::Robustness,
    about: "any bytes: read or refused with a place inside the file; tighter limits only ever refuse",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// Less than most files have.
const TIGHT: Limits = Limits { bytes: 512 };

fn check(case: &Case) -> Verdict {
    let loose = case.stream();
    if let Err(error) = loose
        && error.at > case.bytes().len()
    {
        let evidence = format!("{error}\nthe file has {} bytes", case.bytes().len());
        return Verdict::fail(READ_ANY.name, "error-outside-file", "error", evidence);
    }
    let limits = case_limits();
    let tight = Stream::read(case.bytes(), &Limits { bytes: TIGHT.bytes.min(limits.bytes) });
    let agree = match (&loose, &tight) {
        (_, Err(error)) if case.bytes().len() > TIGHT.bytes => {
            error.kind == ErrorKind::FileTooLarge { bytes: case.bytes().len(), limit: TIGHT.bytes } || case.bytes().len() > limits.bytes
        }
        (Ok(loose), Ok(tight)) => *loose == tight,
        (Err(loose), Err(tight)) => *loose == tight,
        _ => false,
    };
    if agree {
        return Verdict::Pass;
    }
    let evidence = format!("loose: {:?}\ntight: {:?}", loose.map(|_| "read"), tight.map(|_| "read"));
    Verdict::fail(READ_ANY.name, "limits-change-meaning", "stream", evidence)
}
