//! Reductions of several values that leave a function to fewer, which are computed from the others.

use super::instructions::forget;
use crate::mir::edit::{Known, Place, Registers, defines, is_phi, known, machine_of, register, register_mut, repair_knowing};
use irsmith_mir::{File, Instruction, OperandKind, Register};
use std::collections::BTreeMap;
use std::ops::Range;

/// An instruction that only lets a value leave, and the operand that can read the value instead.
struct Chain {
    leaves: Place,
    value: Register,
    reader: Place,
    part: usize,
}

fn chains(file: &File) -> Vec<Chain> {
    let mut chains = Vec::new();
    for (function, of) in file.functions.iter().enumerate() {
        let known = known(of);
        for (block, of) in of.blocks.iter().enumerate() {
            let readers = readers(&of.instructions, &known);
            let place = |index| Place { function, block, index, ..Place::default() };
            for (index, instruction) in of.instructions.iter().enumerate() {
                let Some(value) = leaving(instruction) else { continue };
                if let Some(&(reader, part)) = readers.get(value) {
                    chains.push(Chain { leaves: place(index), value: value.clone(), reader: place(reader), part });
                }
            }
        }
    }
    chains
}

/// Returns the value that a COPY to a physical register or a store lets leave the function.
fn leaving(instruction: &Instruction) -> Option<&Register> {
    let leaves = match instruction.opcode.as_str() {
        "COPY" => instruction.results.iter().all(|result| matches!(result.register, Register::Physical(_))),
        "G_STORE" => true,
        _ => false,
    };
    let value = instruction.operands.first().filter(|_| leaves)?;
    match &value.kind {
        OperandKind::Register(value) if value.subregister.is_none() && !matches!(value.register, Register::Physical(_)) => {
            Some(&value.register)
        }
        _ => None,
    }
}

/// An operand that could read another value of its type.
struct Open<'f> {
    of: &'f Known,
    register: &'f Register,
    place: (usize, usize),
}

/// Returns, for each value that a block defines, the next operand behind its definition that could read it and does not: the instruction
/// and the part.
fn readers<'f>(block: &'f [Instruction], known: &'f Registers) -> BTreeMap<&'f Register, (usize, usize)> {
    let mut readers = BTreeMap::new();
    // From the end: at most two of each type, which read different registers, the next one last.
    let mut open: Vec<Open<'_>> = Vec::new();
    for (index, instruction) in block.iter().enumerate().rev() {
        for result in &instruction.results {
            let Some(of) = known.get(&result.register).filter(|of| of.definitions == 1 && of.is_generic()) else { continue };
            if let Some(next) = open.iter().rfind(|next| next.of.is_like(of) && *next.register != result.register) {
                readers.insert(&result.register, next.place);
            }
        }
        if leaving(instruction).is_some() || is_phi(instruction) || instruction.bundle.is_some() || instruction.results.is_empty() {
            continue;
        }
        for part in instruction.results.len()..instruction.results.len() + instruction.operands.len() {
            let operand = register(instruction, part).filter(|operand| operand.subregister.is_none() && !defines(false, operand));
            let Some((register, of)) = operand.and_then(|operand| Some((&operand.register, known.get(&operand.register)?))) else {
                continue;
            };
            let same = open.iter().position(|other| other.register == register);
            let first = || {
                open.iter().position(|other| other.of.is_like(of)).filter(|_| open.iter().filter(|other| other.of.is_like(of)).count() > 1)
            };
            if let Some(gone) = same.or_else(first) {
                open.remove(gone);
            }
            open.push(Open { of, register, place: (index, part) });
        }
    }
    readers
}

pub(super) fn count(file: &File) -> usize {
    chains(file).len()
}

/// Lets later instructions read values that left the function, and removes what let them leave.
pub(super) fn chain(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    let before: Vec<Registers> = file.functions.iter().map(known).collect();
    let mut chains = chains(file);
    for Chain { value, reader, part, .. } in &chains[range.clone()] {
        let block = &mut file.functions[reader.function].blocks[reader.block];
        if let Some(operand) = block.instructions.get_mut(reader.index).and_then(|instruction| register_mut(instruction, *part)) {
            operand.register = value.clone();
        }
    }
    for Chain { leaves, .. } in chains.drain(range).rev() {
        let instructions = &mut file.functions[leaves.function].blocks[leaves.block].instructions;
        let gone = instructions.remove(leaves.index);
        forget(&gone, &mut instructions[leaves.index..], machine);
    }
    for (function, before) in file.functions.iter_mut().zip(&before) {
        repair_knowing(before, function, machine);
    }
}
