//! The control-flow graph of a function.

use crate::{Body, Instruction};
use irsmith_rules::ControlFlow;
use std::ops::Range;

/// Basic blocks and the edges between them. Buffers are reused for the next function.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// First instruction of each block, then the number of instructions.
    starts: Vec<u32>,
    successors: Edges,
    predecessors: Edges,
    has_edges: bool,
}

/// Lists of blocks, one for each block, in one buffer.
#[derive(Debug, Default)]
struct Edges {
    /// The index of each block's list, then the length of `targets`.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    fn clear(&mut self) {
        self.starts.clear();
        self.targets.clear();
    }

    fn of(&self, block: u32) -> &[u32] {
        &self.targets[self.starts[block as usize] as usize..self.starts[block as usize + 1] as usize]
    }
}

impl Graph {
    /// Starts a new function, whose blocks are added by [`Graph::begin_block`].
    pub(super) fn restart(&mut self) {
        self.starts.clear();
        self.has_edges = false;
    }

    /// Begins a block at this instruction; the last call passes the number of instructions.
    pub(super) fn begin_block(&mut self, instruction: u32) {
        self.starts.push(instruction);
    }

    /// Returns the number of blocks.
    pub(super) fn len(&self) -> u32 {
        self.starts.len().saturating_sub(1) as u32
    }

    /// Returns the instructions of a block.
    pub(super) fn block(&self, block: u32) -> Range<usize> {
        self.starts[block as usize] as usize..self.starts[block as usize + 1] as usize
    }

    /// Returns the block of an instruction.
    pub(super) fn block_of(&self, instruction: u32) -> u32 {
        self.starts.partition_point(|&start| start <= instruction).saturating_sub(1) as u32
    }

    /// Collects the edges, unless this is done.
    pub(super) fn require_edges(&mut self, body: &Body) {
        if !self.has_edges {
            self.has_edges = true;
            self.find_successors(body);
            self.find_predecessors();
        }
    }

    fn find_successors(&mut self, body: &Body) {
        let blocks = self.len();
        self.successors.clear();
        for block in 0..blocks {
            self.successors.starts.push(self.successors.targets.len() as u32);
            let last = self.block(block).last().and_then(|index| body.instructions.get(index));
            if let Some(terminator) = last.filter(|last| Instruction::is_terminator(last)) {
                let targets = &mut self.successors.targets;
                terminator.for_each_block(|target| {
                    if target.0 < blocks {
                        targets.push(target.0);
                    }
                });
            }
        }
        self.successors.starts.push(self.successors.targets.len() as u32);
    }

    /// Computes predecessors by a counting sort of the edges by target, which keeps them in the order of their sources.
    fn find_predecessors(&mut self) {
        let blocks = self.len() as usize;
        let Edges { starts, targets } = &mut self.predecessors;
        starts.clear();
        starts.resize(blocks + 2, 0);
        targets.clear();
        targets.resize(self.successors.targets.len(), 0);
        for &target in &self.successors.targets {
            starts[target as usize + 2] += 1;
        }
        for block in 2..starts.len() {
            starts[block] += starts[block - 1];
        }
        // While the lists are filled, list `b` grows from `starts[b + 1]`, which finally is the beginning of list `b + 1`.
        for block in 0..blocks as u32 {
            for &target in self.successors.of(block) {
                let place = &mut starts[target as usize + 1];
                targets[*place as usize] = block;
                *place += 1;
            }
        }
    }
}

/// For a graph that has its edges; predecessors are in ascending order.
impl ControlFlow for Graph {
    fn blocks(&self) -> u32 {
        self.len()
    }

    fn successors(&self, block: u32) -> &[u32] {
        self.successors.of(block)
    }

    fn predecessors(&self, block: u32) -> &[u32] {
        self.predecessors.of(block)
    }
}
