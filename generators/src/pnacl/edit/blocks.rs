//! Splits, merges and removes basic blocks. Blocks have no numbers of their own: each ends at a terminator, so moving terminators renumbers
//! them.

use super::graph::Graph;
use super::make::undef;
use super::position::{Slot, relayout, remove, with_positions};
use irsmith_pnacl::{BlockId, Body, Instruction, Module, Value, ValueType, ValueTypes};

/// Returns the type of each instruction's result, by place.
pub(in crate::pnacl) fn result_types(module: &Module, function: usize) -> Vec<Option<ValueType>> {
    let types = ValueTypes::of(module, function as u32);
    let mut results = types.results().iter();
    let body = module.functions.get(function).and_then(|function| function.body.as_ref());
    let instructions = body.map_or(&[][..], |body| &body.instructions);
    instructions.iter().map(|instruction| if instruction.has_result(module) { results.next().copied() } else { None }).collect()
}

/// Ends the block before place `at`, and begins another there.
pub(in crate::pnacl) fn split_block(body: &mut Body, at: usize) {
    let block = body.instructions[..at].iter().filter(|instruction| instruction.is_terminator()).count() as u32;
    for instruction in &mut body.instructions {
        // The second half ends as the whole did, so later phis name it.
        let moved = if matches!(instruction, Instruction::Phi { .. }) { block } else { block + 1 };
        instruction.for_each_block_mut(|id| id.0 += u32::from(id.0 >= moved));
    }
    body.instructions.insert(at, Instruction::Branch { target: BlockId(block + 1) });
}

/// Removes a block; edges to it go where its first edge went, else to the block after or before it. The last block stays.
pub(in crate::pnacl) fn remove_block(module: &mut Module, function: usize, block: u32) {
    let types = result_types(module, function);
    with_positions(module, function, |module, body| {
        let graph = Graph::of(body);
        if graph.blocks.len() < 2 {
            return;
        }
        let range = graph.blocks[block as usize].clone();
        let mut follow = None;
        body.instructions[range.end - 1].for_each_block(|target| {
            if target.0 != block && follow.is_none() {
                follow = Some(target.0);
            }
        });
        let follow = follow.unwrap_or(if block + 1 < graph.blocks.len() as u32 { block + 1 } else { block - 1 });
        for instruction in &mut body.instructions {
            if let Instruction::Phi { incoming, .. } = instruction {
                incoming.retain(|edge| edge.block.0 != block);
            }
            instruction.for_each_block_mut(|id| {
                if id.0 == block {
                    id.0 = follow;
                }
                id.0 -= u32::from(id.0 > block);
            });
        }
        take_out(module, body, &types, |place| range.contains(&place));
    });
}

/// Removes instructions, in position form; results become undefined values.
pub(in crate::pnacl) fn take_out(module: &mut Module, body: &mut Body, types: &[Option<ValueType>], goes: impl Fn(usize) -> bool) {
    let mut used = vec![false; types.len()];
    for (place, instruction) in body.instructions.iter().enumerate() {
        if !goes(place) && !matches!(instruction, Instruction::Declare { .. }) {
            instruction.for_each_value(|value| {
                if value.is_instruction()
                    && let Some(used) = used.get_mut(value.index() as usize)
                {
                    *used = true;
                }
            });
        }
    }
    let instead: Vec<Option<Value>> = (0..types.len())
        .map(|place| if used[place] && goes(place) { types[place].and_then(|ty| undef(module, &mut body.constants, ty)) } else { None })
        .collect();
    remove(body, goes, |place| instead.get(place).copied().flatten());
}

/// Returns blocks that can be merged: each ends in a branch to a block without other predecessors.
pub(in crate::pnacl) fn mergeable(body: &Body) -> Vec<(u32, u32)> {
    let graph = Graph::of(body);
    let mut pairs = Vec::new();
    for (index, block) in graph.blocks.iter().enumerate() {
        if let Instruction::Branch { target } = body.instructions[block.end - 1]
            && target.0 as usize != index
            && target.0 != 0
            && graph.predecessors.get(target.0 as usize).is_some_and(|list| list.len() == 1)
        {
            pairs.push((index as u32, target.0));
        }
    }
    pairs
}

/// Moves the second block of a mergeable pair after the first.
pub(in crate::pnacl) fn merge_blocks(module: &mut Module, function: usize, (first, second): (u32, u32)) {
    with_positions(module, function, |_, body| {
        let blocks: Vec<_> = body.blocks().collect();
        let (a, b) = (blocks[first as usize].clone(), blocks[second as usize].clone());
        let value_of = |place: usize| match &body.instructions[place] {
            Instruction::Phi { incoming, .. } if b.contains(&place) => incoming.first().map(|edge| edge.value),
            _ => None,
        };
        let instead: Vec<Option<Value>> = (0..body.instructions.len()).map(value_of).collect();
        let mut slots = Vec::new();
        for block in blocks.iter().filter(|block| **block != b) {
            let end = if *block == a { block.end - 1 } else { block.end };
            slots.extend((block.start..end).map(Slot::Old));
            if *block == a {
                slots.extend(b.clone().filter(|&place| instead[place].is_none()).map(Slot::Old));
            }
        }
        relayout(body, slots, |place| instead[place]);
        for instruction in &mut body.instructions {
            instruction.for_each_block_mut(|id| {
                if id.0 == second {
                    id.0 = first;
                }
                id.0 -= u32::from(id.0 > second);
            });
        }
    });
}
