//! Mutations of whole functions, and of the embedded module.

use super::Mutant;
use crate::mir::edit::{self, Place, detach, free_name, functions, pieces, rename_function};
use irsmith_mir::transform::numbers;
use irsmith_mir::{File, IrValue, OperandKind};

pub(super) fn places(file: &File) -> Vec<Place> {
    functions(file).collect()
}

/// Returns functions of a file that has several.
pub(super) fn several(file: &File) -> Vec<Place> {
    functions(file).filter(|_| file.functions.len() > 1).collect()
}

pub(super) fn remove(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    mutant.file.functions.remove(place.function);
}

/// Copies a function under another name, also in the embedded module.
pub(super) fn copy(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let mut copy = mutant.file.functions[place.function].clone();
    let old = std::mem::replace(&mut copy.name, free_name(mutant.file, &mutant.file.functions[place.function].name));
    if let Some(ir) = &mut mutant.file.ir {
        let piece = pieces(&ir.text).into_iter().find(|piece| edit::defines_function(&ir.text[piece.range.clone()], &old));
        let text = piece.map(|piece| rename_function(&ir.text[piece.range], &old, &copy.name));
        // A function that is defined on one line, or under a quoted name, gets an empty definition.
        let text = text.unwrap_or_else(|| {
            detach(&mut copy);
            format!("define void @{}() {{\n  ret void\n}}\n", copy.name)
        });
        ir.text.push('\n');
        ir.text.push_str(&text);
    }
    let to = mutant.choices.below(mutant.file.functions.len() + 1);
    mutant.file.functions.insert(to, copy);
}

/// Renames a function, in the embedded module and wherever it is named.
pub(super) fn rename(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let old = mutant.file.functions[place.function].name.clone();
    let new = free_name(mutant.file, &old);
    if let Some(ir) = &mut mutant.file.ir {
        ir.text = rename_function(&ir.text, &old, &new);
    }
    mutant.file.functions[place.function].name.clone_from(&new);
    for function in &mut mutant.file.functions {
        edit::each_instruction_mut(function, &mut |instruction| {
            let change = |value: &mut IrValue| {
                if matches!(value, IrValue::Named(name) if **name == *old) {
                    *value = IrValue::Named(new.as_str().into());
                }
            };
            for operand in &mut instruction.operands {
                match &mut operand.kind {
                    OperandKind::Global { value, .. } => change(value),
                    OperandKind::BlockAddress { function, .. } => change(function),
                    _ => {}
                }
            }
            for memory in &mut instruction.memory {
                if let Some(irsmith_mir::Pointer::Global(value) | irsmith_mir::Pointer::CallEntryGlobal(value)) = &mut memory.pointer {
                    change(value);
                }
            }
        });
    }
}

/// Moves a function.
pub(super) fn shift(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = mutant.file.functions.remove(place.function);
    let to = mutant.choices.below(mutant.file.functions.len() + 1);
    mutant.file.functions.insert(to, function);
}

/// Exchanges the numbers of two things of one kind everywhere, or gives one a number that is far from the others.
pub(super) fn exchange_numbers(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mut mutant.file.functions[place.function];
    let mut all = Vec::new();
    numbers(function, &mut |number| all.push((number.space, *number.value)));
    let Some((space, a)) = mutant.choices.pick(&all).copied() else { return };
    let others: Vec<u32> = all.iter().filter(|(other, _)| *other == space).map(|(_, number)| *number).collect();
    let far = [a.wrapping_add(1000), 1 << 16, (1 << 31) - 1][mutant.choices.below(3)];
    let b = if mutant.choices.chance(64) { far } else { mutant.choices.pick(&others).copied().unwrap_or(a) };
    numbers(function, &mut |number| {
        if number.space == space {
            *number.value = match *number.value {
                value if value == a => b,
                value if value == b => a,
                value => value,
            };
        }
    });
}

pub(super) fn module(file: &File) -> Vec<Place> {
    functions(file).take(usize::from(file.ir.is_some())).collect()
}

/// Removes the embedded module and everything that names its items.
pub(super) fn remove_module(mutant: &mut Mutant<'_, '_, '_>, _: Place) {
    mutant.file.functions.iter_mut().for_each(detach);
    mutant.file.ir = None;
}

/// Returns top-level items of the module; the part is the item.
pub(super) fn parts(file: &File) -> Vec<Place> {
    let count = file.ir.as_ref().map_or(0, |ir| pieces(&ir.text).len());
    (0..count).map(|part| Place { part, ..Place::default() }).collect()
}

/// Removes a definition, a global or another line of the module, or moves it to the end.
pub(super) fn change_module(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(ir) = &mut mutant.file.ir else { return };
    let Some(piece) = pieces(&ir.text).into_iter().nth(place.part) else { return };
    let text = ir.text[piece.range.clone()].to_owned();
    ir.text.replace_range(piece.range, "");
    if mutant.choices.chance(192) {
        ir.text.push_str(&text);
    }
}
