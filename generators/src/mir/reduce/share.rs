//! One undefined value for each class and type of a function.

use crate::mir::edit::{Known, each_instruction_mut, each_register_mut, known};
use irsmith_mir::{Function, Instruction, Register, RegisterFlags};
use std::collections::{BTreeMap, BTreeSet};

/// A register without a value that stays.
struct Kept<'k> {
    of: &'k Known,
    register: Register,
    /// Whether an instruction of the entry block reads it, or one that it replaces.
    is_read: bool,
}

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

/// Reads one register of the entry block that is defined without a value instead of any like it, and removes definitions without a value
/// that nothing reads. It is the last one, as long as nothing before reads one: new ones come first, and what reads the others stays as it
/// is.
pub(super) fn share(function: &mut Function) {
    let known = known(function);
    let mut kept: Vec<Kept<'_>> = Vec::new();
    let mut names: BTreeMap<Register, Register> = BTreeMap::new();
    for instruction in function.blocks.first_mut().into_iter().flat_map(|block| &mut block.instructions) {
        let Some(register) = undefined(instruction).cloned() else {
            each_register_mut(instruction, &mut |_, operand| {
                let name = names.get(&operand.register).unwrap_or(&operand.register);
                kept.iter_mut().filter(|kept| kept.register == *name).for_each(|kept| kept.is_read = true);
            });
            continue;
        };
        let Some(of) = known.get(&register).filter(|of| of.definitions == 1) else { continue };
        match kept.iter_mut().find(|kept| kept.of.is_like(of)) {
            Some(kept) if kept.is_read => drop(names.insert(register, kept.register.clone())),
            Some(kept) => {
                let earlier = std::mem::replace(&mut kept.register, register.clone());
                names.values_mut().filter(|name| **name == earlier).for_each(|name| *name = register.clone());
                names.insert(earlier, register);
            }
            None => kept.push(Kept { of, register, is_read: false }),
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
