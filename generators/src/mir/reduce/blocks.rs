//! Blocks.

use crate::mir::edit::{Place, blocks, machine_of, repair, successors};
use irsmith_mir::{File, OperandKind};
use std::ops::Range;

/// Blocks of functions that have several.
fn places(file: &File) -> Vec<Place> {
    blocks(file).filter(|place| file.functions[place.function].blocks.len() > 1).collect()
}

pub(super) fn count(file: &File) -> usize {
    places(file).len()
}

pub(super) fn remove(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    let places = places(file);
    for place in places[range.clone()].iter().rev() {
        let function = &mut file.functions[place.function];
        if function.blocks.len() > 1 {
            function.blocks.remove(place.block);
        }
    }
    for place in &places[range] {
        let function = &mut file.functions[place.function];
        // A branch to a block that is gone goes with it.
        let numbers: Vec<u32> = function.blocks.iter().map(|block| block.number).collect();
        for block in &mut function.blocks {
            block.instructions.retain(|instruction| {
                matches!(instruction.opcode.as_str(), "PHI" | "G_PHI")
                    || !instruction
                        .operands
                        .iter()
                        .any(|operand| matches!(&operand.kind, OperandKind::Block(block) if !numbers.contains(&block.number)))
            });
        }
        repair(function, machine);
    }
}

/// Blocks that lead to the next alone, to which nothing else leads.
fn joints(file: &File) -> Vec<Place> {
    let machine = machine_of(file);
    let mut joints = Vec::new();
    for (index, function) in file.functions.iter().enumerate() {
        let edges: Vec<Vec<u32>> = (0..function.blocks.len()).map(|block| successors(function, block, machine)).collect();
        for (block, pair) in function.blocks.windows(2).enumerate() {
            let next = pair[1].number;
            if edges[block] == [next] && edges.iter().flatten().filter(|number| **number == next).count() == 1 {
                joints.push(Place { function: index, block, ..Place::default() });
            }
        }
    }
    joints
}

pub(super) fn count_joints(file: &File) -> usize {
    joints(file).len()
}

/// The instructions of the next block come behind those of this one, but for branches to it.
pub(super) fn join(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    for place in joints(file)[range].iter().rev() {
        let function = &mut file.functions[place.function];
        let next = function.blocks.remove(place.block + 1);
        let block = &mut function.blocks[place.block];
        block.instructions.retain(|instruction| {
            !instruction.operands.iter().any(|operand| matches!(&operand.kind, OperandKind::Block(block) if block.number == next.number))
        });
        block.instructions.extend(next.instructions);
        block.successors = next.successors;
        let number = block.number;
        // PHIs behind name the block that now leads to them.
        for phi in function.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            for operand in &mut phi.operands {
                if let OperandKind::Block(reference) = &mut operand.kind
                    && reference.number == next.number
                {
                    reference.number = number;
                }
            }
        }
        repair(function, machine);
    }
}
