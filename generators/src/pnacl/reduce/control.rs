//! Reductions of control flow.

use super::super::edit::{merge_blocks, mergeable, remove_block};
use super::places::{of_bodies, of_instructions};
use irsmith_pnacl::{Instruction, Module};
use std::ops::Range;

/// Counts blocks.
pub(super) fn count_blocks(module: &Module) -> usize {
    of_bodies(module, |body| body.block_count() as usize).len()
}

/// Removes blocks, except the last one of a function.
pub(super) fn remove_blocks(module: &mut Module, range: Range<usize>) {
    let places = of_bodies(module, |body| body.block_count() as usize);
    for &(function, block) in places[range].iter().rev() {
        remove_block(module, function, block as u32);
    }
}

fn edges(instruction: &Instruction) -> usize {
    match instruction {
        Instruction::BranchIf { .. } => 2,
        Instruction::Switch { cases, .. } => cases.len() + 1,
        _ => 0,
    }
}

/// Counts edges of blocks that have several.
pub(super) fn count_edges(module: &Module) -> usize {
    of_instructions(module, edges).len()
}

/// Replaces branches by a branch along one of their edges: the last of the chosen ones.
pub(super) fn straighten(module: &mut Module, range: Range<usize>) {
    let places = of_instructions(module, edges);
    for &(function, at, number) in places[range].iter().rev() {
        let Some(body) = &mut module.functions[function].body else { continue };
        let instruction = &mut body.instructions[at];
        let mut targets = Vec::new();
        instruction.for_each_block(|block| targets.push(block));
        if targets.len() > 1 && number < targets.len() {
            *instruction = Instruction::Branch { target: targets[number] };
        }
    }
}

fn cases(instruction: &Instruction) -> usize {
    if let Instruction::Switch { cases, .. } = instruction { cases.len() } else { 0 }
}

/// Counts cases.
pub(super) fn count_cases(module: &Module) -> usize {
    of_instructions(module, cases).len()
}

/// Removes cases.
pub(super) fn remove_cases(module: &mut Module, range: Range<usize>) {
    let places = of_instructions(module, cases);
    for &(function, at, number) in places[range].iter().rev() {
        if let Some(body) = &mut module.functions[function].body
            && let Instruction::Switch { cases, .. } = &mut body.instructions[at]
        {
            cases.remove(number);
        }
    }
}

/// Counts pairs of blocks that can be merged.
pub(super) fn count_merges(module: &Module) -> usize {
    of_bodies(module, |body| mergeable(body).len()).len()
}

/// Merges pairs of blocks.
pub(super) fn merge(module: &mut Module, range: Range<usize>) {
    let places = of_bodies(module, |body| mergeable(body).len());
    for &(function, number) in places[range].iter().rev() {
        let pairs = module.functions[function].body.as_ref().map(mergeable).unwrap_or_default();
        if let Some(&pair) = pairs.get(number) {
            merge_blocks(module, function, pair);
        }
    }
}
