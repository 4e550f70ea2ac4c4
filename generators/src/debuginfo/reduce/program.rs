//! Reductions of the program around the debug instructions.

use super::graph::rename_uses;
use super::uses::{is_unused, remove_where, uses};
use crate::debuginfo::edit::is;
use irsmith_debuginfo::transform::drop_annotations;
use irsmith_debuginfo::{CoreInstruction, Id, Info, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Returns the ranges of functions: from OpFunction to after OpFunctionEnd.
fn functions(module: &Module) -> Vec<Range<usize>> {
    let mut functions = Vec::new();
    let mut start = None;
    for (at, instruction) in module.instructions.iter().enumerate() {
        if is(instruction, Op::Function) {
            start = Some(at);
        } else if is(instruction, Op::FunctionEnd)
            && let Some(start) = start.take()
        {
            functions.push(start..at + 1);
        }
    }
    functions
}

pub(super) fn count_functions(module: &Module) -> usize {
    functions(module).len()
}

/// Removes functions with their names, decorations and entry points; debug instructions outside name DebugInfoNone instead, if there is
/// one.
pub(super) fn remove_functions(module: &mut Module, range: Range<usize>) {
    let ranges = functions(module);
    let mut gone = BTreeSet::new();
    for function in ranges[range].iter().rev() {
        gone.extend(module.instructions.drain(function.clone()).filter_map(|instruction| instruction.result()));
    }
    drop_mentions(module, &gone);
    let debugs = module.instructions.iter().filter_map(Instruction::debug);
    let none = debugs.filter(|debug| debug.info == Info::InfoNone {}).map(|debug| debug.result).next();
    if let Some(none) = none {
        let names: BTreeMap<Id, Id> = gone.into_iter().map(|id| (id, none)).collect();
        rename_uses(module, &names);
    }
}

/// Removes instructions that only describe removed ids: names, decorations, entry points and their modes.
fn drop_mentions(module: &mut Module, gone: &BTreeSet<Id>) {
    drop_annotations(module, gone);
    let mentions = |instruction: &Instruction| {
        let position = match instruction {
            _ if is(instruction, Op::EntryPoint) => 1,
            _ if is(instruction, Op::ExecutionMode) || is(instruction, Op::ExecutionModeId) => 0,
            _ => return false,
        };
        instruction.core().and_then(|core| core.id(position)).is_some_and(|id| gone.contains(&id))
    };
    module.instructions.retain(|instruction| !mentions(instruction));
}

/// Keeps a function's parameters and its first label, and ends it there.
pub(super) fn empty_functions(module: &mut Module, range: Range<usize>) {
    let mut gone = BTreeSet::new();
    for function in functions(module)[range].iter().rev() {
        let label = function.clone().find(|&at| is(&module.instructions[at], Op::Label));
        let Some(label) = label else { continue };
        let end = Instruction::Core(CoreInstruction::new(Op::Unreachable, []));
        let removed = module.instructions.splice(label + 1..function.end - 1, [end]);
        gone.extend(removed.filter_map(|instruction| instruction.result()));
    }
    drop_mentions(module, &gone);
}

/// Returns whether an instruction in a function may be removed; instructions that give the function its shape may not.
fn may_go(instruction: &Instruction) -> bool {
    const SHAPE: [Op; 17] = [
        Op::Function,
        Op::FunctionParameter,
        Op::FunctionEnd,
        Op::Label,
        Op::Branch,
        Op::BranchConditional,
        Op::Switch,
        Op::Kill,
        Op::Return,
        Op::ReturnValue,
        Op::Unreachable,
        Op::LoopMerge,
        Op::SelectionMerge,
        Op::TerminateInvocation,
        Op::TerminateRayKHR,
        Op::IgnoreIntersectionKHR,
        Op::EmitMeshTasksEXT,
    ];
    instruction.core().is_some_and(|core| !SHAPE.iter().any(|&op| core.is(op)))
}

/// Returns the indices of instructions in functions whose results are not used.
fn removable(module: &Module) -> Vec<usize> {
    let Some(uses) = uses(module) else { return Vec::new() };
    let free = |at: &usize| {
        let instruction = &module.instructions[*at];
        may_go(instruction) && (instruction.result().is_none() || is_unused(&uses, instruction))
    };
    functions(module).into_iter().flatten().filter(free).collect()
}

pub(super) fn count_instructions(module: &Module) -> usize {
    removable(module).len()
}

pub(super) fn remove_instructions(module: &mut Module, range: Range<usize>) {
    for &at in removable(module)[range].iter().rev() {
        module.instructions.remove(at);
    }
}

/// Returns the results outside functions that are not used. These include results of debug instructions.
fn unused(module: &Module) -> BTreeSet<Id> {
    let Some(uses) = uses(module) else { return BTreeSet::new() };
    let outside = module.instructions.iter().take_while(|instruction| !is(instruction, Op::Function));
    outside.filter(|instruction| is_unused(&uses, instruction)).filter_map(Instruction::result).collect()
}

pub(super) fn count_unused(module: &Module) -> usize {
    unused(module).len()
}

pub(super) fn remove_unused(module: &mut Module, range: Range<usize>) {
    let unused = unused(module);
    remove_where(module, range, |instruction| instruction.result().is_some_and(|result| unused.contains(&result)));
}
