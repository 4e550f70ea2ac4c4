//! Reading any bytes ends with a file or with errors inside it.

use super::case::case_limits;
use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use irsmith_mir::{Error, File, Limits};

/// The oracle.
pub const READ_ANY: Oracle = Oracle {
    name: "mir-read-any",
    family: Family::Robustness,
    about: "any bytes: read, or refused with places inside the file; a limit on errors drops the last ones only",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let fail = |property, evidence: String| Verdict::fail(READ_ANY.name, property, "errors", evidence);
    let errors = match case.file() {
        Ok(_) => return Verdict::Pass,
        Err(errors) => errors,
    };
    if let Some(outside) = errors.iter().find(|error| !is_inside(case.bytes(), error)) {
        return fail("error-outside-file", outside.to_string());
    }
    if errors.is_empty() || errors.len() > case_limits().errors {
        return fail("count", format!("refused with {} errors", errors.len()));
    }
    let first = File::read(case.bytes(), &Limits { errors: 1, ..case_limits() });
    if first.as_ref().err().map(Vec::as_slice) == Some(&errors[..1]) {
        return Verdict::Pass;
    }
    fail("limit-changes-meaning", format!("with all errors: {}\nwith one: {first:?}", errors[0]))
}

/// Whether the place of an error is in the file or just behind a line of it.
fn is_inside(bytes: &[u8], error: &Error) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n');
    let line = (error.line > 0).then(|| lines.nth(error.line as usize - 1)).flatten();
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&(error.column as usize)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_from_outside() {
        let error = |line, column| Error { line, column, kind: irsmith_mir::ErrorKind::NoBlock };
        assert!(is_inside(b"a\nbc", &error(2, 3)) && is_inside(b"", &error(1, 1)));
        assert!(!is_inside(b"a\nbc", &error(2, 4)) && !is_inside(b"a\nbc", &error(3, 1)) && !is_inside(b"a", &error(0, 1)));
    }
}
