//! Predecessors and dominators of a plan.

/// A set of basic blocks of one function, one bit each.
pub(super) type Mask = u64;

/// Facts about the graph of a plan.
#[derive(Debug, Default)]
pub(super) struct Dominators {
    /// An entry `(to, from)` for each edge, sorted.
    edges: Vec<(u8, u8)>,
    /// First entry of each block in `edges`, and the end.
    first: Vec<u16>,
    /// For each block the blocks on all paths to it, including itself; for an unreachable block, only itself.
    masks: Vec<Mask>,
    /// Reachable blocks.
    reachable: Mask,
}

impl Dominators {
    /// Returns the edges into a block as `(to, from)`.
    pub(super) fn incoming(&self, block: usize) -> &[(u8, u8)] {
        &self.edges[usize::from(self.first[block])..usize::from(self.first[block + 1])]
    }

    /// Returns the blocks that dominate a block, including itself.
    pub(super) fn of(&self, block: usize) -> Mask {
        self.masks[block]
    }

    const fn is_reachable(&self, block: usize) -> bool {
        self.reachable >> block & 1 == 1
    }

    /// Begins with this many blocks and no edges.
    pub(super) fn start(&mut self, count: usize) {
        self.edges.clear();
        self.masks.clear();
        self.first.clear();
        self.reachable = 1;
        if count == 1 {
            self.masks.push(1);
            self.first.extend([0, 0]);
        }
    }

    /// Adds an edge.
    pub(super) fn edge(&mut self, from: u8, to: u8) {
        self.edges.push((to, from));
    }

    /// Computes the dominators.
    pub(super) fn compute(&mut self, count: usize) {
        if count == 1 {
            return;
        }
        self.edges.sort_unstable();
        let mut next = 0;
        for block in 0..=count {
            while self.edges.get(next).is_some_and(|edge| usize::from(edge.0) < block) {
                next += 1;
            }
            self.first.push(next as u16);
        }
        self.reach(count);
        self.dominate(count);
    }

    fn reach(&mut self, count: usize) {
        loop {
            let mut reachable = self.reachable;
            for block in 0..count {
                if self.incoming(block).iter().any(|edge| reachable >> edge.1 & 1 == 1) {
                    reachable |= 1 << block;
                }
            }
            if reachable == self.reachable {
                return;
            }
            self.reachable = reachable;
        }
    }

    /// The textbook data flow: a block is dominated by itself and by the common dominators of all its reachable predecessors.
    fn dominate(&mut self, count: usize) {
        self.masks.resize(count, Mask::MAX);
        self.masks[0] = 1;
        let mut changed = true;
        while changed {
            changed = false;
            for block in 1..count {
                if !self.is_reachable(block) {
                    continue;
                }
                let into = self.incoming(block).iter().filter(|edge| self.is_reachable(usize::from(edge.1)));
                let mask = into.fold(Mask::MAX, |mask, edge| mask & self.masks[usize::from(edge.1)]) | 1 << block;
                changed |= mask != self.masks[block];
                self.masks[block] = mask;
            }
        }
        for block in 0..count {
            if !self.is_reachable(block) {
                self.masks[block] = 1 << block;
            }
        }
    }
}
