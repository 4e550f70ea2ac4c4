//! The rules for errors of reading and writing.

use super::{Rule, RuleId};
use crate::ErrorKind;

impl ErrorKind {
    /// Returns the rule that the error reports as broken.
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::FileTooLarge { .. } => RuleId::LimitBytes,
            Self::TooManyRecords(_) => RuleId::LimitRecords,
            Self::TooManyOperands(_) => RuleId::LimitOperands,
            Self::TooDeep(_) => RuleId::LimitNesting,
            Self::TooMany { .. } => RuleId::LimitIndices,
            Self::UnexpectedEnd => RuleId::FileTruncated,
            Self::VbrTooLarge => RuleId::VbrSize,
            Self::BadMagic => RuleId::HeaderMagic,
            Self::BadHeaderField { .. } => RuleId::HeaderField,
            Self::BadVersion(_) => RuleId::HeaderVersion,
            Self::ExpectedModuleBlock => RuleId::ModuleMissing,
            Self::TrailingBytes(_) => RuleId::FileTrailing,
            Self::OutsideBlock(_) => RuleId::RecordOutside,
            Self::BadAbbreviationWidth(_) => RuleId::AbbreviationWidth,
            Self::TooWide { .. } => RuleId::NumberSize,
            Self::UnknownAbbreviation { .. } => RuleId::AbbreviationUndefined,
            Self::BadAbbreviation(_) => RuleId::AbbreviationForm,
            Self::NotEncodable { .. } => RuleId::AbbreviationFit,
            Self::NoCode => RuleId::RecordCode,
            Self::Unbalanced => RuleId::BlockBalance,
            Self::UnexpectedBlock { .. } => RuleId::BlockPlace,
            Self::UnknownRecord { .. } => RuleId::RecordUnknown,
            Self::OperandCount { .. } => RuleId::OperandCount,
            Self::OutOfRange { .. } => RuleId::OperandRange,
            Self::UndefinedValue { .. } => RuleId::OperandUndefined,
            Self::NotAFunction(_) => RuleId::CallTarget,
            Self::NotAFunctionType(_) => RuleId::FunctionTypeId,
            Self::NoConstantType => RuleId::ConstantUntyped,
            Self::MisplacedInitializer(_) => RuleId::InitializerPlace,
            Self::CountMismatch { .. } => RuleId::CountMismatch,
            Self::BodyMismatch(_) => RuleId::BodyMismatch,
        }
        .rule()
    }
}
