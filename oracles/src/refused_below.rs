//! A file with one mistake below the model is refused by the error of that mistake, and at its place.
//!
//! A breaker says of each file that it makes which error must refuse it, and where; this file compares that with what a reader says.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

use crate::Fault;

/// An error, and its place.
#[derive(Debug)]
pub(crate) struct Refusal<'a, K, A> {
    /// The kind of the error, with all that it states.
    pub(crate) kind: &'a K,
    /// The place.
    pub(crate) at: A,
}

/// Checks that a file with a mistake is refused by the error `kind` at a place within `at`. `found` is the error of the reader, if any, and
/// `mistake` the name of the breaker.
pub(crate) fn is_refused<K: Debug + PartialEq, A: Copy + Display + PartialOrd>(
    mistake: &'static str,
    kind: &K,
    at: &RangeInclusive<A>,
    found: Option<Refusal<'_, K, A>>,
) -> Result<(), Fault> {
    let expected = format!("expected: {kind:?} at {}", places(at));
    let fault = |property, found: String| Err(Fault::new(property, mistake, format!("{expected}\nfound:    {found}")));
    match found {
        None => fault("accepted", "no error".into()),
        Some(found) if found.kind != kind => fault("other-error", format!("{:?} at {}", found.kind, found.at)),
        Some(found) if !at.contains(&found.at) => fault("other-place", found.at.to_string()),
        Some(_) => Ok(()),
    }
}

/// Checks that a file without a mistake, the neighbour of one with it, is read.
pub(crate) fn is_read<T, E: Display>(mistake: &'static str, result: Result<T, E>) -> Result<T, Fault> {
    result.map_err(|error| Fault::new("neighbour-refused", mistake, format!("expected: it is read\nfound:    {error}")))
}

fn places<A: Display + PartialEq>(at: &RangeInclusive<A>) -> String {
    if at.start() == at.end() { at.start().to_string() } else { format!("{} to {}", at.start(), at.end()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_has_a_property_of_its_own() {
        let judge = |found: Option<(&str, u32)>| {
            let found = found.as_ref().map(|(kind, at)| Refusal { kind, at: *at });
            is_refused("a mistake", &"this", &(3..=5), found).map_err(|fault| fault.property)
        };
        assert_eq!(judge(Some(("this", 3))), Ok(()));
        assert_eq!(judge(Some(("this", 6))), Err("other-place"));
        assert_eq!(judge(Some(("that", 3))), Err("other-error"));
        assert_eq!(judge(None), Err("accepted"));
        assert!(is_read("a mistake", Err::<(), _>("this")).is_err());
    }
}
