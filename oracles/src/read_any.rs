//! Reading any bytes ends, in bounded memory, with a model or with an error inside the file.

use std::fmt::{Debug, Display};

use crate::{Fault, Outcome};

/// A reader, for what must hold of it whatever the bytes.
pub(crate) trait Reader {
    /// The cases of the format.
    type Case;
    /// Why it refuses a file.
    type Error: Display + 'static;

    /// What the places of its errors are called in signatures.
    const PLACE: &'static str;

    /// The errors of a case, of all layers.
    fn errors(case: &Self::Case) -> impl Iterator<Item = &Self::Error>;

    /// Where the file ends, if the place of an error is outside of it.
    fn outside(case: &Self::Case, error: &Self::Error) -> Option<String>;

    /// That tighter limits change nothing but what is refused.
    fn tighter(case: &Self::Case) -> Result<(), Fault>;
}

/// Judges what a reader makes of the bytes of a case.
pub(crate) fn check<R: Reader>(case: &R::Case) -> Outcome {
    for error in R::errors(case) {
        if let Some(end) = R::outside(case, error) {
            return Err(Fault::new("error-outside-file", R::PLACE, format!("{error}\n{end}")).into());
        }
    }
    Ok(R::tighter(case)?)
}

/// The failure of a reader that says `tight` of a file under tighter limits than those under which it says `loose`.
pub(crate) fn meaning_changed<T, U, E: Debug>(loose: Result<T, &E>, tight: Result<U, &E>) -> Fault {
    let evidence = format!("loose: {:?}\ntight: {:?}", loose.map(|_| "read"), tight.map(|_| "read"));
    Fault::new("limits-change-meaning", "stream", evidence)
}
