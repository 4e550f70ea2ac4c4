//! The rules for errors of reading and writing.

use super::{Rule, RuleId};
use crate::ErrorKind;

impl ErrorKind {
    /// Returns the rule that the error reports as broken.
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::FileTooLarge { .. } => RuleId::LimitBytes,
            Self::BadMagic => RuleId::HeaderMagic,
            Self::HeaderIncomplete => RuleId::HeaderTruncated,
            Self::IncompleteWord(_) => RuleId::WordTruncated,
            Self::WordCountZero => RuleId::WordCountZero,
            Self::PastTheEnd { .. } => RuleId::WordCountPast,
            Self::InstructionTooLong(_) => RuleId::InstructionLength,
            Self::UnknownSet(_) => RuleId::SetImport,
            Self::NotInDialect { .. } => RuleId::DebugInstruction,
        }
        .rule()
    }
}
