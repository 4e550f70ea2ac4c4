//! Rules of globals and their initializers.

use super::functions::Names;
use super::{Part, Report, RuleId};
use crate::tables::Intrinsic;
use crate::{Alignment, Initializer, Module, Value, ValueKind};

pub(super) fn check(module: &Module, names: &Names, report: &mut Report) {
    for (index, global) in module.globals.iter().enumerate() {
        let index = index as u32;
        if global.alignment == Alignment::NONE {
            report.add(RuleId::AlignmentZero, Part::Global(index), format_args!("alignment 0"));
        }
        if global.initializers.is_empty() {
            report.add(RuleId::GlobalEmpty, Part::Global(index), format_args!("no initializer"));
        }
        if global.initializers.len() > 1 && global.initializers.iter().all(is_zero) {
            report.add(RuleId::InitializerZero, Part::Global(index), format_args!("{} parts, all zero", global.initializers.len()));
        }
        for (piece, initializer) in global.initializers.iter().enumerate() {
            let part = Part::Initializer { global: index, index: piece as u32 };
            match initializer {
                Initializer::Zerofill(_) => {}
                Initializer::Data(bytes) if bytes.is_empty() => {
                    report.add(RuleId::InitializerEmpty, part, format_args!("data of 0 bytes"));
                }
                Initializer::Data(_) => {}
                Initializer::Relocation { value, .. } => check_target(module, *value, names, part, report),
            }
        }
    }
}

/// Returns whether a piece consists only of zeros, so that LLVM represents such pieces not as a packed list but as a `zeroinitializer`.
fn is_zero(piece: &Initializer) -> bool {
    match piece {
        Initializer::Zerofill(_) => true,
        Initializer::Data(bytes) => bytes.iter().all(|&byte| byte == 0),
        Initializer::Relocation { .. } => false,
    }
}

fn check_target(module: &Module, value: Value, names: &Names, part: Part, report: &mut Report) {
    let limit = match value.kind() {
        ValueKind::Function => module.functions.len(),
        ValueKind::Global => module.globals.len(),
        _ => 0,
    };
    if value.index() as usize >= limit {
        report.add(RuleId::RelocationTarget, part, format_args!("{value} is not a function or global of the module"));
    } else if names.is_intrinsic_address(value) {
        let is_replaced = names.intrinsic(value.index()).is_some_and(Intrinsic::has_addresses);
        let rule = if is_replaced { RuleId::IntrinsicRelocation } else { RuleId::IntrinsicAddress };
        report.add(rule, part, format_args!("{value} is an intrinsic"));
    }
}
