//! Entries of the container that bodies name: objects of the frame, constants, jump tables.

use super::Mutant;
use super::keys::physical;
use crate::mir::edit::{Place, functions, next_number};
use crate::mir::fields::{self, Values};
use crate::mir::forms::ObjectKey;
use irsmith_mir::transform::Space;
use irsmith_mir::{
    BlockReference, Constant, File, FixedObject, FixedObjectKind, JumpTable, JumpTableEntry, JumpTableKind, StackId, StackObject,
    StackObjectKind,
};

/// Which list a part of a place is of, and where in it.
fn list(file: &File, place: Place) -> (usize, usize) {
    let function = &file.functions[place.function];
    let (stack, fixed, constants) = (function.stack.len(), function.fixed_stack.len(), function.constants.len());
    match place.part {
        part if part < stack => (0, part),
        part if part < stack + fixed => (1, part - stack),
        part if part < stack + fixed + constants => (2, part - stack - fixed),
        part => (3, part - stack - fixed - constants),
    }
}

pub(super) fn entries(file: &File) -> Vec<Place> {
    functions(file)
        .flat_map(|place| {
            let function = &file.functions[place.function];
            let tables = function.jump_table.as_ref().map_or(0, |table| table.entries.len());
            let count = function.stack.len() + function.fixed_stack.len() + function.constants.len() + tables;
            (0..count).map(move |part| Place { part, ..place })
        })
        .collect()
}

/// An entry goes; where it is still named, one of the same number comes that says nothing.
pub(super) fn remove(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let (which, at) = list(mutant.file, place);
    let function = &mut mutant.file.functions[place.function];
    match which {
        0 => drop(function.stack.remove(at)),
        1 => drop(function.fixed_stack.remove(at)),
        2 => drop(function.constants.remove(at)),
        _ => function.jump_table.iter_mut().for_each(|table| drop(table.entries.remove(at))),
    }
}

pub(super) fn lists(file: &File) -> Vec<Place> {
    functions(file).flat_map(|place| (0..4).map(move |part| Place { part, ..place })).collect()
}

/// An entry comes.
pub(super) fn add(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let space = [Space::Stack, Space::FixedStack, Space::Constant, Space::JumpTable][place.part];
    let function = &mut mutant.file.functions[place.function];
    let Some(id) = next_number(function, space) else { return };
    let size = 1 << mutant.choices.below(8);
    match place.part {
        0 => function.stack.push(StackObject { id, size, ..StackObject::default() }),
        1 => function.fixed_stack.push(FixedObject { id, size, ..FixedObject::default() }),
        2 => {
            let value = ["i32 0", "double 1.0", "<4 x float> zeroinitializer", "ptr null", "i128 -1"][mutant.choices.below(5)];
            function.constants.push(Constant { id, value: value.into(), ..Constant::default() });
        }
        _ => {
            let numbers: Vec<u32> = function.blocks.iter().map(|block| block.number).collect();
            let blocks = (0..mutant.choices.below(5)).filter_map(|_| mutant.choices.pick(&numbers).copied());
            let blocks = blocks.map(|number| BlockReference { number, name: None }).collect();
            let kind = JumpTableKind::LabelDifference32;
            let table = function.jump_table.get_or_insert(JumpTable { kind, ..JumpTable::default() });
            table.entries.push(JumpTableEntry { id, blocks, ..JumpTableEntry::default() });
        }
    }
}

/// A key of an object that goes with any other one.
fn change_other(mutant: &mut Mutant<'_, '_, '_>, function: usize, (which, at): (usize, usize), other: usize, values: Values) {
    let function = &mut mutant.file.functions[function];
    let field = if which == 0 {
        let object = &mut function.stack[at];
        ObjectKey::of_stack(object.kind).nth(other).map(|(_, key)| object.field(key))
    } else {
        let object = &mut function.fixed_stack[at];
        ObjectKey::of_fixed(object.kind).nth(other).map(|(_, key)| object.field(key))
    };
    if let Some(field) = field {
        fields::change(&mut mutant.choices, field, values);
    }
}

/// A part of an entry: its size, place, alignment or kind, the value of a constant, a block of a jump table.
pub(super) fn change(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let (which, at) = list(mutant.file, place);
    let choices = &mut mutant.choices;
    let size = [0, 1, 4, 8, 1 << 12, 1 << 31, 1 << 32, u64::MAX >> 1][choices.below(8)];
    let offset = [0, -8, 8, -16, i64::from(i32::MIN), 1 << 32][choices.below(6)];
    let alignment = choices.chance(224).then(|| 1 << [0, 2, 3, 4, 6, 31, 32][choices.below(7)]);
    let stack_id = choices.pick(&StackId::ALL).copied().unwrap_or_default();
    let function = &mut mutant.file.functions[place.function];
    let others = match which {
        0 => ObjectKey::of_stack(function.stack[at].kind).count(),
        1 => ObjectKey::of_fixed(function.fixed_stack[at].kind).count(),
        _ => 0,
    };
    let (part, drawn) = (choices.below(7 + others), choices.below(256));
    if let Some(other) = part.checked_sub(7) {
        let values = Values { size, register: physical(mutant), ..Values::default() };
        return change_other(mutant, place.function, (which, at), other, values);
    }
    let numbers: Vec<u32> = function.blocks.iter().map(|block| block.number).collect();
    match which {
        0 => {
            let object = &mut function.stack[at];
            match part {
                0 => {
                    object.kind = StackObjectKind::ALL[drawn % 3];
                    object.size = if object.kind == StackObjectKind::VariableSized { 0 } else { size };
                }
                1 => object.offset = offset,
                2 => object.alignment = alignment,
                3 => object.stack_id = stack_id,
                4 => object.local_offset = object.local_offset.is_none().then_some(offset),
                5 => object.callee_saved_restored ^= true,
                _ => (object.kind, object.size) = (StackObjectKind::Default, size),
            }
        }
        1 => {
            let object = &mut function.fixed_stack[at];
            match part {
                0 => {
                    object.kind =
                        if object.kind == FixedObjectKind::Default { FixedObjectKind::SpillSlot } else { FixedObjectKind::Default }
                }
                1 => object.offset = offset,
                2 => object.alignment = alignment,
                3 => object.stack_id = stack_id,
                4 => object.immutable ^= true,
                5 => object.aliased ^= true,
                _ => object.size = size,
            }
            // Spill slots cannot say it.
            if object.kind == FixedObjectKind::SpillSlot {
                (object.immutable, object.aliased) = (false, false);
            }
        }
        2 => {
            let entry = &mut function.constants[at];
            match part {
                0..3 => entry.alignment = alignment,
                3 => entry.target_specific ^= true,
                _ => entry.value = format!("i64 {offset}"),
            }
        }
        _ => {
            let Some(table) = &mut function.jump_table else { return };
            if part == 0 {
                table.kind = JumpTableKind::ALL[drawn % JumpTableKind::ALL.len()];
                return;
            }
            let blocks = &mut table.entries[at].blocks;
            match numbers.get(drawn % numbers.len().max(1)) {
                Some(number) if part < 5 || blocks.is_empty() => blocks.push(BlockReference { number: *number, name: None }),
                _ => drop(blocks.pop()),
            }
        }
    }
}
