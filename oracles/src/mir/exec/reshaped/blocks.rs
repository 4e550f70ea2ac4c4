//! Blocks in another order, and in two parts.

use super::{CHANGES, Sites};
use crate::choices::Draws;
use crate::mir::exec::calls::Seen;
use irsmith_mir::tables::{Machine, Properties, common_opcode};
use irsmith_mir::{Block, BlockReference, File, Function, Instruction, Name, Operand, OperandKind, Register, RegisterFlags, Successor};
use std::collections::HashSet;

/// Registers that hold the same in the whole function.
const RESERVED: [&str; 6] = ["rsp", "esp", "ssp", "sp", "wsp", "rip"];

/// Puts the blocks behind the first in another order.
pub(super) fn reorder(file: &mut File, _: &Seen, sites: Sites) -> usize {
    let mut moved = 0;
    for function in &mut file.functions {
        if function.blocks.len() < 3 || !branch_everywhere(function) {
            continue;
        }
        let before: Vec<u32> = function.blocks.iter().map(|block| block.number).collect();
        let name = &function.name;
        function.blocks[1..].sort_by_cached_key(|block| sites.draws.of(name, block.number).number());
        moved += function.blocks.iter().zip(before).filter(|(block, before)| block.number != *before).count();
    }
    moved
}

/// Ends blocks that go on in the next one with a branch. Returns whether no block goes on behind the last, or where it may not.
fn branch_everywhere(function: &mut Function) -> bool {
    let may_go = |block: &Block, next: &Block| {
        block.successors.as_ref().is_none_or(|list| list.iter().any(|successor| successor.block.number == next.number))
    };
    for place in 0..function.blocks.len() {
        match (&function.blocks[place], function.blocks.get(place + 1)) {
            // Without a list, llc takes the next block for the successor of one that ends with a trap.
            (block, _) if ends(block) => {
                if block.instructions.last().is_some_and(|last| !has(last, Properties::TERMINATOR)) {
                    function.blocks[place].successors.get_or_insert_default();
                }
            }
            (block, Some(next)) if may_go(block, next) => {
                let branch = branch(reference(next));
                function.blocks[place].instructions.push(branch);
            }
            _ => return false,
        }
    }
    true
}

/// Divides blocks: the instructions from some place on become another block.
pub(super) fn split(file: &mut File, _: &Seen, sites: Sites) -> usize {
    let mut made = 0;
    for function in &mut file.functions {
        let Some(mut number) = function.blocks.iter().map(|block| block.number).max().and_then(|last| last.checked_add(1)) else {
            continue;
        };
        for position in (0..function.blocks.len()).rev() {
            let block = &function.blocks[position];
            let Some(draws) = sites.of(&function.name, block.number).filter(|_| made < CHANGES && number < u32::MAX) else { continue };
            let Some(place) = sites.among(&function.name, block, divisions(block)) else { continue };
            split_at(function, position, place, number, draws);
            number += 1;
            made += 1;
        }
    }
    made
}

/// Divides the block at a position: the instructions from `place` on go to a block `number`.
fn split_at(function: &mut Function, position: usize, place: usize, number: u32, mut draws: Draws) {
    let block = &mut function.blocks[position];
    let is_last = ends(block) && draws.chance(128);
    let second =
        Block { number, instructions: block.instructions.split_off(place), successors: block.successors.take(), ..Block::default() };
    let first = block.number;
    block.successors = Some(vec![Successor { block: reference(&second), probability: None }]);
    if is_last || draws.chance(128) {
        block.instructions.push(branch(reference(&second)));
    }
    let place = if is_last { function.blocks.len() } else { position + 1 };
    function.blocks.insert(place, second);
    // Whatever came from the first part comes from the second one.
    let phis = function.blocks.iter_mut().flat_map(|block| &mut block.instructions).filter(|instruction| is_phi(instruction));
    for operand in phis.flat_map(|phi| &mut phi.operands) {
        match &mut operand.kind {
            OperandKind::Block(from) if from.number == first => *from = BlockReference { number, name: None },
            _ => {}
        }
    }
}

/// Returns the places of a block at which it can be divided: behind PHIs, before the terminators, and where no physical register holds a
/// value and no call is prepared.
pub(super) fn divisions(block: &Block) -> impl Iterator<Item = usize> {
    let instructions = &block.instructions;
    let last = instructions.iter().position(|instruction| has(instruction, Properties::TERMINATOR)).unwrap_or(instructions.len());
    let phis = instructions.iter().take_while(|instruction| is_phi(instruction)).count();
    let is_bundled = instructions.iter().any(|instruction| instruction.bundle.is_some());
    let mut read: HashSet<&Name> = HashSet::new();
    let (mut free, mut is_call) = (vec![false; instructions.len() + 1], false);
    for (place, instruction) in instructions.iter().enumerate().rev() {
        for (register, is_written) in physical(instruction) {
            if is_written {
                read.remove(register);
            }
        }
        read.extend(physical(instruction).filter(|(_, is_written)| !is_written).map(|(register, _)| register));
        let opcode = instruction.opcode.as_str();
        is_call = !opcode.starts_with("ADJCALLSTACKDOWN") && (is_call || opcode.starts_with("ADJCALLSTACKUP"));
        free[place] = read.is_empty() && !is_call;
    }
    (phis.max(1)..=last.min(instructions.len().saturating_sub(1))).filter(move |place| !is_bundled && free.get(*place) == Some(&true))
}

/// Returns the physical registers of an instruction that hold values, and whether it writes each.
fn physical(instruction: &Instruction) -> impl Iterator<Item = (&Name, bool)> {
    let written = |flags: RegisterFlags| flags.contains(RegisterFlags::IMPLICIT_DEF) || flags.contains(RegisterFlags::DEF);
    let operands = instruction.operands.iter().filter_map(move |operand| match &operand.kind {
        OperandKind::Register(register) => Some((&register.register, written(register.flags))),
        _ => None,
    });
    let results = instruction.results.iter().map(|result| (&result.register, true));
    results.chain(operands).filter_map(|(register, is_written)| match register {
        Register::Physical(name) if !RESERVED.contains(&name.as_str()) => Some((name, is_written)),
        _ => None,
    })
}

/// Returns whether control never goes on behind a block.
fn ends(block: &Block) -> bool {
    block
        .instructions
        .last()
        .is_some_and(|last| has(last, Properties::BARRIER) || has(last, Properties::TRAP) || last.opcode.ends_with("TRAP"))
}

/// Returns whether an opcode of any target has a property.
pub(super) fn has(instruction: &Instruction, property: Properties) -> bool {
    let opcode = instruction.opcode.as_str();
    let of_target = || Machine::TARGETS.iter().filter_map(|target| Machine::of(*target)?.opcode(opcode)).next();
    common_opcode(opcode).or_else(of_target).is_some_and(|opcode| opcode.is(property))
}

pub(super) fn is_phi(instruction: &Instruction) -> bool {
    matches!(instruction.opcode.as_str(), "G_PHI" | "PHI")
}

fn reference(block: &Block) -> BlockReference {
    BlockReference { number: block.number, name: None }
}

fn branch(to: BlockReference) -> Instruction {
    let mut branch = Instruction { opcode: Name::from_static_str("G_BR"), ..Instruction::default() };
    branch.operands.push(Operand::from(OperandKind::Block(to)));
    branch
}
