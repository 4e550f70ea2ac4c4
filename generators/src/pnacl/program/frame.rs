//! A function in the making: its blocks, the values and memory that can be named, and what running it costs.

use super::super::kinds::{KINDS, Kind};
use super::rounds::Loop;
use irsmith_pnacl::{Constant, Instruction, Value, ValueKind};
use smallvec::SmallVec;

/// A function of the module and what calling it costs at most.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) function: u32,
    pub(super) result: Option<Kind>,
    pub(super) parameters: SmallVec<[Kind; 6]>,
    /// Instructions, with those of what it calls.
    pub(super) cost: u64,
}

/// An instruction, and the number of its result, which is final only when the function is complete.
pub(super) type Made = (Instruction, Option<u32>);

/// A value that an operand may name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: Value,
    /// Whether an operand names it.
    pub(super) used: bool,
    /// Whether it is to be seen whatever becomes of the operands that name it.
    pub(super) keep: bool,
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

/// A function in the making.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// Its place among the planned functions.
    pub(super) place: usize,
    pub(super) blocks: Vec<Vec<Made>>,
    /// Blocks in the order in which they were begun.
    pub(super) order: Vec<u32>,
    /// The block at hand.
    pub(super) current: usize,
    /// The kind of each result.
    pub(super) results: Vec<Kind>,
    /// Results that are addresses, in order.
    addresses: Vec<u32>,
    pub(super) constants: Vec<Constant>,
    /// Values by kind, of enclosing scopes first.
    pub(super) pools: [Vec<Entry>; KINDS],
    pub(super) regions: Vec<Region>,
    /// The checksum so far, an i64.
    pub(super) sum: Option<Value>,
    /// Loops around the place, outermost first.
    pub(super) loops: Vec<Loop>,
    /// Constructs around the place.
    pub(super) depth: u32,
    /// How often the place is executed in one call, at most.
    pub(super) times: u64,
    /// Instructions that one call executes so far, at most.
    pub(super) cost: u64,
    /// Bytes of stack that one call takes so far, at most, without what it calls.
    pub(super) stack: u64,
    /// Instructions made.
    pub(super) made: u32,
    /// Whether the function calls itself.
    pub(super) recursive: bool,
    /// Where in the sinks' memory this round of a loop writes, and the block that computed it.
    pub(super) round: Option<(usize, Value)>,
}

impl Frame {
    /// Begins a function, with its first block.
    pub(super) fn begin(&mut self, place: usize) {
        *self = Self { place, times: 1, ..Self::default() };
        let entry = self.block();
        self.start(entry);
    }

    /// Lets accesses reach memory.
    pub(super) fn add_regions(&mut self, regions: &[Region]) {
        self.regions.extend_from_slice(regions);
    }

    /// A block that is to be begun later.
    pub(super) fn block(&mut self) -> usize {
        self.blocks.push(Vec::new());
        self.blocks.len() - 1
    }

    /// Goes on in a block.
    pub(super) fn start(&mut self, block: usize) {
        self.order.push(block as u32);
        self.current = block;
    }

    /// Appends an instruction.
    pub(super) fn push(&mut self, instruction: Instruction, kind: Option<Kind>) -> Value {
        let number = self.results.len() as u32;
        self.results.extend(kind);
        if matches!(instruction, Instruction::Alloca { .. }) {
            self.addresses.push(number);
        }
        self.blocks[self.current].push((instruction, kind.map(|_| number)));
        self.cost += self.times;
        self.made += 1;
        Value::instruction(number)
    }

    /// Notes that the newest result is an address.
    pub(super) fn note_address(&mut self) {
        self.addresses.extend((self.results.len() as u32).checked_sub(1));
    }

    /// Whether a value is an address, which the tools take for a number only where they convert it.
    pub(super) fn is_address(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Function | ValueKind::Global => true,
            ValueKind::Instruction => self.addresses.binary_search(&value.index()).is_ok(),
            ValueKind::Parameter | ValueKind::Constant => false,
        }
    }

    /// Lets operands name a value.
    pub(super) fn offer(&mut self, kind: Kind, value: Value, used: bool, keep: bool) {
        self.pools[kind.index()].push(Entry { value, used, keep });
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

    /// The constant, new or not.
    pub(super) fn constant(&mut self, constant: Constant) -> Value {
        let known = self.constants.iter().rposition(|known| *known == constant);
        let index = known.unwrap_or_else(|| {
            self.constants.push(constant);
            self.constants.len() - 1
        });
        Value::constant(index as u32)
    }
}
