//! The values and the memory that can be named at a place of the current function.

use super::super::kinds::{KINDS, Kind};
use irsmith_pnacl::Value;

/// A value that an operand may name.
#[derive(Clone, Copy, Debug)]
struct Entry {
    value: Value,
    /// Whether an operand names it.
    used: bool,
    /// Whether it must go into a sink even if operands name it.
    keep: bool,
}

/// Memory that may be accessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) base: Value,
    /// Bytes at which an access may begin: a power of two. [`SLACK`] more follow.
    pub(super) size: u32,
    /// Alignment of the base in bytes.
    pub(super) alignment: u32,
    pub(super) writable: bool,
}

/// The widest access, and the longest copy.
pub(super) const SLACK: u32 = 16;

/// The sizes at the beginning of a scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    lengths: [usize; KINDS],
    regions: usize,
}

/// The visible values and memory.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Values by kind, of enclosing scopes first.
    pools: [Vec<Entry>; KINDS],
    regions: Vec<Region>,
}

impl Scope {
    /// Makes a value visible to operands.
    pub(super) fn offer(&mut self, kind: Kind, value: Value, used: bool, keep: bool) {
        self.pools[kind.index()].push(Entry { value, used, keep });
    }

    /// Returns how many values of a kind there are.
    pub(super) fn count(&self, kind: Kind) -> usize {
        self.pools[kind.index()].len()
    }

    /// Returns the index of the newest value of a kind that no operand names.
    pub(super) fn newest_unused(&self, kind: Kind) -> Option<usize> {
        self.pools[kind.index()].iter().rposition(|entry| !entry.used)
    }

    /// Returns the value of a kind at an index, and marks it as used.
    pub(super) fn name(&mut self, kind: Kind, place: usize) -> Value {
        let entry = &mut self.pools[kind.index()][place];
        entry.used = true;
        entry.value
    }

    /// Returns the memory that may be accessed.
    pub(super) fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Makes memory accessible.
    pub(super) fn add_regions(&mut self, regions: &[Region]) {
        self.regions.extend_from_slice(regions);
    }

    /// Keeps only the first regions.
    pub(super) fn keep_regions(&mut self, count: usize) {
        self.regions.truncate(count);
    }

    /// Begins a scope.
    pub(super) fn mark(&self) -> Mark {
        Mark { lengths: std::array::from_fn(|kind| self.pools[kind].len()), regions: self.regions.len() }
    }

    /// Ends a scope: its values cannot be named any more.
    pub(super) fn release(&mut self, mark: Mark) {
        for (pool, length) in self.pools.iter_mut().zip(mark.lengths) {
            pool.truncate(length);
        }
        self.regions.truncate(mark.regions);
    }

    /// Takes one unused value of the scope.
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
