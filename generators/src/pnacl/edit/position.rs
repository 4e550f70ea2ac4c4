//! Position form: operands name the place of an instruction in its body.

use irsmith_pnacl::{Body, Instruction, Module, Value};

/// No result, no place.
const NONE: u32 = u32::MAX;

/// An instruction of a new layout.
pub(in crate::pnacl) enum Slot {
    /// The instruction that was at this place.
    Old(usize),
    /// A copy of the instruction that was at this place; operands still name the original.
    Copy(usize),
    /// A new instruction; its operands name places of the old layout.
    New(Instruction),
}

/// Edits a body in position form.
///
/// `edit` gets the module without this body. Afterwards, operands that name an instruction without a result, or none, get [`stand_in`]'s
/// value. A function without a body is left unchanged.
pub(in crate::pnacl) fn with_positions<T>(
    module: &mut Module,
    function: usize,
    edit: impl FnOnce(&mut Module, &mut Body) -> T,
) -> Option<T> {
    let mut body = module.functions.get_mut(function)?.body.take()?;
    to_positions(module, &mut body);
    let result = edit(module, &mut body);
    to_results(module, &mut body);
    module.functions[function].body = Some(body);
    Some(result)
}

pub(in crate::pnacl) fn to_positions(module: &Module, body: &mut Body) {
    let places: Vec<u32> =
        body.instructions.iter().enumerate().filter(|(_, row)| row.has_result(module)).map(|(place, _)| place as u32).collect();
    let beyond = body.instructions.len() as u32;
    map_results(body, |result| match places.get(result as usize) {
        Some(&place) => Value::instruction(place),
        // Declared, never defined.
        None => Value::instruction((beyond + (result - places.len() as u32)).min(Value::MAX_INDEX)),
    });
}

pub(in crate::pnacl) fn to_results(module: &Module, body: &mut Body) {
    let mut count = 0;
    let results: Vec<u32> = body
        .instructions
        .iter()
        .map(|instruction| {
            let has = instruction.has_result(module);
            count += u32::from(has);
            if has { count - 1 } else { NONE }
        })
        .collect();
    let substitute = stand_in(body);
    for instruction in &mut body.instructions {
        let declares = matches!(instruction, Instruction::Declare { .. });
        instruction.for_each_value_mut(|value| {
            if !value.is_instruction() {
                return;
            }
            let place = value.index() as usize;
            *value = match results.get(place) {
                Some(&NONE) if declares => Value::instruction(count),
                Some(&NONE) => substitute,
                Some(&result) => Value::instruction(result),
                None if declares => Value::instruction(count + (place - results.len()) as u32),
                None => substitute,
            };
        });
    }
}

/// Returns a value that every function has: a constant, else the address of the first function.
pub(super) fn stand_in(body: &Body) -> Value {
    if body.constants.is_empty() { Value::function(0) } else { Value::constant(0) }
}

fn map_results(body: &mut Body, map: impl Fn(u32) -> Value) {
    for instruction in &mut body.instructions {
        instruction.for_each_value_mut(|value| {
            if value.is_instruction() {
                *value = map(value.index());
            }
        });
    }
}

/// Gives a body in position form a new list of instructions.
///
/// `instead` gives, for places that are left out, the new value of their uses (in places of the old layout); chains are followed.
pub(in crate::pnacl) fn relayout(body: &mut Body, slots: Vec<Slot>, instead: impl Fn(usize) -> Option<Value>) {
    let old_length = body.instructions.len();
    let mut moved = vec![NONE; old_length];
    for (place, slot) in slots.iter().enumerate() {
        if let Slot::Old(old) = slot {
            moved[*old] = place as u32;
        }
    }
    let (substitute, beyond) = (stand_in(body), slots.len());
    let resolve = |mut value: Value| {
        // A chain longer than the body is a cycle.
        for _ in 0..=old_length {
            if !value.is_instruction() {
                return value;
            }
            let place = value.index() as usize;
            match moved.get(place) {
                None => return Value::instruction((beyond + (place - old_length)) as u32),
                Some(&NONE) => match instead(place) {
                    Some(next) => value = next,
                    None => return substitute,
                },
                Some(&new) => return Value::instruction(new),
            }
        }
        substitute
    };
    let mut old: Vec<Option<Instruction>> = std::mem::take(&mut body.instructions).into_iter().map(Some).collect();
    // Copies are made before the originals move.
    let copies: Vec<Option<Instruction>> = slots
        .iter()
        .map(|slot| match slot {
            Slot::Copy(place) => old[*place].clone(),
            _ => None,
        })
        .collect();
    for (slot, copy) in slots.into_iter().zip(copies) {
        let instruction = match slot {
            Slot::Old(place) => old[place].take(),
            Slot::Copy(_) => copy,
            Slot::New(instruction) => Some(instruction),
        };
        if let Some(mut instruction) = instruction {
            instruction.for_each_value_mut(|value| *value = resolve(*value));
            body.instructions.push(instruction);
        }
    }
}

/// Removes instructions, in position form. `instead` as in [`relayout`].
pub(in crate::pnacl) fn remove(body: &mut Body, goes: impl Fn(usize) -> bool, instead: impl Fn(usize) -> Option<Value>) {
    let slots = (0..body.instructions.len()).filter(|&place| !goes(place)).map(Slot::Old).collect();
    relayout(body, slots, instead);
    // A declaration without its value is removed too.
    let length = body.instructions.len();
    let stray = |instruction: &Instruction| match instruction {
        Instruction::Declare { value, .. } => !value.is_instruction() || value.index() as usize >= length,
        _ => false,
    };
    if body.instructions.iter().any(stray) {
        let strays: Vec<bool> = body.instructions.iter().map(stray).collect();
        let slots = (0..length).filter(|&place| !strays[place]).map(Slot::Old).collect();
        relayout(body, slots, |_| None);
    }
}

/// Inserts instructions before place `at`, in position form; their own results are numbered from the length of the body on.
pub(in crate::pnacl) fn graft(module: &Module, body: &mut Body, at: usize, new: Vec<Instruction>) {
    let places: Vec<usize> = (0..new.len()).filter(|&place| new[place].has_result(module)).collect();
    let count = new.len();
    let length = body.instructions.len();
    let mut slots: Vec<Slot> = (0..at).map(Slot::Old).collect();
    slots.extend(new.into_iter().map(Slot::New));
    slots.extend((at..length).map(Slot::Old));
    relayout(body, slots, |_| None);
    let length = body.instructions.len();
    for instruction in &mut body.instructions[at..at + count] {
        instruction.for_each_value_mut(|value| {
            // In an invalid file, an operand may name a value that is neither one of theirs nor anything else.
            if value.is_instruction()
                && let Some(result) = (value.index() as usize).checked_sub(length)
                && let Some(place) = places.get(result)
            {
                *value = Value::instruction((at + place) as u32);
            }
        });
    }
}

/// Inserts an instruction before place `at`, in position form; its operands name places of the old layout.
pub(in crate::pnacl) fn insert(body: &mut Body, at: usize, instruction: Instruction) {
    let length = body.instructions.len();
    let mut slots: Vec<Slot> = (0..length).map(Slot::Old).collect();
    slots.insert(at.min(length), Slot::New(instruction));
    relayout(body, slots, |_| None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grafts_keep_values_that_are_of_nothing() {
        let ret = |value: u32| Instruction::Ret { value: Some(Value::instruction(value)) };
        let mut body = Body { instructions: vec![ret(0)], ..Body::default() };
        graft(&Module::default(), &mut body, 0, vec![ret(9)]);
        assert_eq!(body.instructions.len(), 2);
    }
}
