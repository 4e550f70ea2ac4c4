//! The rules that reading errors report.

use super::{Rule, RuleId};
use crate::{ContainerError, ErrorKind};

impl ErrorKind {
    /// Returns the rule that the error reports as broken.
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::Container(error) => return error.rule(),
            Self::Expected { .. } | Self::Character(_) => RuleId::BodySyntax,
            Self::OpenString | Self::OpenConstant | Self::OpenComment | Self::OpenSymbol => RuleId::BodySyntax,
            Self::NameNotUtf8 => RuleId::FileText,
            Self::NumberTooLarge(_) => RuleId::NumberRange,
            Self::NoBlock | Self::BlockInLine => RuleId::BlockPosition,
            Self::NestedBundle => RuleId::BundleNested,
            Self::OpenBundle | Self::NoBundle => RuleId::BundleOpen,
            Self::Duplicate(_) => RuleId::WordRepeated,
            Self::KilledDefinition => RuleId::KilledDefinition,
            Self::SubregisterOfPhysical | Self::ClassOfPhysical | Self::TypeOfPhysical => RuleId::PhysicalPart,
            Self::TargetFlagsOfRegister => RuleId::RegisterTargetFlags,
            Self::DumpedRegisterMask => RuleId::MaskUnknown,
            Self::ScalarSize | Self::VectorElements | Self::AddressSpace | Self::IntegerWidth => RuleId::TypeRange,
            Self::Alignment => RuleId::AlignmentPower,
            Self::LocationDepth(_) | Self::UnknownField | Self::LocationWithout(_) => RuleId::LocationFields,
        }
        .rule()
    }
}

impl crate::Older {
    /// Returns the rule that the spelling breaks: a warning.
    pub const fn rule(&self) -> &'static Rule {
        RuleId::OlderSpelling.rule()
    }
}

impl ContainerError {
    /// Returns the rule that the error reports as broken.
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::FileTooLarge { .. } => RuleId::LimitBytes,
            Self::NotUtf8 | Self::ControlCharacter(_) => RuleId::FileText,
            Self::Anchor | Self::Alias | Self::Tag | Self::Directive | Self::Folded | Self::Nesting(_) => RuleId::YamlSubset,
            Self::Tab | Self::Reserved(_) | Self::Expected(_) | Self::Colon | Self::Indentation => RuleId::YamlSyntax,
            Self::OpenQuote(_) | Self::Escape | Self::LiteralHeader => RuleId::YamlSyntax,
            Self::SecondModule | Self::NoFunction => RuleId::DocumentKind,
            Self::UnknownKey { .. } => RuleId::KeyUnknown,
            Self::DuplicateKey(_) => RuleId::KeyRepeated,
            Self::MissingKey { .. } => RuleId::KeyMissing,
            Self::KeyOfOtherType(_) => RuleId::FixedObjectFlags,
            Self::Value { .. } => RuleId::KeyValue,
        }
        .rule()
    }
}
