//! Blocks: labels with their attributes, successors and live-ins.

use super::build::{Build, Stage};
use super::facts::is_plain_name;
use super::forms::{BlockForm, Shape};
use irsmith_mir::{Block, BlockReference, IrValue, LiveIn, OperandKind, Register, Section, Successor};

impl Build<'_, '_> {
    /// The number of a block that is yet to be placed.
    pub(super) fn new_block(&mut self) -> u32 {
        if self.wants(Shape::SparseBlocks, 8) {
            self.body.next_block += u32::from(self.choices.byte());
        }
        self.body.next_block += 1;
        self.body.next_block - 1
    }

    /// Places a block behind the others; instructions go into it from here on.
    pub(super) fn open(&mut self, number: u32) {
        let mut block = Block { number, ..Block::default() };
        if self.choices.chance(48) {
            self.attributes(&mut block);
        }
        self.scratch.live.clear();
        let carried = std::mem::take(&mut self.body.carried);
        for register in &carried {
            self.live_in(&mut block, self.machine.register_row(*register).name, None);
            self.scratch.live.push(*register);
        }
        self.body.carried = carried;
        self.body.function.blocks.push(block);
    }

    /// Adds a register that lives into a block.
    pub(super) fn live_in(&mut self, block: &mut Block, name: &'static str, lanes: Option<u64>) {
        block.live_ins.push(LiveIn { register: Register::Physical(name.into()), lanes });
    }

    fn attributes(&mut self, block: &mut Block) {
        let mut wants = |form, parts| self.wants(form, parts);
        let attributes = &mut block.attributes;
        attributes.machine_address_taken = wants(BlockForm::MachineAddressTaken, 48);
        attributes.inline_asm_target = wants(BlockForm::AsmTarget, 24);
        attributes.eh_funclet_entry = wants(BlockForm::Funclet, 24);
        if wants(BlockForm::Align, 64) {
            attributes.alignment = Some(1 << self.choices.below(8));
        }
        if self.wants(BlockForm::Section, 24) {
            attributes.section = Some(Section::Number(u32::from(self.choices.byte())));
        } else if self.wants(BlockForm::Cold, 16) {
            attributes.section = Some(Section::Cold);
        } else if self.wants(BlockForm::Exception, 16) {
            attributes.section = Some(Section::Exception);
        }
        if self.wants(BlockForm::Id, 32) {
            let clone = self.wants(BlockForm::Clone, 128).then(|| u32::from(self.choices.byte()));
            attributes.id = Some((u32::from(self.choices.word()), clone));
        }
        // A block has one landing pad among its successors at most.
        if self.body.stage == Stage::Generic && !self.body.landing_pad && self.wants(BlockForm::LandingPad, 32) {
            attributes.landing_pad = true;
            self.body.landing_pad = true;
        }
        self.ir_names(block);
    }

    fn ir_names(&mut self, block: &mut Block) {
        let Some(place) = self.choices.index(self.ir().blocks.len()) else { return };
        let name = self.ir().blocks[place].clone();
        match &name {
            IrValue::Named(name) if is_plain_name(name) => {
                if self.wants(BlockForm::Name, 192) {
                    block.name = Some((**name).into());
                }
            }
            name => {
                if self.wants(BlockForm::IrBlock, 192) {
                    block.attributes.ir_block = Some(name.clone());
                }
            }
        }
        if place > 0 && self.wants(BlockForm::IrAddressTaken, 32) {
            block.attributes.ir_address_taken = self.take_address(place);
        }
    }

    /// Ends the block, which these follow. They may be left out where operands of branches or the fall-through show them.
    pub(super) fn close(&mut self, successors: &[u32], shown: bool) {
        let mut unique: Vec<u32> = Vec::with_capacity(successors.len());
        for number in successors {
            if !unique.contains(number) {
                unique.push(*number);
            }
        }
        let listed = if shown && self.wants(BlockForm::LeftOut, 48) {
            None
        } else if unique.is_empty() {
            // An empty list says that there are none; a return shows the same.
            (!shown).then(Vec::new)
        } else {
            Some(self.successors(&unique))
        };
        if let Some(block) = self.body.function.blocks.last_mut() {
            block.successors = listed;
        }
    }

    fn successors(&mut self, numbers: &[u32]) -> Vec<Successor> {
        let probable = self.wants(BlockForm::Probabilities, 160);
        let share = (1_u32 << 31) / numbers.len() as u32;
        let mut list = Vec::with_capacity(numbers.len());
        for number in numbers {
            let probability = probable.then(|| match self.choices.below(8) {
                0 => 0,
                1..=4 => share,
                _ => share - self.choices.up_to(share - 1),
            });
            list.push(Successor { block: self.block_reference(*number), probability });
        }
        list
    }

    /// A reference to a block; names are left to the label.
    pub(super) fn block_reference(&self, number: u32) -> BlockReference {
        BlockReference { number, name: None }
    }

    /// A block as an operand.
    pub(super) fn block_operand(&self, number: u32) -> OperandKind {
        OperandKind::Block(self.block_reference(number))
    }

    /// The number of the block that instructions go into.
    pub(super) fn current(&self) -> u32 {
        self.body.function.blocks.last().map_or(0, |block| block.number)
    }
}
