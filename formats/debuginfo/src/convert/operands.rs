//! Operands that only one dialect has, or that have other numbers.

use super::LossKind;
use crate::tables::{Enumeration, Extra, Kind, Layout, Op, TranslatorExtra};
use crate::{Encoding, Flags, Id, Info, Qualifier, SourceLanguage};
use std::collections::BTreeSet;

/// The number of AtomicType in `OpenCL.DebugInfo.100`.
const ATOMIC: Qualifier = Qualifier(3);

/// Sets the operands that only `OpenCL.DebugInfo.100` has to their usual values.
pub(super) fn add_opencl(info: &mut Info, unit_language: u32, lose: &mut dyn FnMut(LossKind)) {
    match info {
        Info::CompilationUnit { language, .. } => *language = Extra(Some(SourceLanguage(unit_language))),
        Info::TypeBasic { encoding, .. } => convert_encoding(encoding, Layout::Specified, Layout::OpenCl, lose),
        Info::TypeFunction { flags, .. } | Info::LocalVariable { flags, .. } => *flags = Extra(Some(Flags(0))),
        Info::TypeComposite { name, linkage_name, .. } => *linkage_name = Extra(Some(*name)),
        _ => {}
    }
}

/// Drops the operands that the specification does not have.
pub(super) fn drop_opencl(info: &mut Info, unit_language: u32, lose: &mut dyn FnMut(LossKind)) {
    match info {
        Info::CompilationUnit { language, .. } => {
            if let Some(SourceLanguage(language)) = language.0.take().filter(|language| language.0 != unit_language) {
                lose(LossKind::Language(language));
            }
        }
        Info::TypeBasic { encoding, .. } => convert_encoding(encoding, Layout::OpenCl, Layout::Specified, lose),
        Info::TypeFunction { flags, .. } | Info::LocalVariable { flags, .. } => {
            if let Some(Flags(bits)) = flags.0.take().filter(|flags| flags.0 != 0) {
                lose(LossKind::Flags(bits));
            }
        }
        Info::TypeComposite { name, linkage_name, .. } => {
            if let Some(linkage_name) = linkage_name.0.take().filter(|linkage_name| linkage_name != name) {
                lose(LossKind::LinkageName(linkage_name));
            }
        }
        Info::TypeQualifier { qualifier: ATOMIC, .. } => {
            lose(LossKind::AtomicType);
            *info = Info::InfoNone {};
        }
        Info::ImportedEntity { .. } => {
            lose(LossKind::ImportedEntity);
            *info = Info::InfoNone {};
        }
        Info::ModuleINTEL { .. } => {
            lose(LossKind::Module);
            *info = Info::InfoNone {};
        }
        Info::Operation { operation, .. } if operation.op() == Some(Op::Fragment) => lose(LossKind::Fragment),
        _ => {}
    }
    drop_flags(info, Layout::Specified, lose);
}

/// Converts the operands in which `OpenCL.DebugInfo.100` and `SPIRV.debug` differ.
pub(super) fn between_opencl(info: &mut Info, to: Layout, nones: &BTreeSet<Id>, lose: &mut dyn FnMut(LossKind)) {
    let translator = to == Layout::Translator;
    match info {
        Info::ImportedEntity { unused, .. } if translator => *unused = TranslatorExtra(Some(0)),
        Info::ImportedEntity { unused, .. } => {
            if let Some(word) = unused.0.take().filter(|&word| word != 0) {
                lose(LossKind::UnusedWord(word));
            }
        }
        Info::TypeComposite { name, linkage_name: Extra(Some(linkage_name)), .. } if !translator && nones.contains(linkage_name) => {
            lose(LossKind::LinkageName(*linkage_name));
            *linkage_name = *name;
        }
        Info::Source { text, .. } if !translator => {
            if let Some(text) = text.take_if(|text| nones.contains(text)) {
                lose(LossKind::SourceText(text));
            }
        }
        _ => {}
    }
    drop_flags(info, to, lose);
}

/// Clears the flags that a layout lacks.
pub(super) fn drop_flags(info: &mut Info, to: Layout, lose: &mut dyn FnMut(LossKind)) {
    let known = Flags::names(to).iter().fold(0, |bits, name| bits | name.0);
    info.for_each_word_mut(|_, kind, word| {
        if kind == Kind::Flags && *word & !known != 0 {
            lose(LossKind::Flags(*word & !known));
            *word &= known;
        }
    });
}

/// Converts an encoding to the number of the same name in another layout.
fn convert_encoding(encoding: &mut Encoding, from: Layout, to: Layout, lose: &mut dyn FnMut(LossKind)) {
    let name = Encoding::names(from).iter().find(|row| row.0 == encoding.0);
    match name.and_then(|name| Encoding::names(to).iter().find(|row| row.1 == name.1)) {
        Some(row) => *encoding = Encoding(row.0),
        None => {
            lose(LossKind::Encoding(encoding.0));
            *encoding = Encoding(0);
        }
    }
}
