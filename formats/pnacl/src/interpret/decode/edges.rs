//! What happens between blocks: the phis of a block take their values all at once.

use super::super::op::Op;
use super::super::program::{Cover, slot};
use super::body::BodyDecoder;
use crate::{BlockId, Incoming, Value};
use std::collections::HashMap;

/// Marks what has no number.
const NONE: u32 = u32::MAX;

/// A part of a phi's value on an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Transfer {
    from: u32,
    to: u32,
    /// The slot of the phi.
    result: u32,
    value: Value,
    width: u32,
}

/// What a move reads.
#[derive(Clone, Copy, Debug)]
enum Source {
    Slot(u32),
    Constant(u64),
}

/// The edges of a function.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// By edge.
    transfers: Vec<Transfer>,
    /// First operation of each block so far.
    starts: Vec<u32>,
    /// Number of blocks. Targets from here on are numbers of edges that need operations of their own.
    blocks: u32,
    stubs: Vec<(u32, u32)>,
    stub_numbers: HashMap<(u32, u32), u32>,
    /// Scratch, by slot: how many moves read it, and the move that writes it.
    readers: Vec<u32>,
    writers: Vec<u32>,
}

impl Edges {
    /// Takes in a phi of a block.
    pub(super) fn add_phi(&mut self, block: u32, incoming: &[Incoming], result: u32, width: u32) {
        let transfers = incoming.iter().map(|edge| Transfer { from: edge.block.0, to: block, result, value: edge.value, width });
        self.transfers.extend(transfers);
    }

    /// All phis are known, and the number of blocks.
    pub(super) fn prepare(&mut self, blocks: u32) {
        self.blocks = blocks;
        self.transfers.sort_unstable();
        // Several edges from one block bring one value.
        self.transfers.dedup_by_key(|transfer| (transfer.from, transfer.to, transfer.result));
    }

    /// The next block begins at this operation.
    pub(super) fn begin_block(&mut self, op: u32) {
        self.starts.push(op);
    }

    fn transfers(&self, from: u32, to: u32) -> &[Transfer] {
        let start = self.transfers.partition_point(|transfer| (transfer.from, transfer.to) < (from, to));
        let length = self.transfers[start..].partition_point(|transfer| (transfer.from, transfer.to) == (from, to));
        &self.transfers[start..start + length]
    }

    /// The target of an edge: its block, or the operations that the edge needs.
    pub(super) fn target(&mut self, from: u32, to: u32) -> u32 {
        if self.transfers(from, to).is_empty() {
            return to;
        }
        *self.stub_numbers.entry((from, to)).or_insert_with(|| {
            self.stubs.push((from, to));
            self.blocks + self.stubs.len() as u32 - 1
        })
    }
}

