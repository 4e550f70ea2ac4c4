//! The graph of the basic blocks of a body of any size.

use irsmith_pnacl::Body;
use std::ops::Range;

/// Not reached.
const NONE: u32 = u32::MAX;

/// Blocks, edges and dominators of a body.
pub(in crate::pnacl) struct Graph {
    /// Instructions of each block.
    pub(in crate::pnacl) blocks: Vec<Range<usize>>,
    /// The predecessors of each block, once per edge, in file order.
    pub(in crate::pnacl) predecessors: Vec<Vec<u32>>,
    /// Immediate dominator of each reachable block; the entry's is itself.
    immediate: Vec<u32>,
    /// Index in reverse postorder.
    order: Vec<u32>,
}

impl Graph {
    pub(in crate::pnacl) fn of(body: &Body) -> Self {
        let blocks: Vec<_> = body.blocks().collect();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        let mut successors = vec![Vec::new(); blocks.len()];
        for (index, block) in blocks.iter().enumerate() {
            let last = &body.instructions[block.end - 1];
            if last.is_terminator() {
                last.for_each_block(|target| {
                    if let Some(list) = predecessors.get_mut(target.0 as usize) {
                        list.push(index as u32);
                        successors[index].push(target.0);
                    }
                });
            }
        }
        let mut graph = Self { immediate: vec![NONE; blocks.len()], order: vec![NONE; blocks.len()], blocks, predecessors };
        let sequence = graph.sort(&successors);
        graph.dominate(&sequence);
        graph
    }

    /// Reverse postorder from the entry, without recursion.
    fn sort(&mut self, successors: &[Vec<u32>]) -> Vec<u32> {
        let mut sequence = Vec::new();
        let mut seen = vec![false; successors.len()];
        let mut stack = vec![(0u32, 0)];
        if let Some(entry) = seen.first_mut() {
            *entry = true;
        } else {
            return sequence;
        }
        while let Some((block, next)) = stack.last_mut() {
            match successors[*block as usize].get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[successor as usize], true) {
                        stack.push((successor, 0));
                    }
                }
                None => {
                    sequence.push(*block);
                    stack.pop();
                }
            }
        }
        sequence.reverse();
        for (place, &block) in sequence.iter().enumerate() {
            self.order[block as usize] = place as u32;
        }
        sequence
    }

    /// Cooper, Harvey and Kennedy 2001, *A Simple, Fast Dominance Algorithm*.
    fn dominate(&mut self, sequence: &[u32]) {
        let Some(&entry) = sequence.first() else { return };
        self.immediate[entry as usize] = entry;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &sequence[1..] {
                let mut found = NONE;
                for &from in &self.predecessors[block as usize] {
                    if self.immediate[from as usize] != NONE {
                        found = if found == NONE { from } else { self.meet(found, from) };
                    }
                }
                changed |= self.immediate[block as usize] != found;
                self.immediate[block as usize] = found;
            }
        }
    }

    fn meet(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            while self.order[a as usize] > self.order[b as usize] {
                a = self.immediate[a as usize];
            }
            while self.order[b as usize] > self.order[a as usize] {
                b = self.immediate[b as usize];
            }
        }
        a
    }

    /// Returns whether a block is reachable.
    pub(in crate::pnacl) fn is_reachable(&self, block: u32) -> bool {
        self.immediate[block as usize] != NONE
    }

    /// Returns whether all paths to block `b` lead through `a`; for unreachable blocks only `a == b`.
    pub(in crate::pnacl) fn dominates(&self, a: u32, mut b: u32) -> bool {
        if !self.is_reachable(a) || !self.is_reachable(b) {
            return a == b;
        }
        while self.order[b as usize] > self.order[a as usize] {
            b = self.immediate[b as usize];
        }
        a == b
    }

    /// Returns the immediate dominator of a reachable block; the entry's is itself.
    pub(in crate::pnacl) fn immediate_dominator(&self, block: u32) -> u32 {
        self.immediate[block as usize]
    }

    /// Returns whether an edge between reachable blocks leads back, or to its own source, in reverse postorder.
    pub(in crate::pnacl) fn leads_back(&self, from: u32, to: u32) -> bool {
        self.is_reachable(from) && self.order[to as usize] <= self.order[from as usize]
    }

    /// Returns the block of each instruction.
    pub(in crate::pnacl) fn block_of_instruction(&self) -> Vec<u32> {
        let mut owner = Vec::new();
        for (index, block) in self.blocks.iter().enumerate() {
            owner.resize(block.end, index as u32);
        }
        owner
    }
}
