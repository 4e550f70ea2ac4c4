//! Reductions of the values that instructions of the program use.

use super::control::settled;
use super::cut::{collect, keep};
use super::graph::rename_uses;
use super::program::functions;
use super::uses::{Graph, later};
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Returns instructions in functions with an operand of the type of their result: the index, the result and the operand.
fn forwards(module: &Module) -> Vec<(usize, Id, Id)> {
    let Some(graph) = Graph::of(module) else { return Vec::new() };
    let type_of = |id: Id| graph.definition(id).and_then(|at| module.instructions[at].result_type());
    let mut forwards = Vec::new();
    for at in functions(module).into_iter().flatten() {
        let instruction = &module.instructions[at];
        let (Some(result), Some(ty), Some(core)) = (instruction.result(), instruction.result_type(), instruction.core()) else { continue };
        if !core.is(Op::Function) && !core.is(Op::Phi) {
            let same: BTreeSet<Id> = graph.operands(at).iter().copied().filter(|&id| type_of(id) == Some(ty)).collect();
            forwards.extend(same.into_iter().map(|operand| (at, result, operand)));
        }
    }
    forwards
}

pub(super) fn count_forwards(module: &Module) -> usize {
    forwards(module).len()
}

/// Replaces instructions by one of their operands. Of several operands of an instruction, the last is taken.
pub(super) fn forward(module: &mut Module, range: Range<usize>) {
    let Some(graph) = Graph::of(module) else { return };
    let chosen = &forwards(module)[range];
    let names: BTreeMap<Id, Id> = chosen.iter().map(|(_, result, operand)| (*result, *operand)).collect();
    let gone: BTreeSet<usize> = chosen.iter().map(|(at, ..)| *at).collect();
    let freed = gone.iter().flat_map(|&at| graph.operands(at)).copied().collect();
    irsmith_debuginfo::transform::drop_annotations(module, &names.keys().copied().collect());
    // Annotations come before functions, so the indices are found again by the results.
    let results: BTreeSet<Id> = names.keys().copied().collect();
    module.instructions.retain(|instruction| !instruction.result().is_some_and(|result| results.contains(&result)));
    rename_uses(module, &settled(&names));
    collect(module, freed);
}

/// Returns whether an instruction is a constant or an undefined value outside functions.
fn is_constant(core: &CoreInstruction) -> bool {
    const CONSTANTS: [Op; 6] = [Op::Constant, Op::ConstantTrue, Op::ConstantFalse, Op::ConstantComposite, Op::ConstantNull, Op::Undef];
    CONSTANTS.iter().any(|&op| core.is(op))
}

/// Returns the constants with an earlier one of the same type, and this one.
fn later_constants(module: &Module) -> Vec<(Id, Id)> {
    let constants = module.instructions.iter().filter(|instruction| instruction.core().is_some_and(is_constant));
    later(constants.filter_map(|constant| Some((constant.result_type()?, constant.result()?))))
}

pub(super) fn count_constants(module: &Module) -> usize {
    later_constants(module).len()
}

/// Replaces constants by the first of their type.
pub(super) fn merge_constants(module: &mut Module, range: Range<usize>) {
    let names: BTreeMap<Id, Id> = later_constants(module)[range].iter().copied().collect();
    merge(module, &names);
}

/// Replaces ids by others, and removes their definitions with what only they used. If the ids of an instruction are unknown, nothing
/// changes.
pub(super) fn merge(module: &mut Module, names: &BTreeMap<Id, Id>) {
    let Some(graph) = Graph::of(module) else { return };
    let gone: BTreeSet<usize> = names.keys().filter_map(|id| graph.definition(*id)).collect();
    let freed = gone.iter().flat_map(|&at| graph.operands(at)).copied().collect();
    keep(module, |at| !gone.contains(&at));
    irsmith_debuginfo::transform::drop_annotations(module, &names.keys().copied().collect());
    rename_uses(module, names);
    collect(module, freed);
}

/// Returns composite constants, and constants that a specialization may change.
fn composites(module: &Module) -> Vec<usize> {
    const ROWS: [Op; 5] =
        [Op::ConstantComposite, Op::SpecConstantComposite, Op::SpecConstantOp, Op::SpecConstantTrue, Op::SpecConstantFalse];
    let is_one = |at: &usize| module.instructions[*at].core().is_some_and(|core| ROWS.iter().any(|&op| core.is(op)));
    (0..module.instructions.len()).filter(is_one).collect()
}

pub(super) fn count_composites(module: &Module) -> usize {
    composites(module).len()
}

/// Replaces constants by the zero of their type.
pub(super) fn zero_composites(module: &mut Module, range: Range<usize>) {
    let Some(graph) = Graph::of(module) else { return };
    let mut freed = BTreeSet::new();
    for &at in &composites(module)[range] {
        if let Instruction::Core(core) = &mut module.instructions[at] {
            freed.extend(graph.operands(at));
            *core = CoreInstruction::new(Op::ConstantNull, core.words[..2].iter().copied());
        }
    }
    collect(module, freed);
}
