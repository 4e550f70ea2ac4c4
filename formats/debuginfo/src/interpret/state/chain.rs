//! Where something was inlined.

use super::index::Index;
use super::problem::ProblemKind;
use crate::{Id, Info, Module};
use std::collections::HashMap;

/// Most levels of inlining.
pub const LEVELS: usize = 64;

/// A level of inlining: what a DebugInlinedAt says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level {
    /// Line that the instructions were inlined at.
    pub line: u32,
    /// Scope that they were inlined in.
    pub scope: Id,
}

/// The levels of inlining that begin with a DebugInlinedAt, innermost first: none without one. A chain that is no good, which
/// [`super::States`] refuses, ends where it goes wrong.
pub fn chain(module: &Module, inlined_at: Option<Id>) -> Vec<Level> {
    levels(&Index::new(module), inlined_at).0
}

/// The levels, and what is wrong behind the last of them.
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

/// Chains that were looked at, by their innermost level.
#[derive(Default)]
pub(super) struct Checked(HashMap<Id, Option<ProblemKind>>);

impl Checked {
    /// The innermost level, if there is one and nothing is wrong with the chain.
    pub(super) fn check(&mut self, index: &Index<'_>, inlined_at: Option<Id>) -> Result<Option<Id>, ProblemKind> {
        let Some(id) = inlined_at.filter(|&id| !index.is_none(id)) else { return Ok(None) };
        match *self.0.entry(id).or_insert_with(|| levels(index, Some(id)).1) {
            Some(problem) => Err(problem),
            None => Ok(Some(id)),
        }
    }
}