impl BodyDecoder<'_> {
    pub(super) fn branch(&mut self, target: BlockId) {
        let end = self.moves(self.block, target.0);
        let op = match self.unmoved(end) {
            Some(Op::Move(to, from)) => Op::MoveJump(to, from, target.0),
            Some(Op::Move2(to, from, to2, from2)) => Op::Move2Jump(to, from, to2, from2, target.0),
            _ => Op::Jump(target.0),
        };
        self.push(op);
    }

    /// Writes the operations of edges and resolves targets in the operations from `start` on.
    pub(super) fn finish_edges(&mut self, start: u32) {
        let mut at = 0;
        let mut starts = std::mem::take(&mut self.edges.starts);
        while let Some(&(from, to)) = self.edges.stubs.get(at) {
            at += 1;
            starts.push(self.program.ops.len() as u32);
            let end = self.moves(from, to);
            let op = match self.unmoved(end) {
                Some(Op::Move(target, source)) => Op::MoveGoto(target, source, to),
                Some(Op::Move2(target, source, target2, source2)) => Op::Move2Goto(target, source, target2, source2, to),
                _ => Op::Goto(to),
            };
            self.push(op);
        }
        let switches = self.first_switch..self.program.switches.len();
        for op in &mut self.program.ops[start as usize..] {
            op.for_each_target_mut(|target| *target = starts[*target as usize]);
        }
        for switch in &mut self.program.switches[switches] {
            switch.default = starts[switch.default as usize];
            switch.targets.iter_mut().for_each(|target| *target = starts[*target as usize]);
        }
        self.program.covers.resize(self.program.ops.len(), Cover { first: 1, last: 0 });
    }

    /// Takes back the last operation, if it was written from `start` on and can be joined with a jump.
    fn unmoved(&mut self, start: usize) -> Option<Op> {
        let op = self.program.ops.get(start..)?.last().copied()?;
        if matches!(op, Op::Move(..) | Op::Move2(..)) { self.program.ops.pop() } else { None }
    }

    /// Writes the moves of an edge; returns the number of operations before.
    fn moves(&mut self, from: u32, to: u32) -> usize {
        let before = self.program.ops.len();
        let transfers = self.edges.transfers(from, to).to_vec();
        let mut moves = Vec::with_capacity(transfers.len());
        let mut constants = Vec::new();
        for transfer in transfers {
            let source = self.slots.constant(transfer.value);
            for half in 0..transfer.width {
                let target = transfer.result + half;
                match source {
                    Some(bits) => constants.push((target, Source::Constant(if half == 0 { bits } else { 0 }))),
                    None => {
                        let source = self.slots.slot(transfer.value) + half;
                        if source != target {
                            moves.push((target, source));
                        }
                    }
                }
            }
        }
        let temporary = self.slots.first_temporary;
        let size = temporary as usize + 1;
        let Edges { readers, writers, .. } = &mut self.edges;
        readers.resize(size.max(readers.len()), 0);
        writers.resize(size.max(writers.len()), NONE);
        let ordered = sequence(&moves, temporary, readers, writers);
        for (target, source) in ordered.into_iter().map(|(target, source)| (target, Source::Slot(source))).chain(constants) {
            self.transfer(before, target, source);
        }
        before
    }

    /// Writes a move, joined with the one before it if that was written from `start` on.
    fn transfer(&mut self, start: usize, target: u32, source: Source) {
        match source {
            Source::Constant(bits) if self.slots.is_wide => {
                self.push(Op::Constant(0, bits));
                self.push(Op::Put(target, 0));
            }
            Source::Slot(source) if self.slots.is_wide => {
                self.push(Op::Fetch(0, source));
                self.push(Op::Put(target, 0));
            }
            Source::Constant(bits) => self.push(Op::Constant(slot(target), bits)),
            Source::Slot(source) => {
                let (target, source) = (slot(target), slot(source));
                match self.program.ops.get_mut(start..).and_then(<[Op]>::last_mut) {
                    Some(last @ Op::Move(..)) => {
                        if let Op::Move(first, first_source) = *last {
                            *last = Op::Move2(first, first_source, target, source);
                        }
                    }
                    _ => self.push(Op::Move(target, source)),
                }
            }
        }
    }
}

/// Orders moves that happen at once so that they can happen one after another. No two write one slot. `readers` is all 0 and
/// `writers` all [`NONE`], before and after.
fn sequence(moves: &[(u32, u32)], temporary: u32, readers: &mut [u32], writers: &mut [u32]) -> Vec<(u32, u32)> {
    for (index, &(target, source)) in moves.iter().enumerate() {
        readers[source as usize] += 1;
        writers[target as usize] = index as u32;
    }
    let mut ready: Vec<u32> = (0..moves.len() as u32).filter(|&index| readers[moves[index as usize].0 as usize] == 0).collect();
    let mut ordered = Vec::with_capacity(moves.len() + 1);
    while let Some(index) = ready.pop() {
        let (target, source) = moves[index as usize];
        ordered.push((target, source));
        writers[target as usize] = NONE;
        readers[source as usize] -= 1;
        if readers[source as usize] == 0 && writers[source as usize] != NONE {
            ready.push(writers[source as usize]);
        }
    }
    // What is left are circles: each slot is read once.
    for &(first, _) in moves {
        let mut target = first;
        if writers[first as usize] != NONE {
            ordered.push((temporary, first));
        }
        while let Some(&(_, source)) = moves.get(writers[target as usize] as usize) {
            ordered.push((target, if source == first { temporary } else { source }));
            writers[target as usize] = NONE;
            readers[source as usize] = 0;
            target = source;
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[(u32, u32)]) {
        let before: Vec<u32> = (100..108).collect();
        let mut after = before.clone();
        moves.iter().for_each(|&(target, source)| after[target as usize] = before[source as usize]);
        let (mut readers, mut writers) = (vec![0; 8], vec![NONE; 8]);
        let mut state = before;
        for (target, source) in sequence(moves, 7, &mut readers, &mut writers) {
            state[target as usize] = state[source as usize];
        }
        assert_eq!(state[..7], after[..7], "{moves:?}");
        assert!(readers.iter().all(|&count| count == 0) && writers.iter().all(|&writer| writer == NONE), "{moves:?}");
    }

    #[test]
    fn moves_happen_at_once() {
        // Every way to fill four slots from five.
        for code in 0..5u32.pow(4) {
            let moves: Vec<(u32, u32)> = (0..4).map(|slot| (slot, code / 5u32.pow(slot) % 5)).filter(|(a, b)| a != b).collect();
            check(&moves);
        }
        check(&[(0, 1), (1, 0), (2, 3), (3, 4), (4, 2), (5, 0), (6, 2)]);
    }
}
