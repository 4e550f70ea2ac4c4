//! Rejected debug instructions, with reasons.

use crate::Id;

/// A rejected debug instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {at}: {kind}")]
pub struct Problem {
    /// The position in the module.
    pub at: usize,
    /// The reason.
    pub kind: ProblemKind,
}

/// Why a debug instruction was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// A chain of inlining names another instruction.
    #[error("{0} is no DebugInlinedAt")]
    NotInlinedAt(Id),
    /// A chain of inlining has more than [`super::LEVELS`] levels, as a cyclic one does.
    #[error("more levels of inlining than can be at {0}")]
    TooManyLevels(Id),
    /// The declared or assigned operand is not a variable.
    #[error("{0} is no DebugLocalVariable")]
    NotLocalVariable(Id),
}
