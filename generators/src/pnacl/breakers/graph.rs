//! The control flow of a body for breakers: small and simple, because it must not share bugs with the validator's.

use irsmith_pnacl::{Body, Instruction};
use std::ops::Range;

pub(super) struct Graph {
    /// The instructions of each block.
    pub(super) blocks: Vec<Range<usize>>,
    /// The existing blocks to which each block has edges, one entry for each edge.
    pub(super) successors: Vec<Vec<usize>>,
}

impl Graph {
    pub(super) fn of(body: &Body) -> Self {
        let mut graph = Self { blocks: Vec::new(), successors: Vec::new() };
        let mut start = 0;
        for (index, instruction) in body.instructions.iter().enumerate().filter(|(_, instruction)| instruction.is_terminator()) {
            let mut targets = Vec::new();
            instruction.for_each_block(|block| targets.push(block.0 as usize));
            graph.blocks.push(start..index + 1);
            graph.successors.push(targets);
            start = index + 1;
        }
        let blocks = graph.blocks.len();
        for targets in &mut graph.successors {
            targets.retain(|&target| target < blocks);
        }
        graph
    }

    /// Returns the block of an instruction.
    pub(super) fn block_of(&self, index: usize) -> usize {
        self.blocks.partition_point(|block| block.end <= index)
    }

    /// Returns the predecessors of each block, one entry for each edge.
    pub(super) fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for (from, targets) in self.successors.iter().enumerate() {
            for &to in targets {
                predecessors[to].push(from);
            }
        }
        predecessors
    }

    /// Returns which blocks are reachable without passing through `without`.
    pub(super) fn reached(&self, without: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.blocks.len()];
        let mut work = vec![0];
        while let Some(block) = work.pop() {
            if Some(block) != without && block < reached.len() && !std::mem::replace(&mut reached[block], true) {
                work.extend(&self.successors[block]);
            }
        }
        reached
    }

    /// Returns where the phis of a block end.
    pub(super) fn behind_phis(&self, body: &Body, block: usize) -> usize {
        let range = self.blocks[block].clone();
        let last = range.clone().rev().find(|&index| matches!(body.instructions[index], Instruction::Phi { .. }));
        last.map_or(range.start, |last| last + 1)
    }
}
