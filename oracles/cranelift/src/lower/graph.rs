//! The control flow graph of a body: its blocks, their successors, and an order in which to lower them.

use crate::Error;
use irsmith_pnacl::{BlockId, Body, Instruction};
use std::ops::Range;

/// The blocks of a body.
pub(super) struct Graph {
    /// Their instructions.
    pub(super) blocks: Vec<Range<usize>>,
    /// The reachable blocks, each after at least one of its predecessors, and after all blocks that dominate it.
    pub(super) order: Vec<usize>,
}

impl Graph {
    /// Returns the graph of a body. Branches to blocks that do not exist make it invalid.
    pub(super) fn of(body: &Body) -> Result<Self, Error> {
        let blocks: Vec<_> = body.blocks().collect();
        if blocks.is_empty() {
            return Err(Error::Invalid("a body has no block"));
        }
        let order = reverse_postorder(body, &blocks)?;
        Ok(Self { blocks, order })
    }
}

/// Returns the blocks that a block's terminator names.
fn successors(body: &Body, block: &Range<usize>) -> Vec<BlockId> {
    let mut successors = Vec::new();
    if let Some(terminator) = body.instructions[block.clone()].last().filter(|last| Instruction::is_terminator(last)) {
        terminator.for_each_block(|block| successors.push(block));
    }
    successors
}

/// Traverses depth first from the entry, without recursion: a body may have any number of blocks.
fn reverse_postorder(body: &Body, blocks: &[Range<usize>]) -> Result<Vec<usize>, Error> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::with_capacity(blocks.len());
    let mut path = vec![(0, successors(body, &blocks[0]))];
    seen[0] = true;
    while let Some((block, pending)) = path.last_mut() {
        match pending.pop() {
            None => {
                order.push(*block);
                path.pop();
            }
            Some(BlockId(next)) => {
                let next = next as usize;
                let seen = seen.get_mut(next).ok_or(Error::Invalid("a branch names a block that does not exist"))?;
                if !std::mem::replace(seen, true) {
                    path.push((next, successors(body, &blocks[next])));
                }
            }
        }
    }
    order.reverse();
    Ok(order)
}
