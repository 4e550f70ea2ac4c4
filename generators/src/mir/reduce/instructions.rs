//! Reductions of whole instructions.

use super::share::share;
use crate::mir::edit::{Place, Registers, each_register_mut, instructions, is_phi, known, machine_of, repair_knowing};
use irsmith_mir::tables::Machine;
use irsmith_mir::{File, Function, Instruction, OperandKind, Register, RegisterFlags};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Returns instructions outside bundles, except definitions without a value that are read.
fn places(file: &File) -> Vec<Place> {
    let unread: Vec<BTreeSet<Register>> = file
        .functions
        .iter()
        .map(|function| known(function).into_iter().filter(|(_, known)| known.uses == 0).map(|(register, _)| register).collect())
        .collect();
    let stays = |place: &Place, instruction: &Instruction| {
        matches!(instruction.opcode.as_str(), "IMPLICIT_DEF" | "G_IMPLICIT_DEF")
            && instruction.results.iter().any(|result| !unread[place.function].contains(&result.register) && is_virtual(&result.register))
    };
    instructions(file).filter(|(place, instruction)| !stays(place, instruction)).map(|(place, _)| place).collect()
}

fn is_virtual(register: &Register) -> bool {
    matches!(register, Register::Virtual(_) | Register::Named(_))
}

pub(super) fn count(file: &File) -> usize {
    places(file).len()
}

pub(super) fn remove(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    for (function, before) in take_out(file, range) {
        repair_knowing(&before, &mut file.functions[function], machine);
        share(&mut file.functions[function]);
    }
}

/// Removes instructions without repair; returns the functions that changed, with what was known about their registers before.
pub(super) fn take_out(file: &mut File, range: Range<usize>) -> BTreeMap<usize, Registers> {
    let machine = machine_of(file);
    let places = places(file);
    let mut changed: BTreeMap<usize, Registers> = BTreeMap::new();
    for place in places[range].iter().rev() {
        let function = &mut file.functions[place.function];
        changed.entry(place.function).or_insert_with(|| known(function));
        let block = &mut function.blocks[place.block];
        let gone = match place.inner {
            None => block.instructions.remove(place.index),
            Some(inner) => match block.instructions[place.index].bundle.as_mut().filter(|bundle| bundle.len() > 1) {
                Some(bundle) => bundle.remove(inner),
                None => continue,
            },
        };
        let behind = place.index + usize::from(place.inner.is_some());
        forget(&gone, &mut block.instructions[behind..], machine);
        lose(&gone, place, function);
    }
    changed
}

/// Removes the blocks that a branch named from the successors of its block, unless another instruction names them or they are next.
fn lose(gone: &Instruction, place: &Place, function: &mut Function) {
    let named: BTreeSet<u32> = targets(gone).collect();
    if named.is_empty() || is_phi(gone) {
        return;
    }
    let next = function.blocks.get(place.block + 1).map(|block| block.number);
    let block = &mut function.blocks[place.block];
    let others: BTreeSet<u32> = block.instructions.iter().flat_map(targets).collect();
    if let Some(successors) = &mut block.successors {
        successors.retain(|successor| {
            let number = successor.block.number;
            !named.contains(&number) || others.contains(&number) || Some(number) == next
        });
    }
}

fn targets(instruction: &Instruction) -> impl Iterator<Item = u32> + '_ {
    instruction.operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::Block(block) => Some(block.number),
        _ => None,
    })
}

/// Marks reads of the physical registers that an instruction wrote as undefined, up to the next instruction that writes them.
pub(super) fn forget(gone: &Instruction, behind: &mut [Instruction], machine: Option<&'static Machine>) {
    let Some(machine) = machine else { return };
    let mut written = BTreeSet::new();
    let mut note = gone.clone();
    each_register_mut(&mut note, &mut |is_result, operand| {
        let writes = is_result || operand.flags.contains(RegisterFlags::IMPLICIT_DEF) || operand.flags.contains(RegisterFlags::DEF);
        if let Register::Physical(name) = &operand.register
            && writes
        {
            written.extend(machine.register(name));
        }
    });
    for instruction in behind {
        if written.is_empty() {
            return;
        }
        let mut renewed = BTreeSet::new();
        let mut visit = |is_result: bool, operand: &mut irsmith_mir::RegisterOperand| {
            let Register::Physical(name) = &operand.register else { return };
            let Some(id) = machine.register(name) else { return };
            let writes = is_result || operand.flags.contains(RegisterFlags::IMPLICIT_DEF) || operand.flags.contains(RegisterFlags::DEF);
            if writes {
                renewed.insert(id);
            } else if written.iter().any(|other| machine.register_row(*other).overlaps(machine.register_row(id))) {
                operand.flags = RegisterFlags(operand.flags.0 & !RegisterFlags::KILLED.0) | RegisterFlags::UNDEF;
            }
        };
        each_register_mut(instruction, &mut visit);
        instruction.bundle.iter_mut().flatten().for_each(|member| each_register_mut(member, &mut visit));
        written.retain(|id| !renewed.iter().any(|other| machine.register_row(*other).overlaps(machine.register_row(*id))));
    }
}

fn bundles(file: &File) -> Vec<Place> {
    instructions(file).filter(|(_, instruction)| instruction.bundle.is_some()).map(|(place, _)| place).collect()
}

pub(super) fn count_bundles(file: &File) -> usize {
    bundles(file).len()
}

pub(super) fn open_bundles(file: &mut File, range: Range<usize>) {
    for place in bundles(file)[range].iter().rev() {
        let instructions = &mut file.functions[place.function].blocks[place.block].instructions;
        let members = instructions[place.index].bundle.take().unwrap_or_default();
        // An opcode BUNDLE only contains the others.
        let holds = instructions[place.index].opcode == "BUNDLE";
        instructions.splice(place.index + usize::from(!holds)..place.index + 1, members);
    }
}
