//! Enumerants, masks and numbers of debug instructions.

use super::context::Context;
use super::{RuleId, capabilities};
use crate::tables::{Enumeration, Kind, Layout};
use crate::{CompositeTag, Encoding, Flags, ImportedEntityTag, Info, Qualifier, grammar};
use grammar::OperandKind;

/// The translator's storage class for "none".
const NO_CLASS: u32 = u32::MAX;

/// Checks the literal word at an ordinal of a debug instruction.
pub(super) fn check(context: &mut Context<'_>, index: usize, layout: Layout, ordinal: usize, kind: Kind, word: u32) {
    let mut enumerant = |known: bool| {
        if !known {
            context.add_operand(RuleId::DebugEnumerant, index, ordinal, format_args!("{word} is no {kind:?} of the set"));
        }
    };
    match kind {
        Kind::Encoding => enumerant(has::<Encoding>(layout, word)),
        Kind::CompositeTag => enumerant(has::<CompositeTag>(layout, word)),
        Kind::Qualifier => enumerant(has::<Qualifier>(layout, word)),
        Kind::ImportedEntityTag => enumerant(has::<ImportedEntityTag>(layout, word)),
        Kind::SourceLanguage => enumerant(grammar::enumerant(OperandKind::SourceLanguage, word).is_some()),
        Kind::Flags => flags(context, index, layout, ordinal, word),
        Kind::StorageClass => storage_class(context, index, ordinal, word),
        // Operations are checked in another file; ids are not literals; numbers are checked by instruction.
        Kind::OperationCode | Kind::Id | Kind::Literal => {}
    }
}

pub(super) fn has<E: Enumeration>(layout: Layout, word: u32) -> bool {
    E::names(layout).iter().any(|name| name.0 == word)
}

fn flags(context: &mut Context<'_>, index: usize, layout: Layout, ordinal: usize, word: u32) {
    let known = Flags::names(layout).iter().fold(0, |mask, name| mask | name.0);
    if word & !known != 0 {
        context.add_operand(RuleId::DebugFlags, index, ordinal, format_args!("{:#x} are no flags of the set", word & !known));
    }
}

fn storage_class(context: &mut Context<'_>, index: usize, ordinal: usize, word: u32) {
    let rule = match spirv::StorageClass::from_u32(word) {
        None if word == NO_CLASS => RuleId::StorageClassNone,
        None => RuleId::StorageClass,
        Some(class) if !capabilities::allows(context, class) => RuleId::StorageClassCapability,
        Some(_) => return,
    };
    let name = grammar::enumerant(OperandKind::StorageClass, word).map_or("", |enumerant| &enumerant.name);
    context.add_operand(rule, index, ordinal, format_args!("storage class {word:#x} {name}"));
}

/// Checks the numbers of an instruction.
pub(super) fn check_numbers(context: &mut Context<'_>, index: usize, info: &Info) {
    match info {
        Info::CompilationUnit { dwarf_version, .. } if !(2..=5).contains(dwarf_version) => {
            context.add(RuleId::DwarfVersion, index, format_args!("DWARF {dwarf_version} is no version"));
        }
        Info::TypeArray { counts, .. } if counts.is_empty() => {
            context.add(RuleId::ArrayCounts, index, format_args!("the array has no component count"));
        }
        Info::TypeArray { counts, .. } if context.report.wants_warnings() => {
            if let Some(zero) = counts.iter().find(|&&count| context.constant(count) == Some(0)) {
                context.add(RuleId::ArrayZero, index, format_args!("the count {zero} is zero"));
            }
        }
        Info::TypeTemplate { parameters, .. } if parameters.is_empty() => {
            context.add(RuleId::TemplateParameters, index, format_args!("the template has no parameter"));
        }
        Info::TypeTemplateParameterPack { parameters, .. } if parameters.is_empty() => {
            context.add(RuleId::TemplateParameters, index, format_args!("the pack has no parameter"));
        }
        Info::TypeVector { count: 0, .. } => context.add(RuleId::VectorCount, index, format_args!("a vector of no elements")),
        Info::LocalVariable { argument: Some(0), .. } => {
            context.add(RuleId::ArgumentNumber, index, format_args!("parameter number 0"));
        }
        _ => {}
    }
}
