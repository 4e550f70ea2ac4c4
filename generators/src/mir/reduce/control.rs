//! Reductions of control flow.

use super::share::share;
use crate::mir::edit::{Place, blocks, machine_of, remove_blocks, repair, successors};
use irsmith_mir::tables::{Machine, Properties, Target, common_opcode};
use irsmith_mir::{BlockReference, File, Function, Instruction, OperandKind, Successor};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Returns blocks with the successors to which they may always go instead.
fn sides(file: &File) -> Vec<(Place, u32)> {
    let machine = machine_of(file);
    let mut sides = Vec::new();
    for place in blocks(file) {
        let numbers: BTreeSet<u32> = successors(&file.functions[place.function], place.block, machine).into_iter().collect();
        if numbers.len() > 1 {
            sides.extend(numbers.into_iter().map(|number| (place, number)));
        }
    }
    sides
}

pub(super) fn count(file: &File) -> usize {
    sides(file).len()
}

/// Goes from blocks always to one of their successors. Of several successors of a block, the last is taken; blocks that are not reached any
/// more go.
pub(super) fn take(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    let mut changed = BTreeSet::new();
    for (place, number) in &sides(file)[range] {
        changed.insert(place.function);
        go(&mut file.functions[place.function], place.block, *number, machine);
    }
    for index in changed {
        let function = &mut file.functions[index];
        let unreached = unreached(function, machine);
        if unreached.is_empty() {
            repair(function, machine);
        } else {
            remove_blocks(function, &unreached, machine);
        }
        share(function);
    }
}

/// Ends a block with a branch to a block, or with nothing if that is the next one.
fn go(function: &mut Function, at: usize, number: u32, machine: Option<&'static Machine>) {
    let next = function.blocks.get(at + 1).map(|block| block.number);
    let block = &mut function.blocks[at];
    let is_generic = block.instructions.iter().any(|instruction| instruction.opcode.starts_with("G_BR"));
    block.instructions.retain(|instruction| !is_branch(instruction, machine));
    let target = BlockReference { number, name: None };
    if next != Some(number) {
        let opcode = match machine.map(Machine::target) {
            _ if is_generic => "G_BR",
            Some(Target::X86) => "JMP_1",
            Some(Target::AArch64) => "B",
            _ => "G_BR",
        };
        let operands = [OperandKind::Block(target.clone()).into()].into_iter().collect();
        block.instructions.push(Instruction { opcode: opcode.into(), operands, ..Instruction::default() });
    }
    block.successors = Some(vec![Successor { block: target, probability: None }]);
}

fn is_branch(instruction: &Instruction, machine: Option<&'static Machine>) -> bool {
    let row = machine.map_or_else(|| common_opcode(&instruction.opcode), |machine| machine.opcode(&instruction.opcode));
    row.is_some_and(|row| row.is(Properties::TERMINATOR))
}

/// Returns the blocks that the first one does not reach.
fn unreached(function: &Function, machine: Option<&'static Machine>) -> BTreeSet<usize> {
    let places: BTreeMap<u32, usize> = function.blocks.iter().enumerate().map(|(at, block)| (block.number, at)).collect();
    let mut reached = BTreeSet::new();
    let mut queue: Vec<usize> = (!function.blocks.is_empty()).then_some(0).into_iter().collect();
    while let Some(at) = queue.pop() {
        if reached.insert(at) {
            queue.extend(successors(function, at, machine).iter().filter_map(|number| places.get(number)));
        }
    }
    (0..function.blocks.len()).filter(|at| !reached.contains(at)).collect()
}
