//! Making cases smaller: what a minimizer needs of a format, over the bytes of case files.
//!
//! A [`Pass`] sees a case as a row of things, counts them, and takes any range of them away or
//! makes them simpler; a [`Weight`] says which of two cases is the simpler one. Which things to
//! try, and whether a smaller case still shows the fault, is the minimizer's business.

mod bytes;
mod weight;

use std::{fmt, ops::Range};

use crate::{Operation, panics::unless_panic};

pub(crate) use bytes::BYTE_PASSES;
pub use weight::{Level, Weight};

/// One way to make cases smaller.
///
/// There is no chance in a pass: the same case and range give the same result. Things before a
/// range keep their numbers when the range goes, so that a sweep from the last thing to the first
/// meets each of them.
pub trait Pass: fmt::Debug {
    /// What it does, for people.
    fn name(&self) -> &'static str;

    /// The layer of the case it works on.
    fn level(&self) -> Level;

    /// How many things the pass could change in `case`; 0 when it does not read at the pass's
    /// level.
    fn count(&self, case: &[u8]) -> usize;

    /// `case` without the things in `range`, or with simpler ones there.
    ///
    /// `None` when that changes nothing or leaves what cannot be written.
    fn apply(&self, case: &[u8], range: Range<usize>) -> Option<Vec<u8>>;
}

/// A pass as a row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassRow {
    pub(crate) name: &'static str,
    pub(crate) level: Level,
    pub(crate) count: fn(&[u8]) -> usize,
    /// May return the case as it was.
    pub(crate) apply: fn(&[u8], Range<usize>) -> Option<Vec<u8>>,
}

impl Pass for PassRow {
    fn name(&self) -> &'static str {
        self.name
    }

    fn level(&self) -> Level {
        self.level
    }

    fn count(&self, case: &[u8]) -> usize {
        unless_panic(Operation::Reduce, None, &[case], format_args!("count of pass {}", self.name), || (self.count)(case))
    }

    fn apply(&self, case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
        unless_panic(Operation::Reduce, None, &[case], format_args!("pass {}, things {range:?}", self.name), || {
            (self.apply)(case, range.clone())
        })
        .filter(|changed| changed != case)
    }
}
