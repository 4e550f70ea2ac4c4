//! Reorders blocks: all but the first are reversed.

use super::Partner;
use irsmith_pnacl::{BlockId, Instruction, Module};

/// Reverses the blocks after the first of every function.
pub(super) fn reordered(module: &Module) -> Partner {
    Partner::new(module, true, |_, _, lines| {
        let mut blocks = lines.blocks();
        let count = blocks.len() as u32;
        if let Some(rest) = blocks.get_mut(1..) {
            rest.reverse();
        }
        lines.lines = blocks.into_iter().flatten().collect();
        for line in &mut lines.lines {
            renumber(&mut line.instruction, count);
        }
    })
}

fn renumber(instruction: &mut Instruction, count: u32) {
    instruction.for_each_block_mut(|block| {
        if block.0 > 0 {
            *block = BlockId(count - block.0);
        }
    });
}
