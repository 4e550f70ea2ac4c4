//! Reductions of the program around the debug instructions: functions, instructions, definitions outside functions.

use super::cut::{Orphans, cut, is_terminator};
use super::uses::{is_unused, remove_where, uses};
use crate::debuginfo::edit::is;
use irsmith_debuginfo::{Id, Instruction, Module};
use spirv::Op;
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns the ranges of functions: from OpFunction to after OpFunctionEnd.
pub(super) fn functions(module: &Module) -> Vec<Range<usize>> {
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

/// Removes functions with the calls of them, their names, decorations and entry points.
pub(super) fn remove_functions(module: &mut Module, range: Range<usize>) {
    let gone = functions(module)[range].iter().cloned().flatten().collect();
    cut(module, gone, Orphans::Go);
}

/// Returns whether an instruction in a function may be removed; instructions that give the function its shape may not.
fn may_go(instruction: &Instruction) -> bool {
    const SHAPE: [Op; 6] = [Op::Function, Op::FunctionParameter, Op::FunctionEnd, Op::Label, Op::LoopMerge, Op::SelectionMerge];
    !is_terminator(instruction) && instruction.core().is_some_and(|core| !SHAPE.iter().any(|&op| core.is(op)))
}

/// Returns the indices of instructions in functions, and of variables and instructions of extended sets outside them.
fn removable(module: &Module) -> Vec<usize> {
    let first = functions(module).first().map_or(module.instructions.len(), |function| function.start);
    let goes = |at: &usize| is(&module.instructions[*at], Op::Variable) || is(&module.instructions[*at], Op::ExtInst);
    (0..first).filter(goes).chain(functions(module).into_iter().flatten().filter(|&at| may_go(&module.instructions[at]))).collect()
}

pub(super) fn count_instructions(module: &Module) -> usize {
    removable(module).len()
}

/// Removes instructions; what only they used goes too.
pub(super) fn remove_instructions(module: &mut Module, range: Range<usize>) {
    let gone = removable(module)[range].iter().copied().collect();
    cut(module, gone, Orphans::Go);
}

/// Removes instructions; what only they used stays.
pub(super) fn remove_alone(module: &mut Module, range: Range<usize>) {
    let gone = removable(module)[range].iter().copied().collect();
    cut(module, gone, Orphans::Stay);
}

/// Returns the results outside functions that are not used. These include results of debug instructions.
fn unused(module: &Module) -> BTreeSet<Id> {
    let Some(uses) = uses(module) else { return BTreeSet::new() };
    let outside = module.instructions.iter().take_while(|instruction| !is(instruction, Op::Function));
    outside.filter(|instruction| is_unused(&uses, instruction)).filter_map(Instruction::result).collect()
}

pub(in crate::debuginfo) fn count_unused(module: &Module) -> usize {
    unused(module).len()
}

pub(in crate::debuginfo) fn remove_unused(module: &mut Module, range: Range<usize>) {
    let unused = unused(module);
    remove_where(module, range, |instruction| instruction.result().is_some_and(|result| unused.contains(&result)));
}
