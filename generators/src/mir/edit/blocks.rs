//! Edits of blocks: adding, removing and moving them.

use super::place::Place;
use super::{defines, each_instruction_mut, known, next_number, repair, repair_knowing, successors};
use irsmith_mir::tables::Machine;
use irsmith_mir::transform::Space;
use irsmith_mir::{Block, BlockReference, File, Function, Instruction, OperandKind, Register, Successor};
use std::collections::{BTreeMap, BTreeSet};

/// Returns whether an instruction is a PHI.
pub(in crate::mir) fn is_phi(instruction: &Instruction) -> bool {
    matches!(instruction.opcode.as_str(), "PHI" | "G_PHI")
}

/// Removes blocks of a function, but never all, and the branches to them.
pub(in crate::mir) fn remove_blocks(function: &mut Function, gone: &BTreeSet<usize>, machine: Option<&'static Machine>) {
    let before = known(function);
    let mut index = 0;
    let mut left = function.blocks.len();
    function.blocks.retain(|_| {
        let goes = gone.contains(&index) && left > 1;
        index += 1;
        left -= usize::from(goes);
        !goes
    });
    let numbers: BTreeSet<u32> = function.blocks.iter().map(|block| block.number).collect();
    let leads_nowhere = |instruction: &Instruction| {
        let mut operands = instruction.operands.iter();
        !is_phi(instruction)
            && operands.any(|operand| matches!(&operand.kind, OperandKind::Block(block) if !numbers.contains(&block.number)))
    };
    function.blocks.iter_mut().for_each(|block| block.instructions.retain(|instruction| !leads_nowhere(instruction)));
    repair_knowing(&before, function, machine);
}

/// Returns blocks whose only successor is the next block, and which are its only predecessors.
pub(in crate::mir) fn joints(file: &File, machine: Option<&'static Machine>) -> Vec<Place> {
    let mut joints = Vec::new();
    for (index, function) in file.functions.iter().enumerate() {
        let edges: Vec<Vec<u32>> = (0..function.blocks.len()).map(|block| successors(function, block, machine)).collect();
        let mut entered: BTreeMap<u32, usize> = BTreeMap::new();
        edges.iter().flatten().for_each(|number| *entered.entry(*number).or_default() += 1);
        for (block, pair) in function.blocks.windows(2).enumerate() {
            let next = pair[1].number;
            if edges[block] == [next] && entered.get(&next) == Some(&1) {
                joints.push(Place { function: index, block, ..Place::default() });
            }
        }
    }
    joints
}

/// Appends the next block to one, except the branches to the next block.
pub(in crate::mir) fn join(function: &mut Function, at: usize, machine: Option<&'static Machine>) {
    if at + 1 >= function.blocks.len() {
        return;
    }
    let next = function.blocks.remove(at + 1);
    let block = &mut function.blocks[at];
    let leads_on = |instruction: &Instruction| {
        let mut operands = instruction.operands.iter();
        !is_phi(instruction) && operands.any(|operand| matches!(&operand.kind, OperandKind::Block(block) if block.number == next.number))
    };
    block.instructions.retain(|instruction| !leads_on(instruction));
    block.instructions.extend(next.instructions);
    block.successors = next.successors;
    let number = block.number;
    lead_from(function, next.number, number);
    repair(function, machine);
}

/// Replaces a block by another in the PHIs of a function.
fn lead_from(function: &mut Function, old: u32, new: u32) {
    each_instruction_mut(function, &mut |instruction| {
        if is_phi(instruction) {
            rename(instruction, old, new);
        }
    });
}

fn rename(instruction: &mut Instruction, old: u32, new: u32) {
    for operand in &mut instruction.operands {
        if let OperandKind::Block(block) = &mut operand.kind
            && block.number == old
        {
            *block = BlockReference { number: new, name: None };
        }
    }
}

/// Splits a block after an instruction.
pub(in crate::mir) fn split(function: &mut Function, at: usize, index: usize) {
    let Some(number) = next_number(function, Space::Block) else { return };
    let Some(block) = function.blocks.get_mut(at) else { return };
    let phis = block.instructions.iter().take_while(|instruction| is_phi(instruction)).count();
    let instructions = block.instructions.split_off((index + 1).clamp(phis, block.instructions.len()));
    let lists = block.successors.is_some() || instructions.iter().any(|instruction| instruction.bundle.is_some());
    let mut tail = Block { number, instructions, successors: block.successors.take(), ..Block::default() };
    if lists {
        block.successors = Some(vec![Successor { block: BlockReference { number, name: None }, probability: None }]);
    }
    tail.live_ins = reads(&tail.instructions).into_iter().map(|register| irsmith_mir::LiveIn { register, lanes: None }).collect();
    let old = block.number;
    function.blocks.insert(at + 1, tail);
    lead_from(function, old, number);
}

/// Returns the physical registers that instructions read before any of them writes them.
fn reads(instructions: &[Instruction]) -> BTreeSet<Register> {
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for instruction in instructions.iter().flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten())) {
        let registers = instruction.operands.iter().filter_map(|operand| match &operand.kind {
            OperandKind::Register(register) => Some(register),
            _ => None,
        });
        let registers: Vec<_> = registers.filter(|operand| matches!(operand.register, Register::Physical(_))).collect();
        for operand in registers.iter().filter(|operand| !defines(false, operand)) {
            if !operand.flags.contains(irsmith_mir::RegisterFlags::UNDEF) && !written.contains(&operand.register) {
                read.insert(operand.register.clone());
            }
        }
        written.extend(registers.iter().filter(|operand| defines(false, operand)).map(|operand| operand.register.clone()));
        written.extend(instruction.results.iter().map(|result| result.register.clone()));
    }
    read
}

/// Inserts a block of one branch between a branch and its target; `branch` is the name of an opcode that only branches.
pub(in crate::mir) fn split_edge(function: &mut Function, at: usize, target: u32, branch: &str) {
    let Some(number) = next_number(function, Space::Block) else { return };
    let Some(block) = function.blocks.get_mut(at) else { return };
    block.instructions.iter_mut().filter(|instruction| !is_phi(instruction)).for_each(|instruction| rename(instruction, target, number));
    for successor in block.successors.iter_mut().flatten().filter(|successor| successor.block.number == target) {
        successor.block = BlockReference { number, name: None };
    }
    let old = block.number;
    let lists = block.successors.is_some();
    let target = BlockReference { number: target, name: None };
    let operands = [OperandKind::Block(target.clone()).into()].into_iter().collect();
    let successors = lists.then(|| vec![Successor { block: target.clone(), probability: None }]);
    let instructions = vec![Instruction { opcode: branch.into(), operands, ..Instruction::default() }];
    function.blocks.push(Block { number, instructions, successors, ..Block::default() });
    let behind = function.blocks.iter_mut().find(|block| block.number == target.number);
    for phi in behind.into_iter().flat_map(|block| &mut block.instructions).filter(|instruction| is_phi(instruction)) {
        rename(phi, old, number);
    }
}
