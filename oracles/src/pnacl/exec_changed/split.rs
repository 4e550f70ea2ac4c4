//! Splits every block in two, with a branch from the first half to the second.

use super::Partner;
use super::lines::Line;
use irsmith_pnacl::{BlockId, Instruction, Module};

/// Splits the blocks of every function in the middle, after their phis.
pub(super) fn split(module: &Module) -> Partner {
    Partner::new(module, false, |_, _, lines| {
        let blocks = lines.blocks();
        lines.lines.clear();
        for (block, mut first) in (0..).zip(blocks) {
            for line in &mut first {
                renumber(&mut line.instruction);
            }
            let phis = first.iter().take_while(|line| matches!(line.instruction, Instruction::Phi { .. })).count();
            let second = first.split_off(phis + (first.len() - phis) / 2);
            lines.lines.extend(first);
            let branch = Instruction::Branch { target: BlockId(2 * block + 1) };
            lines.lines.push(Line { instruction: branch, origin: None, result: None });
            lines.lines.extend(second);
        }
    })
}

/// Branches lead to first halves; the incoming blocks of phis are second halves.
fn renumber(instruction: &mut Instruction) {
    let half = u32::from(matches!(instruction, Instruction::Phi { .. }));
    instruction.for_each_block_mut(|block| *block = BlockId(2 * block.0 + half));
}
