//! Mutations of memory operands.

use super::Mutant;
use super::operands::number;
use super::suffixes::nodes;
use crate::mir::edit::{Place, instruction, instruction_mut, instructions};
use irsmith_mir::{Access, Element, File, IrValue, MemoryFlags, MemoryOperand, MemorySize, Ordering, Pointer, Type};

pub(super) fn places(file: &File) -> Vec<Place> {
    instructions(file).flat_map(|(place, instruction)| (0..instruction.memory.len()).map(move |part| Place { part, ..place })).collect()
}

/// The memory operand at a place of a file, and the draws.
fn with(mutant: &mut Mutant<'_, '_, '_>, place: Place, change: impl FnOnce(&mut MemoryOperand, &mut crate::Choices<'_, '_>)) {
    if let Some(memory) = instruction_mut(mutant.file, place).and_then(|instruction| instruction.memory.get_mut(place.part)) {
        change(memory, &mut mutant.choices);
    }
}

/// Adds or removes a flag, or turns a load into a store.
pub(super) fn change_access(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let flags = mutant.machine.map_or(&[][..], |machine| machine.memory_flags());
    with(mutant, place, |memory, choices| match choices.below(8) {
        0 => memory.access = [Access::Load, Access::Store, Access::LoadStore][choices.below(3)],
        1 => match choices.pick(flags) {
            Some(flag) if memory.target_flags.is_empty() => memory.target_flags.push((*flag).into()),
            _ => memory.target_flags.clear(),
        },
        _ => memory.flags.0 ^= 1 << choices.below(MemoryFlags::NAMES.len()),
    });
}

/// Changes the ordering of an atomic access, and its scope.
pub(super) fn change_ordering(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    with(mutant, place, |memory, choices| {
        let drawn = choices.pick(&Ordering::ALL).copied();
        match choices.below(4) {
            0 => (memory.ordering, memory.failure_ordering) = (None, None),
            1 if memory.ordering.is_some() => memory.failure_ordering = drawn,
            2 => memory.scope = memory.scope.is_none().then(|| ["singlethread", "agent", "a b"][choices.below(3)].into()),
            _ => memory.ordering = drawn,
        }
    });
}

/// Sizes in bits at the limits of types.
const BITS: &[u16] = &[1, 7, 8, 9, 16, 24, 32, 48, 64, 80, 128, 256, 512, u16::MAX];

pub(super) fn change_size(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    with(mutant, place, |memory, choices| {
        let scalar = Type::scalar(choices.pick(BITS).copied().unwrap_or(8));
        memory.size = match choices.below(8) {
            0 => MemorySize::Unknown,
            1 => MemorySize::Bytes([1 << 14, 1 << 32, u64::MAX >> 3, u64::MAX][choices.below(4)]),
            2 => MemorySize::Type(Type::vector(2 << choices.below(4), Element::Scalar(8 << choices.below(4)))),
            3 => MemorySize::Type(Type::pointer(choices.below(2) as u32)),
            _ => MemorySize::Type(scalar),
        }
    });
}

/// Changes what is accessed: to what another memory operand of the function accesses, an object, or something without a name.
pub(super) fn change_pointer(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mutant.file.functions[place.function];
    let used = instructions(mutant.file).filter(|(other, _)| other.function == place.function).flat_map(|(_, other)| &other.memory);
    let mut pointers: Vec<Option<Pointer>> = used.map(|memory| memory.pointer.clone()).collect();
    pointers.extend(function.stack.iter().map(|object| Some(Pointer::Stack { id: object.id, name: None })));
    pointers.extend(function.fixed_stack.iter().map(|object| Some(Pointer::FixedStack(object.id))));
    let plain = [Pointer::StackPointer, Pointer::Got, Pointer::JumpTable, Pointer::ConstantPool, Pointer::Unknown];
    pointers.extend(plain.into_iter().map(Some));
    pointers.push(Some(Pointer::Global(IrValue::Named(function.name.as_str().into()))));
    pointers.push(None);
    if let Some(pointer) = mutant.choices.pick(&pointers).cloned() {
        with(mutant, place, |memory, _| {
            if pointer.is_none() {
                memory.offset = 0;
            }
            memory.pointer = pointer;
        });
    }
}

pub(super) fn change_offset(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    with(mutant, place, |memory, choices| {
        memory.pointer.get_or_insert(Pointer::Unknown);
        memory.offset = match choices.below(3) {
            0 => 0,
            1 => memory.offset.wrapping_add(8),
            _ => number(choices),
        };
    });
}

pub(super) fn change_alignment(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    with(mutant, place, |memory, choices| {
        let drawn = choices.chance(192).then(|| 1 << [0, 1, 2, 3, 4, 6, 12, 32][choices.below(8)]);
        match choices.below(4) {
            0 => memory.base_alignment = drawn,
            1 => memory.address_space = drawn.map(|drawn: u64| drawn as u32 & 0xff_ffff),
            _ => memory.alignment = drawn,
        }
    });
}

/// Adds a metadata node of the module, or removes one.
pub(super) fn change_metadata(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let nodes = nodes(mutant.file, |_| true);
    with(mutant, place, |memory, choices| {
        let node = choices.pick(&nodes).copied();
        let field = match choices.below(4) {
            0 => &mut memory.tbaa,
            1 => &mut memory.alias_scope,
            2 => &mut memory.no_alias,
            _ => &mut memory.range,
        };
        *field = if field.is_some() { None } else { node };
    });
}

pub(super) fn remove(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    if let Some(instruction) = instruction_mut(mutant.file, place) {
        instruction.memory.remove(place.part);
    }
}

/// Adds a memory operand: a copy of that of another instruction, or a plain one.
pub(super) fn add(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let given = places(mutant.file);
    let from = mutant.choices.pick(&given).copied();
    let copy = from.and_then(|from| instruction(mutant.file, from)?.memory.get(from.part).cloned());
    let access = [Access::Load, Access::Store, Access::LoadStore][mutant.choices.below(3)];
    let memory = copy.unwrap_or_else(|| MemoryOperand::new(access, MemorySize::Type(Type::scalar(32))));
    if let Some(instruction) = instruction_mut(mutant.file, place) {
        instruction.memory.push(memory);
    }
}
