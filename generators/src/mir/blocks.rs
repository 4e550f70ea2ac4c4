//! The blocks of a body that is being generated, and the instructions in them.

use super::draw::Draw;
use super::forms::Shape;
use irsmith_mir::{Block, BlockReference, Instruction, OperandKind};

/// The blocks of a body, in the order of the file. Instructions are appended to the last block.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    all: Vec<Block>,
    /// The number of the next block.
    next: u32,
    /// Whether one of them is a landing pad.
    landing_pad: bool,
}

impl Blocks {
    /// Returns the number of a block that is placed later.
    pub(super) fn fresh(&mut self, draw: &mut Draw<'_, '_>) -> u32 {
        if draw.wants(Shape::SparseBlocks, 8) {
            self.next += u32::from(draw.byte());
        }
        self.next += 1;
        self.next - 1
    }

    /// Places a block after the others; instructions are appended to it from here on.
    pub(super) fn place(&mut self, block: Block) {
        self.landing_pad |= block.attributes.landing_pad;
        self.all.push(block);
    }

    /// Returns whether one of them is a landing pad. A block has at most one landing pad among its successors.
    pub(super) const fn has_landing_pad(&self) -> bool {
        self.landing_pad
    }

    /// Returns the block that instructions are appended to.
    pub(super) fn last_mut(&mut self) -> Option<&mut Block> {
        self.all.last_mut()
    }

    /// Returns the number of that block.
    pub(super) fn current(&self) -> u32 {
        self.all.last().map_or(0, |block| block.number)
    }

    pub(super) fn all(&self) -> &[Block] {
        &self.all
    }

    pub(super) fn all_mut(&mut self) -> &mut [Block] {
        &mut self.all
    }

    /// Appends an instruction.
    pub(super) fn push(&mut self, instruction: Instruction) {
        if let Some(block) = self.all.last_mut() {
            block.instructions.push(instruction);
        }
    }

    /// Ends the body.
    pub(super) fn take(&mut self) -> Vec<Block> {
        std::mem::take(self).all
    }
}

/// Returns a reference to a block; only the label contains the name.
pub(super) const fn reference(number: u32) -> BlockReference {
    BlockReference { number, name: None }
}

/// Returns a block as an operand.
pub(super) const fn block_operand(number: u32) -> OperandKind {
    OperandKind::Block(reference(number))
}
