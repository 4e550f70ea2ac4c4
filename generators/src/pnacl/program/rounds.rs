//! Facts about the loops around a place, and about the edges into a block.

use super::super::kinds::Kind;
use irsmith_pnacl::Value;
use smallvec::SmallVec;

/// An edge into a block with several predecessors, and its values.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The source block.
    pub(super) block: usize,
    /// The checksum there.
    pub(super) sum: Value,
    /// A value for each kind that the block joins.
    pub(super) values: SmallVec<[Value; 2]>,
}

/// The value of a header's phi over a back edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The next count.
    Counter,
    /// The checksum.
    Sum,
    /// Mostly the value of the phi at this index of the header.
    Ring(usize),
    /// Some value of the iteration.
    Free,
}

/// A phi of a header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    pub(super) kind: Kind,
    pub(super) value: Value,
    pub(super) role: Role,
}

/// How a loop counts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    /// By steps until the counter is exactly this: it may wrap around.
    Until { step: u64, end: u64 },
    /// Down to zero, signed.
    Down,
    /// By shifts until no bit is left.
    Shift,
}

/// A loop around the place.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) header: usize,
    pub(super) exit: usize,
    pub(super) kind: Kind,
    pub(super) count: Count,
    /// Whether the test is in the header; otherwise it is where an iteration ends.
    pub(super) tests_first: bool,
    /// Phis of the header in order.
    pub(super) carried: SmallVec<[Carried; 6]>,
    /// Kinds that the exit joins, and the edges into it.
    pub(super) kinds: SmallVec<[Kind; 2]>,
    pub(super) exits: Vec<Edge>,
}

impl Loop {
    /// The counter.
    pub(super) fn counter(&self) -> (Kind, Value) {
        (self.kind, self.carried.first().map_or(Value::global(0), |counter| counter.value))
    }
}
