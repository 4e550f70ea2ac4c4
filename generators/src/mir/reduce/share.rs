//! One undefined value for each class and type of a function.

use crate::mir::edit::{Known, each_instruction_mut, each_register_mut, known};
use irsmith_mir::{Function, Instruction, Register, RegisterFlags};
use std::collections::{BTreeMap, BTreeSet};

fn is_virtual(register: &Register) -> bool {
    matches!(register, Register::Virtual(_) | Register::Named(_))
}

/// Returns the register that an instruction defines without a value, if it does nothing else.
fn undefined(instruction: &Instruction) -> Option<&Register> {
    let is_one = matches!(instruction.opcode.as_str(), "IMPLICIT_DEF" | "G_IMPLICIT_DEF") && instruction.operands.is_empty();
    match &instruction.results[..] {
        [result] if is_one && result.subregister.is_none() && is_virtual(&result.register) => Some(&result.register),
        _ => None,
    }
}

/// Reads the first register of the entry block that is defined without a value instead of any like it, and removes definitions without a
/// value that nothing reads.
pub(super) fn share(function: &mut Function) {
    let known = known(function);
    let mut first: Vec<(&Known, Register)> = Vec::new();
    let mut names: BTreeMap<Register, Register> = BTreeMap::new();
    let entry = function.blocks.first().into_iter().flat_map(|block| &block.instructions);
    for register in entry.filter_map(undefined) {
        let Some(of) = known.get(register).filter(|of| of.definitions == 1) else { continue };
        match first.iter().find(|(other, _)| other.is_like(of)) {
            Some((_, kept)) => drop(names.insert(register.clone(), kept.clone())),
            None => first.push((of, register.clone())),
        }
    }
    rename(function, &names);
    let mut read = BTreeSet::new();
    each_instruction_mut(function, &mut |instruction| {
        each_register_mut(instruction, &mut |is_result, operand| {
            if !is_result {
                read.insert(operand.register.clone());
            }
        });
    });
    for block in &mut function.blocks {
        block.instructions.retain(|instruction| undefined(instruction).is_none_or(|register| read.contains(register)));
    }
}

/// Replaces registers that instructions read. What is read more often is not read for the last time any more.
pub(super) fn rename(function: &mut Function, names: &BTreeMap<Register, Register>) {
    if names.is_empty() {
        return;
    }
    let kept: BTreeSet<&Register> = names.values().collect();
    each_instruction_mut(function, &mut |instruction| {
        each_register_mut(instruction, &mut |is_result, operand| {
            if is_result {
                return;
            }
            if let Some(name) = names.get(&operand.register) {
                operand.register = name.clone();
            }
            if kept.contains(&operand.register) {
                operand.flags = RegisterFlags(operand.flags.0 & !RegisterFlags::KILLED.0);
            }
        });
    });
}
