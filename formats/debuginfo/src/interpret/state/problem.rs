//! Debug instructions that are refused, and why.

use crate::Id;

/// A debug instruction that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {at}: {kind}")]
pub struct Problem {
    /// Its position in the module.
    pub at: usize,
    /// Why.
    pub kind: ProblemKind,
}

/// Why a debug instruction was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// A chain of inlining names something else.
    #[error("{0} is no DebugInlinedAt")]
    NotInlinedAt(Id),
    /// A chain of inlining has more than [`super::LEVELS`] levels, as one that comes back to itself.
    #[error("more levels of inlining than can be at {0}")]
    TooManyLevels(Id),
    /// What is declared or has a value is no variable.
    #[error("{0} is no DebugLocalVariable")]
    NotLocalVariable(Id),
}
