//! The way that an execution takes through the blocks of a function: where branches lead, and what PHIs have there.

use std::collections::HashMap;

use irsmith_mir::interpret::Place;
use irsmith_mir::{Block, File, Function, Instruction, Operand, OperandKind};

use super::lanes::Lanes;
use super::rows::named;
use crate::mir::operands::{number, registers};

/// The values of virtual registers that are known, by function and number.
pub(super) type Known = HashMap<(u32, u32), Lanes>;

/// Follows branches.
#[derive(Clone)]
pub(super) struct Path<'f> {
    file: &'f File,
    /// For each function whether an observer sees that any of its blocks is left, so that the values of its PHIs can be followed.
    shown: Vec<bool>,
    /// The place of the last instruction, and whether that is a branch.
    last: Option<(Place, bool)>,
    /// The function and the block to which the last branch goes.
    next: Option<(u32, u32)>,
}

impl<'f> Path<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        let leaves = |opcode: &str| opcode.starts_with("RET") || opcode.ends_with("TRAP");
        let ends = |block: &Block| block.instructions.last().is_some_and(|last| is_branch(last) || leaves(&last.opcode));
        let shown = file.functions.iter().map(|function| function.blocks.iter().all(ends)).collect();
        Self { file, shown, last: None, next: None }
    }

    /// Begins before a call from outside.
    pub(super) fn clear(&mut self) {
        (self.last, self.next) = (None, None);
    }

    /// Returns the instruction at a place, with its function.
    pub(super) fn instruction(&self, place: Place) -> Option<(&'f Function, &'f Instruction)> {
        let function = self.file.functions.get(place.function as usize)?;
        Some((function, function.blocks.get(place.block as usize)?.instructions.get(place.instruction as usize)?))
    }

    /// Arrives at a place; returns the block to which the last branch should have led, if this is another one.
    pub(super) fn arrive(&mut self, place: Place) -> Option<u32> {
        let (of, next) = self.next.take().filter(|next| *next != (place.function, place.block))?;
        self.is_reported(of, next).then_some(next)
    }

    /// Sets the results of PHIs, if the execution has come to a block by a branch.
    pub(super) fn enter(&mut self, place: Place, instruction: &Instruction, known: &mut Known) {
        let Some((last, true)) = self.last.replace((place, is_branch(instruction))) else { return };
        let stays = (last.block, last.instruction + 1) == (place.block, place.instruction);
        if stays || last.function != place.function || !self.shown[place.function as usize] {
            return;
        }
        let blocks = &self.file.functions[place.function as usize].blocks;
        let (Some(from), Some(to)) = (blocks.get(last.block as usize), blocks.get(place.block as usize)) else { return };
        let phis = to.instructions.iter().filter(|instruction| matches!(instruction.opcode.as_str(), "G_PHI" | "PHI"));
        // All of them read before one is written.
        let values: Vec<((u32, u32), Option<Lanes>)> = phis
            .filter_map(|phi| {
                let value = incoming(phi, from.number).and_then(|register| known.get(&(place.function, register)).cloned());
                Some(((place.function, number(phi.results.first()?)?), value))
            })
            .collect();
        for (register, value) in values {
            match value {
                Some(value) => known.insert(register, value),
                None => known.remove(&register),
            };
        }
    }

    /// Follows an instruction: where it leads if it is a branch.
    pub(super) fn follow(&mut self, place: Place, function: &Function, instruction: &Instruction, known: &Known) {
        self.next = target(place, function, instruction, known).map(|block| (place.function, block));
    }

    /// Returns whether an observer is given an instruction of a block: not of PHIs, for example.
    fn is_reported(&self, function: u32, block: u32) -> bool {
        let block = self.file.functions.get(function as usize).and_then(|function| function.blocks.get(block as usize));
        block.is_some_and(|block| block.instructions.iter().any(|row| is_branch(row) || named(row.opcode.as_str()).is_some()))
    }
}

fn is_branch(instruction: &Instruction) -> bool {
    instruction.opcode.as_str().starts_with("G_BR")
}

/// Returns the register that a PHI reads behind a block.
fn incoming(phi: &Instruction, block: u32) -> Option<u32> {
    let place = phi.operands.iter().position(|operand| matches!(&operand.kind, OperandKind::Block(from) if from.number == block))?;
    match &phi.operands.get(place.checked_sub(1)?)?.kind {
        OperandKind::Register(register) if register.subregister.is_none() => number(register),
        _ => None,
    }
}

/// Returns the position of the block to which a branch goes; `None` if it does not, or that is not known.
fn target(place: Place, function: &Function, instruction: &Instruction, known: &Known) -> Option<u32> {
    // The condition or the index, the last register.
    let decides = || known.get(&(place.function, number(registers(instruction).last()?)?))?.lane(0);
    let block = |operand: &Operand| if let OperandKind::Block(to) = &operand.kind { Some(to.number) } else { None };
    let to = match instruction.opcode.as_str() {
        "G_BRCOND" if decides()? & 1 == 0 => return None,
        "G_BR" | "G_BRCOND" => instruction.operands.iter().find_map(block)?,
        "G_BRJT" => {
            let table = |operand: &Operand| if let OperandKind::JumpTable(id) = operand.kind { Some(id) } else { None };
            let id = instruction.operands.iter().find_map(table)?;
            let entry = function.jump_table.iter().flat_map(|table| &table.entries).find(|entry| entry.id == id)?;
            entry.blocks.get(usize::try_from(decides()?).ok()?)?.number
        }
        _ => return None,
    };
    (0..).zip(&function.blocks).find(|(_, block)| block.number == to).map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Limits;

    #[test]
    fn functions_whose_blocks_all_end_with_an_instruction_that_leaves_are_followed() {
        let shown = |last: &str| {
            let text = format!("name: f\nbody: |\n  bb.0:\n    G_BR %bb.1\n  bb.1:\n    {last}\n");
            let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
            Path::new(&file).shown
        };
        assert_eq!(["RET64", "G_TRAP", "G_UBSANTRAP 1", "G_FENCE 4, 1"].map(shown), [[true], [true], [true], [false]]);
    }
}
