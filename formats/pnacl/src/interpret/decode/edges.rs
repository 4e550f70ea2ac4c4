//! Edges between blocks: the phis of a block get their values all at once.

use crate::{Incoming, Value};
use std::collections::HashMap;

/// Marks a missing number.
const NONE: u32 = u32::MAX;

/// A part of a phi's value on an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Transfer {
    from: u32,
    to: u32,
    /// The slot of the phi.
    pub(super) result: u32,
    pub(super) value: Value,
    pub(super) width: u32,
}

/// The edges of a function.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// The transfers by edge.
    transfers: Vec<Transfer>,
    /// First operation of each block so far.
    starts: Vec<u32>,
    /// Number of blocks. Higher targets are numbers of edges that need operations of their own.
    blocks: u32,
    stubs: Vec<(u32, u32)>,
    stub_numbers: HashMap<(u32, u32), u32>,
    /// Scratch, by slot: the number of moves that read it, and the move that writes it.
    readers: Vec<u32>,
    writers: Vec<u32>,
}

impl Edges {
    /// Adds a phi of a block.
    pub(super) fn add_phi(&mut self, block: u32, incoming: &[Incoming], result: u32, width: u32) {
        let transfers = incoming.iter().map(|edge| Transfer { from: edge.block.0, to: block, result, value: edge.value, width });
        self.transfers.extend(transfers);
    }

    /// Prepares the transfers when all phis, and the number of blocks, are known.
    pub(super) fn prepare(&mut self, blocks: u32) {
        self.blocks = blocks;
        self.transfers.sort_unstable();
        // Several edges from one block pass the same value.
        self.transfers.dedup_by_key(|transfer| (transfer.from, transfer.to, transfer.result));
    }

    /// Begins the next block at this operation.
    pub(super) fn begin_block(&mut self, op: u32) {
        self.starts.push(op);
    }

    /// Takes the first operations of all blocks, and clears them.
    pub(super) fn take_starts(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.starts)
    }

    /// Returns the edge with this number among those that need operations of their own.
    pub(super) fn stub(&self, number: usize) -> Option<(u32, u32)> {
        self.stubs.get(number).copied()
    }

    /// Returns the transfers to phis on an edge.
    pub(super) fn transfers(&self, from: u32, to: u32) -> &[Transfer] {
        let start = self.transfers.partition_point(|transfer| (transfer.from, transfer.to) < (from, to));
        let length = self.transfers[start..].partition_point(|transfer| (transfer.from, transfer.to) == (from, to));
        &self.transfers[start..start + length]
    }

    /// Returns the target of an edge: its block, or the operations that the edge needs.
    pub(super) fn target(&mut self, from: u32, to: u32) -> u32 {
        if self.transfers(from, to).is_empty() {
            return to;
        }
        *self.stub_numbers.entry((from, to)).or_insert_with(|| {
            self.stubs.push((from, to));
            self.blocks + self.stubs.len() as u32 - 1
        })
    }

    /// Orders parallel moves (target, source) so that they can be executed one after another. No slot is at or above `temporary`.
    pub(super) fn in_order(&mut self, moves: &[(u32, u32)], temporary: u32) -> Vec<(u32, u32)> {
        let size = temporary as usize + 1;
        self.readers.resize(size.max(self.readers.len()), 0);
        self.writers.resize(size.max(self.writers.len()), NONE);
        sequence(moves, temporary, &mut self.readers, &mut self.writers)
    }
}

/// Orders parallel moves so that they can be executed one after another. No two write the same slot. `readers` is all 0 and `writers` all
/// [`NONE`], before and after.
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
    // The rest are cycles: each slot is read once.
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
