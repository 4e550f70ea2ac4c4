//! The copies that PHIs make.

use super::context::{Body, name};
use crate::interpret::Refusal;
use crate::interpret::op::Edge;
use crate::{Block, Instruction, OperandKind};
use std::collections::HashSet;

/// Returns the PHIs at the beginning of a block.
pub(super) fn phis(block: &Block) -> impl Iterator<Item = &Instruction> {
    block.instructions.iter().take_while(|instruction| is_phi(instruction))
}

pub(super) fn is_phi(instruction: &Instruction) -> bool {
    matches!(instruction.opcode.as_str(), "G_PHI" | "PHI")
}

/// Appends the copies for a way into a block; returns whether one reads what an earlier one has written.
fn append(body: &mut Body<'_, '_>, target: u32, from: u32) -> Result<bool, Refusal> {
    let block = &body.function.blocks[target as usize];
    let mut written = HashSet::new();
    let mut is_parallel = false;
    for phi in phis(block) {
        let [result] = phi.results.as_slice() else { return Err(body.refuse(phi.opcode.as_str(), "it wants one result")) };
        let to = body.reg(result)?;
        let mut incoming = phi.operands.chunks(2).filter_map(|pair| match pair {
            [value, block] => match (&value.kind, &block.kind) {
                (OperandKind::Register(value), OperandKind::Block(block)) if block.number == from => Some(value),
                _ => None,
            },
            _ => None,
        });
        let missing = || body.refuse(name(&result.register), format!("its PHI has no value for %bb.{from}"));
        let value = body.reg(incoming.next().ok_or_else(missing)?)?;
        if value.bits() != to.bits() {
            return Err(body.refuse(name(&result.register), "its PHI has a value of another width"));
        }
        for cell in 0..to.cells() {
            is_parallel |= written.contains(&(value.slot + cell));
        }
        written.extend((0..to.cells()).map(|cell| to.slot + cell));
        let copies = (0..to.cells()).map(|cell| (to.slot + cell, value.slot + cell));
        body.decoder.program.copies.extend(copies);
    }
    Ok(is_parallel)
}

/// Makes a way from the current block to another, with the copies of its PHIs.
pub(super) fn edge(body: &mut Body<'_, '_>, target: u32) -> Result<u32, Refusal> {
    let first = body.decoder.program.copies.len() as u32;
    let from = body.function.blocks[body.place.block as usize].number;
    let is_parallel = append(body, target, from)?;
    let count = body.decoder.program.copies.len() as u32 - first;
    body.decoder.program.edges.push(Edge { target, first, count, is_parallel });
    Ok(body.decoder.program.edges.len() as u32 - 1)
}
