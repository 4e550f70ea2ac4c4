//! Mutations of basic blocks.

use super::super::edit::{Graph, Slot, merge_blocks, mergeable, relayout, remove_block, split_block, with_positions};
use super::sites::{self, find_in_bodies, with_body};
use super::{Mutant, Touched};
use irsmith_pnacl::{BlockId, Body, Instruction, Module};

/// Counts blocks of all functions.
pub(super) fn count(module: &Module) -> usize {
    with_body(module).map(|(_, body)| body.block_count() as usize).sum()
}

pub(super) fn find(module: &Module, index: usize) -> Option<(usize, usize)> {
    find_in_bodies(module, index, |body| body.block_count() as usize)
}

/// Ends a block early.
pub(super) fn split(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, mut at, _)) = sites::find(&mutant.module, index, |_| 1) else { return Touched::Nothing };
    let Some(body) = &mut mutant.module.functions[function].body else { return Touched::Nothing };
    while matches!(body.instructions[at], Instruction::Phi { .. }) {
        at += 1;
    }
    split_block(body, at);
    Touched::Function(function)
}

/// Counts pairs of blocks that can be merged.
pub(super) fn count_mergeable(module: &Module) -> usize {
    with_body(module).map(|(_, body)| mergeable(body).len()).sum()
}

/// Merges two blocks.
pub(super) fn merge(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, place)) = find_in_bodies(&mutant.module, index, |body| mergeable(body).len()) else { return Touched::Nothing };
    let pair = mutant.module.functions[function].body.as_ref().map(|body| mergeable(body)[place]);
    if let Some(pair) = pair {
        merge_blocks(&mut mutant.module, function, pair);
    }
    Touched::Function(function)
}

/// Removes a block.
pub(super) fn remove(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, block)) = find(&mutant.module, index) else { return Touched::Nothing };
    remove_block(&mut mutant.module, function, block as u32);
    Touched::Function(function)
}

/// Exchanges two blocks in the file without changing control flow. The entry block keeps its place.
pub(super) fn swap(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, a)) = find(&mutant.module, index) else { return Touched::Nothing };
    let Mutant { module, choices, .. } = mutant;
    with_positions(module, function, |_, body| {
        let count = body.block_count() as usize;
        let b = 1 + choices.below(count.saturating_sub(1));
        if a == 0 || b >= count {
            return;
        }
        let mut blocks: Vec<_> = body.blocks().collect();
        blocks.swap(a, b);
        relayout(body, blocks.into_iter().flatten().map(Slot::Old).collect(), |_| None);
        for instruction in &mut body.instructions {
            instruction.for_each_block_mut(|id| match id.0 as usize {
                place if place == a => id.0 = b as u32,
                place if place == b => id.0 = a as u32,
                _ => {}
            });
        }
    });
    Touched::Function(function)
}

/// Copies a block to the end of the function, and redirects one of the edges into the block to the copy.
pub(super) fn copy(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, block)) = find(&mutant.module, index) else { return Touched::Nothing };
    let Mutant { module, choices, .. } = mutant;
    with_positions(module, function, |_, body| {
        let graph = Graph::of(body);
        let Some(&from) = graph.predecessors.get(block).and_then(|list| choices.pick(list)) else { return };
        append_copy(body, &graph, block);
        let last = graph.blocks[from as usize].end - 1;
        let mut done = false;
        body.instructions[last].for_each_block_mut(|target| {
            if target.0 as usize == block && !std::mem::replace(&mut done, true) {
                target.0 = graph.blocks.len() as u32;
            }
        });
    });
    Touched::Function(function)
}

/// Appends a copy of a block whose operands name the copies of its own results; later phis get its edges.
fn append_copy(body: &mut Body, graph: &Graph, block: usize) {
    let range = graph.blocks[block].clone();
    let length = body.instructions.len();
    let mut slots: Vec<Slot> = (0..length).map(Slot::Old).collect();
    slots.extend(range.clone().map(Slot::Copy));
    relayout(body, slots, |_| None);
    for instruction in &mut body.instructions[length..] {
        instruction.for_each_value_mut(|value| {
            if value.is_instruction() && range.contains(&(value.index() as usize)) {
                *value = irsmith_pnacl::Value::instruction((length + value.index() as usize - range.start) as u32);
            }
        });
    }
    let copy = BlockId(graph.blocks.len() as u32);
    for instruction in &mut body.instructions {
        if let Instruction::Phi { incoming, .. } = instruction
            && let Some(edge) = incoming.iter().find(|edge| edge.block.0 as usize == block).copied()
        {
            incoming.push(irsmith_pnacl::Incoming { value: edge.value, block: copy });
        }
    }
}
