//! Elements of lists, and operands that may be absent.

use irsmith_debuginfo::{Info, Instruction, Module};
use std::ops::Range;

/// Lengths of an instruction's list.
fn length(info: &Info) -> usize {
    match info {
        Info::TypeArray { counts: list, .. }
        | Info::TypeFunction { parameters: list, .. }
        | Info::TypeComposite { members: list, .. }
        | Info::TypeTemplate { parameters: list, .. }
        | Info::TypeTemplateParameterPack { parameters: list, .. }
        | Info::Value { indexes: list, .. }
        | Info::Expression { operations: list } => list.len(),
        Info::TypeEnum { enumerators, .. } => enumerators.len(),
        Info::Operation { operands, .. } => operands.len(),
        _ => 0,
    }
}

fn remove_at(info: &mut Info, at: usize) {
    match info {
        Info::TypeArray { counts: list, .. }
        | Info::TypeFunction { parameters: list, .. }
        | Info::TypeComposite { members: list, .. }
        | Info::TypeTemplate { parameters: list, .. }
        | Info::TypeTemplateParameterPack { parameters: list, .. }
        | Info::Value { indexes: list, .. }
        | Info::Expression { operations: list } => drop(list.remove(at)),
        Info::TypeEnum { enumerators, .. } => drop(enumerators.remove(at)),
        Info::Operation { operands, .. } => drop(operands.remove(at)),
        _ => {}
    }
}

pub(super) fn count(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::debug).map(|debug| length(&debug.info)).sum()
}

pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        let first = next;
        next += length(&debug.info);
        for at in (first.max(range.start)..next.min(range.end)).rev() {
            remove_at(&mut debug.info, at - first);
        }
    }
}

/// Drops the operand of an instruction that may be absent; false if there is none.
fn drop_option(info: &mut Info) -> bool {
    match info {
        Info::TypeMember { value: option, .. }
        | Info::GlobalVariable { member: option, .. }
        | Info::Function { declaration: option, .. }
        | Info::LexicalBlock { name: option, .. }
        | Info::Scope { inlined_at: option, .. }
        | Info::InlinedAt { inlined: option, .. }
        | Info::MacroDef { value: option, .. }
        | Info::Source { text: option, .. } => option.take().is_some(),
        Info::LocalVariable { argument, .. } => argument.take().is_some(),
        _ => false,
    }
}

pub(super) fn count_options(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::debug).filter(|debug| drop_option(&mut debug.info.clone())).count()
}

pub(super) fn remove_options(module: &mut Module, range: Range<usize>) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        let mut without = debug.info.clone();
        if drop_option(&mut without) {
            if range.contains(&next) {
                debug.info = without;
            }
            next += 1;
        }
    }
}
