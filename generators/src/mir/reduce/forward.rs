//! Reductions of instructions to one of their operands.

use super::share::{rename, share};
use crate::mir::edit::{Place, Registers, instruction, instructions, is_phi, known, machine_of, register, repair_knowing};
use irsmith_mir::{File, Function, Register, RegisterFlags};
use std::collections::BTreeMap;
use std::ops::Range;

/// An instruction with the register that it writes and one like it that it reads.
struct Forward {
    place: Place,
    result: Register,
    operand: Register,
}

fn forwards(file: &File) -> Vec<Forward> {
    let known: Vec<_> = file.functions.iter().map(known).collect();
    let mut forwards = Vec::new();
    for (place, instruction) in instructions(file).filter(|(place, instruction)| place.inner.is_none() && instruction.bundle.is_none()) {
        let known = &known[place.function];
        let [result] = &instruction.results[..] else { continue };
        let Some(of) = known.get(&result.register).filter(|of| of.definitions == 1 && of.uses > 0 && !is_phi(instruction)) else {
            continue;
        };
        for part in 1..=instruction.operands.len() {
            let Some(operand) = register(instruction, part).filter(|operand| operand.subregister.is_none()) else { continue };
            let reads = operand.flags.0 & (RegisterFlags::DEF | RegisterFlags::IMPLICIT_DEF).0 == 0;
            let is_like = known.get(&operand.register).is_some_and(|other| other.is_like(of) && other.definitions == 1);
            if reads && is_like && operand.register != result.register {
                forwards.push(Forward { place, result: result.register.clone(), operand: operand.register.clone() });
            }
        }
    }
    forwards
}

pub(super) fn count(file: &File) -> usize {
    forwards(file).len()
}

/// Removes instructions; the register like the result that each of them reads is read instead of the result. Of several such registers of
/// an instruction, the last is taken.
pub(super) fn forward(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    let chosen = forwards(file);
    let before: Vec<Registers> = file.functions.iter().map(known).collect();
    let mut names: BTreeMap<usize, BTreeMap<Register, Register>> = BTreeMap::new();
    let mut places: Vec<Place> = Vec::new();
    for Forward { place, result, operand } in &chosen[range] {
        names.entry(place.function).or_default().insert(result.clone(), operand.clone());
        places.push(*place);
    }
    places.dedup();
    for place in places.iter().rev() {
        if instruction(file, *place).is_some() {
            file.functions[place.function].blocks[place.block].instructions.remove(place.index);
        }
    }
    for (function, names) in names {
        let before = &before[function];
        let function: &mut Function = &mut file.functions[function];
        rename(function, &settled(&names));
        repair_knowing(before, function, machine);
        share(function);
    }
}

/// Returns names that are not names of others.
pub(super) fn settled(names: &BTreeMap<Register, Register>) -> BTreeMap<Register, Register> {
    let mut settled = names.clone();
    for to in settled.values_mut() {
        // No chain is longer than this.
        for _ in 0..names.len() {
            let Some(next) = names.get(to) else { break };
            *to = next.clone();
        }
    }
    settled
}
