//! Places of inlining.

use super::index::Index;
use super::problem::ProblemKind;
use crate::{Id, Info, Module};
use std::collections::HashMap;

/// The maximal number of levels of inlining.
pub const LEVELS: usize = 64;

/// A level of inlining: the content of a DebugInlinedAt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level {
    /// The line at which the instructions were inlined.
    pub line: u32,
    /// The scope in which they were inlined.
    pub scope: Id,
}

/// Returns the levels of inlining that begin with a DebugInlinedAt, innermost first: none without one. An invalid chain, which
/// [`super::States`] rejects, ends before its error.
pub fn chain(module: &Module, inlined_at: Option<Id>) -> Vec<Level> {
    levels(&Index::new(module), inlined_at).0
}

/// Returns the levels, and the error after the last of them.
pub(super) fn levels(index: &Index<'_>, inlined_at: Option<Id>) -> (Vec<Level>, Option<ProblemKind>) {
    let mut levels = Vec::new();
    let mut next = inlined_at;
    while let Some(id) = next.filter(|&id| !index.is_none(id)) {
        let Some(&Info::InlinedAt { line, scope, inlined }) = index.info(id) else {
            return (levels, Some(ProblemKind::NotInlinedAt(id)));
        };
        if levels.len() == LEVELS {
            return (levels, Some(ProblemKind::TooManyLevels(id)));
        }
        levels.push(Level { line, scope });
        next = inlined;
    }
    (levels, None)
}

/// Chains that were checked, by their innermost level.
#[derive(Default)]
pub(super) struct Checked(HashMap<Id, Option<ProblemKind>>);

impl Checked {
    /// Returns the innermost level, if there is one and the chain is valid.
    pub(super) fn check(&mut self, index: &Index<'_>, inlined_at: Option<Id>) -> Result<Option<Id>, ProblemKind> {
        let Some(id) = inlined_at.filter(|&id| !index.is_none(id)) else { return Ok(None) };
        match *self.0.entry(id).or_insert_with(|| levels(index, Some(id)).1) {
            Some(problem) => Err(problem),
            None => Ok(Some(id)),
        }
    }
}
