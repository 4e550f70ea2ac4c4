//! What can be said of a body once all of it is there: which registers are never read, and where the names of blocks may stand.

use super::build::{Build, Stage};
use super::rows::Family;
use super::shapes::Shape;
use irsmith_mir::{Instruction, Name, OperandKind, Register, RegisterFlags};
use std::collections::BTreeSet;

impl Build<'_, '_> {
    /// Marks results that nothing reads, and names blocks where they are branched to.
    pub(super) fn finish(&mut self) {
        if matches!(self.body.stage, Stage::Generic | Stage::Ssa) && self.wants(Shape::Dead, 48) {
            self.mark_dead();
        }
        if self.is_on(Family::BlockForm, 0) && self.body.function.blocks.iter().any(|block| block.name.is_some()) {
            self.name_references();
        }
    }

    fn mark_dead(&mut self) {
        let mut read: BTreeSet<Register> = BTreeSet::new();
        for instruction in self.body.function.blocks.iter().flat_map(|block| &block.instructions) {
            note_reads(instruction, &mut read);
        }
        for block in &mut self.body.function.blocks {
            for instruction in &mut block.instructions {
                for result in &mut instruction.results {
                    if !matches!(result.register, Register::Physical(_) | Register::None) && !read.contains(&result.register) {
                        result.flags = result.flags | RegisterFlags::DEAD;
                    }
                }
            }
        }
    }

    /// Names behind the numbers of blocks, as the labels have them.
    fn name_references(&mut self) {
        let blocks = &self.body.function.blocks;
        let names: Vec<(u32, Name)> = blocks.iter().filter_map(|block| Some((block.number, block.name.clone()?))).collect();
        let named = |number: u32| names.iter().find(|(known, _)| *known == number).map(|(_, name)| name.as_str().into());
        for block in &mut self.body.function.blocks {
            if !self.choices.chance(128) {
                continue;
            }
            for successor in block.successors.iter_mut().flatten() {
                successor.block.name = named(successor.block.number);
            }
            for operand in block.instructions.iter_mut().flat_map(|instruction| &mut instruction.operands) {
                if let OperandKind::Block(reference) = &mut operand.kind {
                    reference.name = named(reference.number);
                }
            }
        }
    }
}

fn note_reads(instruction: &Instruction, read: &mut BTreeSet<Register>) {
    for operand in &instruction.operands {
        if let OperandKind::Register(operand) = &operand.kind {
            read.insert(operand.register.clone());
        }
    }
    instruction.bundle.iter().flatten().for_each(|inner| note_reads(inner, read));
}
