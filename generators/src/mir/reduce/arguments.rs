//! Reductions of instructions to what a function is called with.
//!
//! Where the interesting part needs a value that is not undefined, each removed part of its computation would make it so, and an optimiser
//! folds what is computed from that. It knows nothing of an argument.

use super::instructions::{count as count_instructions, take_out};
use super::share::{rename, share};
use crate::mir::defined::argument_registers;
use crate::mir::edit::{Known, Registers, known, machine_of, repair_knowing};
use irsmith_mir::tables::Target;
use irsmith_mir::{Element, File, Function, Instruction, LiveIn, Name, OperandKind, Register, RegisterOperand, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Counts the instructions of a file whose target's argument registers are known.
pub(super) fn count(file: &File) -> usize {
    if machine_of(file).is_some() { count_instructions(file) } else { 0 }
}

/// Removes instructions; uses of their results read an argument of the function, if it has one of the type, or else an undefined value.
/// Removes nothing if that needs as many instructions.
pub(super) fn replace(file: &mut File, range: Range<usize>) {
    let Some(machine) = machine_of(file) else { return };
    let (mut changed, removed) = (file.clone(), range.len());
    let mut added = 0;
    for (index, before) in take_out(&mut changed, range) {
        let function = &mut changed.functions[index];
        added += receive(function, &before, machine.target());
        repair_knowing(&before, function, Some(machine));
        share(function);
    }
    if added < removed {
        *file = changed;
    }
}

/// Defines registers that nothing writes any more by arguments, as far as there are some; returns how many copies that takes. If all
/// arguments of a type are copied already, the copy of the last one is read.
pub(super) fn receive(function: &mut Function, before: &Registers, target: Target) -> usize {
    let after = known(function);
    let missing = after.iter().filter(|(_, known)| known.definitions == 0 && known.uses > 0);
    let missing: Vec<(&Register, &Known)> = missing.filter_map(|(register, _)| Some((register, before.get(register)?))).collect();
    let Some(entry) = function.blocks.first_mut() else { return 0 };
    let mut used: BTreeSet<Name> = entry.instructions.iter().filter_map(copied).cloned().collect();
    // Copies that precede all else, by what they copy.
    let first = entry.instructions.iter().map_while(|copy| Some((copied(copy)?.clone(), &copy.results.first()?.register)));
    let mut shared: Vec<(Name, Register, Known)> =
        first.filter_map(|(name, register)| Some((name, register.clone(), after.get(register)?.clone()))).collect();
    let (mut copies, mut names) = (Vec::new(), BTreeMap::new());
    for (register, known) in missing {
        let Some(list) = known.ty.and_then(|ty| arguments_of(ty, target)) else { continue };
        // One that nothing else reads, because what is computed from equal values can be folded too.
        let unused = list.iter().find(|name| !used.contains(*name));
        let Some(name) = unused.or(list.last()) else { continue };
        if let Some((_, copy, _)) = shared.iter().find(|(copied, _, of)| unused.is_none() && copied == name && of.is_like(known)) {
            names.insert(register.clone(), copy.clone());
            continue;
        }
        let argument = Register::Physical(name.clone());
        used.insert(name.clone());
        shared.push((name.clone(), register.clone(), known.clone()));
        if !entry.live_ins.iter().any(|live_in| live_in.register == argument) {
            entry.live_ins.push(LiveIn { register: argument.clone(), lanes: None });
        }
        let operands = [OperandKind::Register(RegisterOperand { register: argument, ..RegisterOperand::default() }).into()];
        let results = [known.definition(register.clone())].into_iter().collect();
        copies.push(Instruction { results, opcode: "COPY".into(), operands: operands.into_iter().collect(), ..Instruction::default() });
    }
    let added = copies.len();
    entry.instructions.splice(0..0, copies);
    rename(function, &names);
    added
}

/// Returns the physical register that a COPY reads.
fn copied(instruction: &Instruction) -> Option<&Name> {
    match &instruction.operands.first()?.kind {
        OperandKind::Register(RegisterOperand { register: Register::Physical(name), .. }) if instruction.opcode == "COPY" => Some(name),
        _ => None,
    }
}

/// Returns the registers for arguments of a type.
fn arguments_of(ty: Type, target: Target) -> Option<Vec<Name>> {
    let vectors = |prefix: &str| (0..8).map(|number| Name::from(format!("{prefix}{number}").as_str())).collect();
    let integers = |is_wide: bool| {
        argument_registers(target).iter().map(|(narrow, wide)| Name::from_static_str(if is_wide { wide } else { narrow })).collect()
    };
    match (ty, target) {
        (Type::Single(Element::Scalar(32)), _) => Some(integers(false)),
        (Type::Single(Element::Scalar(64) | Element::Pointer(0)), _) => Some(integers(true)),
        (Type::Vector { count, scalable: false, element: Element::Scalar(bits) }, _) => {
            match (u32::from(count) * u32::from(bits), target) {
                (128, Target::X86) => Some(vectors("xmm")),
                (128, Target::AArch64) => Some(vectors("q")),
                (64, Target::AArch64) => Some(vectors("d")),
                _ => None,
            }
        }
        _ => None,
    }
}
