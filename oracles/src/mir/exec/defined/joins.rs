//! The values of PHIs, which no observer is told of: they follow from the block that was left.

use std::collections::HashMap;

use irsmith_mir::interpret::Place;
use irsmith_mir::{Block, BlockReference, Function, Instruction, OperandKind, Register, RegisterOperand};

use super::lanes::Lanes;

/// Where the execution was.
#[derive(Clone, Copy)]
pub(super) struct Last {
    place: Place,
    is_branch: bool,
}

impl Last {
    pub(super) fn new(place: Place, instruction: &Instruction) -> Self {
        Self { place, is_branch: is_branch(instruction) }
    }

    /// Returns whether the execution went to another block, or to the same one again, before it came to a place of the same function.
    fn has_left(self, place: Place) -> bool {
        self.is_branch && (self.place.block, self.place.instruction + 1) != (place.block, place.instruction)
    }
}

fn is_branch(instruction: &Instruction) -> bool {
    instruction.opcode.as_str().starts_with("G_BR")
}

/// Returns whether an observer sees every block of a function: each ends with a branch or a return.
pub(super) fn shows_every_block(function: &Function) -> bool {
    let ends = |block: &Block| block.instructions.last().is_some_and(|last| is_branch(last) || last.opcode.as_str().starts_with("RET"));
    function.blocks.iter().all(ends)
}

/// Sets the results of PHIs, if the execution has come to a block since `last`.
pub(super) fn enter(function: &Function, last: Option<Last>, place: Place, known: &mut HashMap<(u32, u32), Lanes>) {
    let Some(last) = last.filter(|last| last.place.function == place.function && last.has_left(place)) else { return };
    let block = |position: u32| function.blocks.get(position as usize);
    let (Some(from), Some(to)) = (block(last.place.block), block(place.block)) else { return };
    let phis = to.instructions.iter().filter(|instruction| matches!(instruction.opcode.as_str(), "G_PHI" | "PHI"));
    // All of them read before one is written.
    let values: Vec<((u32, u32), Option<Lanes>)> = phis
        .filter_map(|phi| {
            let Register::Virtual(result) = phi.results.first()?.register else { return None };
            let value = incoming(phi, from.number).and_then(|register| known.get(&(place.function, register)).cloned());
            Some(((place.function, result), value))
        })
        .collect();
    for (register, value) in values {
        match value {
            Some(value) => known.insert(register, value),
            None => known.remove(&register),
        };
    }
}

/// Returns the register that a PHI reads behind a block.
fn incoming(phi: &Instruction, block: u32) -> Option<u32> {
    phi.operands.windows(2).find_map(|pair| match [&pair[0].kind, &pair[1].kind] {
        [
            OperandKind::Register(RegisterOperand { register: Register::Virtual(register), subregister: None, .. }),
            OperandKind::Block(BlockReference { number, .. }),
        ] if *number == block => Some(*register),
        _ => None,
    })
}
