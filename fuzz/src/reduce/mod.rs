//! Passes and weights: the parts of a minimizer that depend on the format, over the bytes of case files.
//!
//! A [`Pass`] treats a case as a sequence of things, counts them, and removes or simplifies any range of them; a [`Weight`] says which of
//! two cases is the simpler one. The minimizer chooses which things to try, and checks whether a smaller case still fails.

mod bytes;
mod weight;

use std::{fmt, ops::Range};

use crate::{Operation, panics::unless_panic};

pub(crate) use bytes::BYTE_PASSES;
pub use weight::{Level, Weight};

/// One way to make cases smaller.
///
/// A pass is deterministic: the same case and range give the same result. Things before a range keep their numbers when the range is
/// removed, so that a sweep from the last thing to the first visits each of them.
pub trait Pass: fmt::Debug {
    /// Describes the pass, for people.
    fn name(&self) -> &'static str;

    /// Returns the layer of the case that it works on.
    fn level(&self) -> Level;

    /// Counts the things that the pass could change in `case`; 0 when it does not read at the pass's level.
    fn count(&self, case: &[u8]) -> usize;

    /// Returns `case` without the things in `range`, or with simpler things there.
    ///
    /// Returns `None` when that changes nothing or the result cannot be written.
    fn apply(&self, case: &[u8], range: Range<usize>) -> Option<Vec<u8>>;

    /// Returns whether the pass only gives other names: no other pass can do more behind it.
    fn only_renames(&self) -> bool {
        false
    }
}

/// A pass as a row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassRow {
    pub(crate) name: &'static str,
    pub(crate) level: Level,
    pub(crate) count: fn(&[u8]) -> usize,
    /// May return the case unchanged.
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
