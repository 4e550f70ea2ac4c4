//! Operations of edges: branches, and the moves that set phis.

use super::super::op::Op;
use super::super::program::{Cover, slot};
use super::body::BodyDecoder;
use crate::BlockId;

/// The source of a move.
#[derive(Clone, Copy, Debug)]
enum Source {
    Slot(u32),
    Constant(u64),
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

    /// Emits the operations of edges and resolves targets in the operations from `start` on.
    pub(super) fn finish_edges(&mut self, start: u32) {
        let mut at = 0;
        let mut starts = self.edges.take_starts();
        while let Some((from, to)) = self.edges.stub(at) {
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

    /// Removes the last operation, if it was emitted from `start` on and can be joined with a jump.
    fn unmoved(&mut self, start: usize) -> Option<Op> {
        let op = self.program.ops.get(start..)?.last().copied()?;
        if matches!(op, Op::Move(..) | Op::Move2(..)) { self.program.ops.pop() } else { None }
    }

    /// Emits the moves of an edge; returns the number of operations before.
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
        let ordered = self.edges.in_order(&moves, temporary);
        for (target, source) in ordered.into_iter().map(|(target, source)| (target, Source::Slot(source))).chain(constants) {
            self.transfer(before, target, source);
        }
        before
    }

    /// Emits a move, joined with the one before it if that was emitted from `start` on.
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
