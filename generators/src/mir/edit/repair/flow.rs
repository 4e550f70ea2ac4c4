//! Repairs edges: successors match branches, and PHIs match predecessors.

use crate::mir::edit::{Known, is_phi, known, next_number};
use irsmith_mir::tables::{Machine, Opcode, Properties, common_opcode};
use irsmith_mir::transform::Space;
use irsmith_mir::{
    Block, BlockReference, Function, Instruction, Operand, OperandKind, Register, RegisterOperand, RegisterQualifier, Successor,
};
use std::collections::{BTreeMap, BTreeSet};

fn row(instruction: &Instruction, machine: Option<&'static Machine>) -> Option<&'static Opcode> {
    machine.map_or_else(|| common_opcode(&instruction.opcode), |machine| machine.opcode(&instruction.opcode))
}

/// Returns the blocks that the instructions of a block name, except its PHIs, each once.
fn targets(block: &Block) -> Vec<BlockReference> {
    let (mut targets, mut seen) = (Vec::new(), BTreeSet::new());
    let outer = block.instructions.iter().filter(|instruction| !is_phi(instruction));
    for line in outer.flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten())) {
        for operand in &line.operands {
            if let OperandKind::Block(block) = &operand.kind
                && seen.insert(block.number)
            {
                targets.push(block.clone());
            }
        }
    }
    targets
}

/// Returns the numbers of the successors of a block: those that it lists, or else those that its instructions name, and the next one if
/// control can fall through.
pub(in crate::mir) fn successors(function: &Function, index: usize, machine: Option<&'static Machine>) -> Vec<u32> {
    let block = &function.blocks[index];
    if let Some(listed) = &block.successors {
        return listed.iter().map(|successor| successor.block.number).collect();
    }
    let mut numbers: Vec<u32> = targets(block).iter().map(|block| block.number).collect();
    let last = block.instructions.iter().rev().find(|instruction| !instruction.opcode.starts_with("DBG_"));
    let stops = last.is_some_and(|last| {
        std::iter::once(last)
            .chain(last.bundle.iter().flatten())
            .any(|each| row(each, machine).is_some_and(|row| row.is(Properties::BARRIER)))
    });
    if let Some(next) = function.blocks.get(index + 1).filter(|next| !stops && !numbers.contains(&next.number)) {
        numbers.push(next.number);
    }
    numbers
}

pub(super) fn repair(function: &mut Function, machine: Option<&'static Machine>) {
    for block in &mut function.blocks {
        complete(block);
    }
    let mut predecessors: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for index in 0..function.blocks.len() {
        for number in successors(function, index, machine) {
            predecessors.entry(number).or_default().insert(function.blocks[index].number);
        }
    }
    phis(function, &predecessors);
}

/// Lists each successor once, and lists the targets of branches.
fn complete(block: &mut Block) {
    let targets = targets(block);
    let Some(listed) = &mut block.successors else { return };
    let mut seen = BTreeSet::new();
    listed.retain(|successor| seen.insert(successor.block.number));
    let probability = listed.iter().any(|successor| successor.probability.is_some()).then_some(0);
    let missing = targets.into_iter().filter(|target| !seen.contains(&target.number));
    listed.extend(missing.map(|block| Successor { block, probability }));
}

/// Gives each PHI exactly one pair for each predecessor; in a block without predecessors it is no longer a PHI.
fn phis(function: &mut Function, predecessors: &BTreeMap<u32, BTreeSet<u32>>) {
    let none = BTreeSet::new();
    let mut missing: Vec<(usize, usize, u32)> = Vec::new();
    for (index, block) in function.blocks.iter_mut().enumerate() {
        let predecessors = predecessors.get(&block.number).unwrap_or(&none);
        for (place, phi) in block.instructions.iter_mut().enumerate().filter(|(_, instruction)| is_phi(instruction)) {
            if predecessors.is_empty() {
                undefine(phi);
                continue;
            }
            let fed = trim(phi, predecessors);
            missing.extend(predecessors.difference(&fed).map(|number| (index, place, *number)));
        }
    }
    if missing.is_empty() {
        return;
    }
    let known = known(function);
    let Some(first) = next_number(function, Space::Register) else { return };
    for ((index, place, number), fresh) in missing.into_iter().zip((first..=u32::MAX).map(Register::Virtual)) {
        let phi = &mut function.blocks[index].instructions[place];
        let Some(source) = source(phi, &known, fresh) else { continue };
        phi.operands.push(source);
        phi.operands.push(OperandKind::Block(BlockReference { number, name: None }).into());
    }
}

/// Removes the pairs of blocks that are not predecessors; returns the blocks of the others.
fn trim(phi: &mut Instruction, predecessors: &BTreeSet<u32>) -> BTreeSet<u32> {
    let mut fed = BTreeSet::new();
    let operands = std::mem::take(&mut phi.operands);
    for pair in operands.chunks(2) {
        if let [_, Operand { kind: OperandKind::Block(block), .. }] = pair {
            if !predecessors.contains(&block.number) {
                continue;
            }
            fed.insert(block.number);
        }
        phi.operands.extend(pair.iter().cloned());
    }
    fed
}

/// Returns a register that is written nowhere yet, of the class and type of the PHI's result.
fn source(phi: &Instruction, known: &BTreeMap<Register, Known>, fresh: Register) -> Option<Operand> {
    let result = known.get(&phi.results.first()?.register)?;
    let RegisterOperand { register, class, qualifier, .. } = result.definition(fresh);
    // For a generic register the class is not enough without its type.
    let qualifier = if result.is_generic() { qualifier } else { RegisterQualifier::None };
    Some(OperandKind::Register(RegisterOperand { register, class, qualifier, ..RegisterOperand::default() }).into())
}

fn undefine(phi: &mut Instruction) {
    phi.opcode = if phi.opcode == "PHI" { "IMPLICIT_DEF" } else { "G_IMPLICIT_DEF" }.into();
    phi.flags = Default::default();
    phi.operands.clear();
}
