//! Reductions of operands and memory operands.

use crate::mir::edit::{
    Known, Place, instruction_mut, instructions, known, machine_of, next_number, register, register_mut, registers, repair,
};
use irsmith_mir::transform::Space;
use irsmith_mir::{File, Register, RegisterFlags, RegisterQualifier};
use std::collections::BTreeSet;
use std::ops::Range;

fn accesses(file: &File) -> Vec<Place> {
    instructions(file).flat_map(|(place, instruction)| (0..instruction.memory.len()).map(move |part| Place { part, ..place })).collect()
}

pub(super) fn count_accesses(file: &File) -> usize {
    accesses(file).len()
}

pub(super) fn remove_accesses(file: &mut File, range: Range<usize>) {
    for place in accesses(file)[range].iter().rev() {
        if let Some(instruction) = instruction_mut(file, *place) {
            instruction.memory.remove(place.part);
        }
    }
}

fn operands(file: &File) -> Vec<Place> {
    instructions(file).flat_map(|(place, instruction)| (0..instruction.operands.len()).map(move |part| Place { part, ..place })).collect()
}

pub(super) fn count(file: &File) -> usize {
    operands(file).len()
}

pub(super) fn remove(file: &mut File, range: Range<usize>) {
    for place in operands(file)[range].iter().rev() {
        if let Some(instruction) = instruction_mut(file, *place) {
            instruction.operands.remove(place.part);
        }
    }
}

fn is_virtual(register: &Register) -> bool {
    matches!(register, Register::Virtual(_) | Register::Named(_))
}

/// Returns virtual registers that are read.
fn uses(file: &File) -> Vec<Place> {
    let writes = RegisterFlags::DEF | RegisterFlags::IMPLICIT_DEF;
    registers(file, |is_result, operand| !is_result && operand.flags.0 & writes.0 == 0 && is_virtual(&operand.register))
}

pub(super) fn count_registers(file: &File) -> usize {
    uses(file).len()
}

/// Reads the first similar register of the function instead.
pub(super) fn merge_registers(file: &mut File, range: Range<usize>) {
    let known: Vec<_> = file.functions.iter().map(known).collect();
    for place in &uses(file)[range] {
        let Some(operand) = instruction_mut(file, *place).and_then(|instruction| register_mut(instruction, place.part)) else { continue };
        let known = &known[place.function];
        let Some(sought) = known.get(&operand.register) else { continue };
        let first = known.iter().find(|(_, known)| known.is_like(sought) && known.definitions > 0);
        if let Some((register, _)) = first {
            operand.register = register.clone();
            operand.flags = RegisterFlags(operand.flags.0 & !RegisterFlags::KILLED.0);
        }
    }
}

/// Returns uses of registers that some instruction writes.
fn real_uses(file: &File) -> Vec<Place> {
    let mut real: Vec<BTreeSet<Register>> = vec![BTreeSet::new(); file.functions.len()];
    for (place, instruction) in instructions(file) {
        if !matches!(instruction.opcode.as_str(), "IMPLICIT_DEF" | "G_IMPLICIT_DEF") {
            real[place.function].extend(instruction.results.iter().map(|result| result.register.clone()));
        }
    }
    let is_real = |place: &Place| {
        let operand = crate::mir::edit::instruction(file, *place).and_then(|instruction| register(instruction, place.part));
        operand.is_some_and(|operand| real[place.function].contains(&operand.register))
    };
    uses(file).into_iter().filter(is_real).collect()
}

pub(super) fn count_uses(file: &File) -> usize {
    real_uses(file).len()
}

/// Reads a register that nothing writes instead, one for each class and type in a function.
pub(super) fn forget_uses(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    let places = &real_uses(file)[range];
    for places in places.chunk_by(|a, b| a.function == b.function) {
        let Some(function) = places.first().and_then(|first| file.functions.get_mut(first.function)) else { continue };
        let Some(mut next) = next_number(function, Space::Register) else { continue };
        let known = known(function);
        let mut without: Vec<(&Known, Register)> = Vec::new();
        for place in places {
            let Some(operand) = instruction_mut(file, *place).and_then(|instruction| register_mut(instruction, place.part)) else {
                continue;
            };
            let Some(sought) = known.get(&operand.register) else { continue };
            let known_one = without.iter().find(|(known, _)| known.is_like(sought)).map(|(_, register)| register.clone());
            let register = known_one.unwrap_or_else(|| {
                next = next.saturating_add(1);
                without.push((sought, Register::Virtual(next - 1)));
                Register::Virtual(next - 1)
            });
            let definition = sought.definition(register);
            (operand.register, operand.class) = (definition.register, definition.class);
            if !matches!(operand.qualifier, RegisterQualifier::TiedTo(_)) {
                operand.qualifier = definition.qualifier;
            }
        }
        if let Some(first) = places.first() {
            repair(&mut file.functions[first.function], machine);
        }
    }
}
