//! Reading arbitrary bytes terminates, in bounded memory, with a model or with an error whose position is inside the file.

use std::fmt::{Debug, Display};

use crate::{Fault, Outcome};

/// A reader, for the properties that it must have on arbitrary bytes.
pub(crate) trait Reader {
    /// The cases of the format.
    type Case;
    /// The errors.
    type Error: Display + 'static;

    /// The kind of the positions of its errors, in signatures.
    const PLACE: &'static str;

    /// Returns the errors of a case, of all layers.
    fn errors(case: &Self::Case) -> impl Iterator<Item = &Self::Error>;

    /// Returns the end of the file if the position of an error is after it.
    fn outside(case: &Self::Case, error: &Self::Error) -> Option<String>;

    /// Checks that tighter limits only reject more files, and change nothing else.
    fn tighter(case: &Self::Case) -> Result<(), Fault>;
}

/// Checks the result of a reader on the bytes of a case.
pub(crate) fn check<R: Reader>(case: &R::Case) -> Outcome {
    for error in R::errors(case) {
        if let Some(end) = R::outside(case, error) {
            return Err(Fault::new("error-outside-file", R::PLACE, format!("{error}\n{end}")).into());
        }
    }
    Ok(R::tighter(case)?)
}

/// Returns the failure of a reader whose result is `tight` under tighter limits than those under which it is `loose`.
pub(crate) fn meaning_changed<T, U, E: Debug>(loose: Result<T, &E>, tight: Result<U, &E>) -> Fault {
    let evidence = format!("loose: {:?}\ntight: {:?}", loose.map(|_| "read"), tight.map(|_| "read"));
    Fault::new("limits-change-meaning", "stream", evidence)
}
