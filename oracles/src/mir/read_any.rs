//! Reading arbitrary bytes terminates with a file or with errors inside it.

use super::case::case_limits;
use super::{Case, Oracle};
use crate::read_any::{self, Reader};
use crate::{Check, Family, Fault, Needs};
use irsmith_mir::{Error, File, Limits};

/// The oracle.
pub const READ_ANY: Oracle = Oracle {
    name: "mir-read-any",
    family: Family::Robustness,
    about: "any bytes are read, or rejected with positions inside the file; a limit on errors drops only the last errors",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(read_any::check::<Bytes>),
};

/// The reader of files.
struct Bytes;

impl Reader for Bytes {
    type Case = Case;
    type Error = Error;
    const PLACE: &'static str = "errors";

    fn errors(case: &Case) -> impl Iterator<Item = &Error> {
        case.file().err().into_iter().flatten()
    }

    fn outside(case: &Case, error: &Error) -> Option<String> {
        (!is_inside(case.bytes(), error)).then(|| format!("the file has {} bytes", case.bytes().len()))
    }

    /// Reads only rejected files again.
    fn tighter(case: &Case) -> Result<(), Fault> {
        let Err(errors) = case.file() else { return Ok(()) };
        if errors.is_empty() || errors.len() > case_limits().errors {
            return Err(Fault::new("count", Self::PLACE, format!("refused with {} errors", errors.len())));
        }
        let first = File::read(case.bytes(), &Limits { errors: 1, ..case_limits() });
        if first.as_ref().err().map(Vec::as_slice) == Some(&errors[..1]) {
            return Ok(());
        }
        Err(Fault::new("limit-changes-meaning", Self::PLACE, format!("with all errors: {}\nwith one: {first:?}", errors[0])))
    }
}

/// Returns whether the position of an error is in the file or at the end of one of its lines.
fn is_inside(bytes: &[u8], error: &Error) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n');
    let line = (error.at.line > 0).then(|| lines.nth(error.at.line as usize - 1)).flatten();
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&(error.at.column as usize)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_reported_from_outside() {
        let error = |line, column| Error { at: irsmith_mir::Position { line, column }, kind: irsmith_mir::ErrorKind::NoBlock };
        assert!(is_inside(b"a\nbc", &error(2, 3)) && is_inside(b"", &error(1, 1)));
        assert!(!is_inside(b"a\nbc", &error(2, 4)) && !is_inside(b"a\nbc", &error(3, 1)) && !is_inside(b"a", &error(0, 1)));
    }
}
