//! The blocks, instructions and constants of the current function.

use super::super::kinds::Kind;
use irsmith_pnacl::{BlockId, Constant, Incoming, Instruction, Value, ValueKind};

/// An instruction, and the number of its result, which is final only when the function is complete.
pub(super) type Made = (Instruction, Option<u32>);

/// The blocks, instructions and constants of the current function.
#[derive(Debug, Default)]
pub(super) struct Code {
    blocks: Vec<Vec<Made>>,
    /// Blocks in the order in which they were begun.
    order: Vec<u32>,
    /// The current block.
    current: usize,
    /// The kind of each result.
    results: Vec<Kind>,
    /// Results that are addresses, in order.
    addresses: Vec<u32>,
    constants: Vec<Constant>,
}

/// The finished code.
pub(super) struct Parts {
    pub(super) blocks: Vec<Vec<Made>>,
    /// Blocks in the order in which they were begun.
    pub(super) order: Vec<u32>,
    /// The kind of each result.
    pub(super) results: Vec<Kind>,
    pub(super) constants: Vec<Constant>,
}

impl Code {
    /// Returns the code, and leaves nothing.
    pub(super) fn take(&mut self) -> Parts {
        let Self { blocks, order, results, constants, .. } = std::mem::take(self);
        Parts { blocks, order, results, constants }
    }

    /// Returns a block that will be begun later.
    pub(super) fn block(&mut self) -> usize {
        self.blocks.push(Vec::new());
        self.blocks.len() - 1
    }

    /// Continues in a block.
    pub(super) fn start(&mut self, block: usize) {
        self.order.push(block as u32);
        self.current = block;
    }

    /// Returns the current block.
    pub(super) const fn current(&self) -> usize {
        self.current
    }

    /// Appends an instruction, with a result of a kind if it has one.
    pub(super) fn push(&mut self, instruction: Instruction, kind: Option<Kind>) -> Value {
        let number = self.results.len() as u32;
        self.results.extend(kind);
        if matches!(instruction, Instruction::Alloca { .. }) {
            self.addresses.push(number);
        }
        self.blocks[self.current].push((instruction, kind.map(|_| number)));
        Value::instruction(number)
    }

    /// Gives the phis at the beginning of a block their values over one more edge, from the current block.
    pub(super) fn add_edge(&mut self, block: usize, values: impl IntoIterator<Item = Value>) {
        self.add_edge_from(self.current, block, values);
    }

    /// Gives the phis at the beginning of a block their values over one more edge.
    pub(super) fn add_edge_from(&mut self, from: usize, block: usize, values: impl IntoIterator<Item = Value>) {
        for ((instruction, _), value) in self.blocks[block].iter_mut().zip(values) {
            if let Instruction::Phi { incoming, .. } = instruction {
                incoming.push(Incoming { value, block: BlockId(from as u32) });
            }
        }
    }

    /// Records that the newest result is an address.
    pub(super) fn note_address(&mut self) {
        self.addresses.extend((self.results.len() as u32).checked_sub(1));
    }

    /// Returns whether a value is an address, which the tools accept as a number only where they convert it.
    pub(super) fn is_address(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Function | ValueKind::Global => true,
            ValueKind::Instruction => self.addresses.binary_search(&value.index()).is_ok(),
            ValueKind::Parameter | ValueKind::Constant => false,
        }
    }

    /// Returns the constant, which is added if needed.
    pub(super) fn constant(&mut self, constant: Constant) -> Value {
        let known = self.constants.iter().rposition(|known| *known == constant);
        let index = known.unwrap_or_else(|| {
            self.constants.push(constant);
            self.constants.len() - 1
        });
        Value::constant(index as u32)
    }
}
