//! The plan of a function's control flow: the ends of its blocks, and dominators.

use super::dominators::Dominators;
use super::kinds::Kind;

/// The end of a planned block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Return,
    Unreachable,
    Branch(u8),
    BranchIf(u8, u8),
    /// Cases are `Plan::targets[first..first + count]`.
    Switch {
        kind: Kind,
        default: u8,
        first: u32,
        count: u32,
    },
}

/// The plan of a function.
#[derive(Debug, Default)]
pub(super) struct Plan {
    ends: Vec<End>,
    targets: Vec<u8>,
    dominators: Dominators,
    /// Limit of the number of blocks.
    limit: usize,
    /// Nesting of constructs so far.
    depth: u32,
    /// The block after which the next construct goes.
    current: u8,
}

impl Plan {
    /// Number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.ends.len()
    }

    /// Begins with one block, for a function of at most this many.
    pub(super) fn start(&mut self, limit: usize) {
        self.ends.clear();
        self.targets.clear();
        self.ends.push(End::Return);
        self.limit = limit;
        self.depth = 0;
        self.current = 0;
    }

    /// Returns how many more blocks there may be.
    pub(super) fn left(&self) -> usize {
        self.limit.saturating_sub(self.ends.len())
    }

    /// Adds a block.
    pub(super) fn block(&mut self) -> u8 {
        self.ends.push(End::Return);
        (self.ends.len() - 1) as u8
    }

    /// Adds blocks.
    pub(super) fn new_blocks<const N: usize>(&mut self) -> [u8; N] {
        [(); N].map(|()| self.block())
    }

    /// Sets the number of all blocks.
    pub(super) fn resize(&mut self, count: usize) {
        self.ends.resize(count, End::Return);
    }

    /// Returns the end of a block.
    pub(super) fn end(&self, block: usize) -> End {
        self.ends[block]
    }

    /// Ends a block.
    pub(super) fn set_end(&mut self, block: u8, end: End) {
        self.ends[usize::from(block)] = end;
    }

    /// Returns the block after which the next construct goes.
    pub(super) const fn current(&self) -> u8 {
        self.current
    }

    /// Continues in a block.
    pub(super) const fn go_to(&mut self, block: u8) {
        self.current = block;
    }

    /// Ends the current block, and continues in another.
    pub(super) fn go_on(&mut self, end: End, next: u8) {
        self.set_end(self.current, end);
        self.current = next;
    }

    /// Returns the nesting of constructs so far.
    pub(super) const fn depth(&self) -> u32 {
        self.depth
    }

    /// Begins or ends a nested construct.
    pub(super) const fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// Adds a target for the cases of a switch.
    pub(super) fn push_target(&mut self, target: u8) {
        self.targets.push(target);
    }

    /// Returns the number of targets of all switches so far.
    pub(super) fn target_count(&self) -> usize {
        self.targets.len()
    }

    /// Returns this many targets of cases from one on.
    pub(super) fn targets(&self, first: usize, count: usize) -> &[u8] {
        &self.targets[first..first + count]
    }

    /// Returns the dominators, after [`Plan::finish`] has computed them.
    pub(super) const fn dominators(&self) -> &Dominators {
        &self.dominators
    }

    /// Ends planning: computes the dominators.
    pub(super) fn finish(&mut self) {
        let mut dominators = std::mem::take(&mut self.dominators);
        let count = self.blocks();
        dominators.start(count);
        if count > 1 {
            for block in 0..count {
                self.for_each_target(block, |target| dominators.edge(block as u8, *target));
            }
        }
        dominators.compute(count);
        self.dominators = dominators;
    }

    /// Calls `f` on every target of a block's end; a block with several edges to one target names it several times.
    pub(super) fn for_each_target(&mut self, block: usize, mut f: impl FnMut(&mut u8)) {
        match &mut self.ends[block] {
            End::Return | End::Unreachable => {}
            End::Branch(target) => f(target),
            End::BranchIf(then, otherwise) => {
                f(then);
                f(otherwise);
            }
            End::Switch { default, first, count, .. } => {
                f(default);
                self.targets[*first as usize..(*first + *count) as usize].iter_mut().for_each(f);
            }
        }
    }

    /// Moves each block to its place.
    pub(super) fn renumber(&mut self, place: &[u8]) {
        for block in 0..self.blocks() {
            self.for_each_target(block, |target| *target = place[usize::from(*target)]);
        }
        let old = self.ends.clone();
        for (end, &place) in old.into_iter().zip(place) {
            self.ends[usize::from(place)] = end;
        }
    }
}
