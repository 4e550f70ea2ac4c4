//! The values and the memory that can be named at a place of a function in the making.

use super::super::kinds::{KINDS, Kind};
use irsmith_pnacl::Value;

/// A value that an operand may name.
#[derive(Clone, Copy, Debug)]
struct Entry {
    value: Value,
    /// Whether an operand names it.
    used: bool,
    /// Whether it is to be seen whatever becomes of the operands that name it.
    keep: bool,
}

/// Memory that may be accessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) base: Value,
    /// Bytes that an access may begin at: a power of two. [`SLACK`] more follow.
    pub(super) size: u32,
    /// Alignment of the base in bytes.
    pub(super) alignment: u32,
    pub(super) writable: bool,
}

/// The widest access, and the longest copy.
pub(super) const SLACK: u32 = 16;

/// What a scope began with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    lengths: [usize; KINDS],
    regions: usize,
}

/// What can be named.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Values by kind, of enclosing scopes first.
    pools: [Vec<Entry>; KINDS],
    regions: Vec<Region>,
}

impl Scope {
    /// Lets operands name a value.
    pub(super) fn offer(&mut self, kind: Kind, value: Value, used: bool, keep: bool) {
        self.pools[kind.index()].push(Entry { value, used, keep });
    }

    /// How many values of a kind there are.
    pub(super) fn count(&self, kind: Kind) -> usize {
        self.pools[kind.index()].len()
    }

    /// The place of the newest value of a kind that no operand names.
    pub(super) fn newest_unused(&self, kind: Kind) -> Option<usize> {
        self.pools[kind.index()].iter().rposition(|entry| !entry.used)
    }

    /// The value of a kind at a place, which an operand names now.
    pub(super) fn name(&mut self, kind: Kind, place: usize) -> Value {
        let entry = &mut self.pools[kind.index()][place];
        entry.used = true;
        entry.value
    }

    /// Memory that may be accessed.
    pub(super) fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Lets accesses reach memory.
    pub(super) fn add_regions(&mut self, regions: &[Region]) {
        self.regions.extend_from_slice(regions);
    }

    /// Keeps the first regions only.
    pub(super) fn keep_regions(&mut self, count: usize) {
        self.regions.truncate(count);
    }

    /// Begins a scope.
    pub(super) fn mark(&self) -> Mark {
        Mark { lengths: std::array::from_fn(|kind| self.pools[kind].len()), regions: self.regions.len() }
    }

    /// Ends a scope: what came since cannot be named any more.
    pub(super) fn release(&mut self, mark: Mark) {
        for (pool, length) in self.pools.iter_mut().zip(mark.lengths) {
            pool.truncate(length);
        }
        self.regions.truncate(mark.regions);
    }

    /// Takes one value of the scope that nothing has seen yet.
    pub(super) fn unseen(&mut self, mark: Mark) -> Option<(Kind, Value)> {
        for kind in Kind::ALL {
            let entries = &mut self.pools[kind.index()][mark.lengths[kind.index()]..];
            if let Some(entry) = entries.iter_mut().find(|entry| !entry.used || entry.keep) {
                entry.used = true;
                entry.keep = false;
                return Some((kind, entry.value));
            }
        }
        None
    }
}
