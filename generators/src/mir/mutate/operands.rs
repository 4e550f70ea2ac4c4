//! Mutations of operands: numbers, registers, and whole operands.

use super::Mutant;
use crate::Choices;
use crate::mir::edit::{self, Place, instruction, instruction_mut, instructions, known, register, register_mut};
use irsmith_mir::{File, Operand, OperandKind, Register, RegisterFlags, RegisterOperand};

/// Numbers that readers and targets often handle wrongly.
const NUMBERS: &[i64] = &[
    0,
    1,
    -1,
    2,
    7,
    8,
    15,
    16,
    31,
    32,
    63,
    64,
    127,
    128,
    -128,
    255,
    256,
    4095,
    4096,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    1 << 32,
    i64::MAX,
    i64::MIN,
];

/// Draws a number: a boundary value, or any.
pub(super) fn number(choices: &mut Choices<'_, '_>) -> i64 {
    if choices.chance(192) { choices.pick(NUMBERS).copied().unwrap_or_default() } else { choices.wide() as i64 }
}

pub(super) fn immediates(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| matches!(operand.kind, OperandKind::Immediate(_)))
}

/// Changes a number: to a boundary value, by one, or to a number that the same opcode has elsewhere in that place.
pub(super) fn change_immediate(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(opcode) = instruction(mutant.file, place).map(|instruction| instruction.opcode.clone()) else { return };
    let others = instructions(mutant.file).filter(|(_, other)| other.opcode == opcode).filter_map(|(_, other)| {
        match other.operands.get(place.part)?.kind {
            OperandKind::Immediate(number) => Some(number),
            _ => None,
        }
    });
    let others: Vec<i64> = others.collect();
    let drawn = (mutant.choices.below(4), number(&mut mutant.choices), mutant.choices.pick(&others).copied());
    let operand = instruction_mut(mutant.file, place).and_then(|instruction| instruction.operands.get_mut(place.part));
    if let Some(OperandKind::Immediate(value)) = operand.map(|operand| &mut operand.kind) {
        *value = match drawn {
            (0, ..) => value.wrapping_add(1),
            (1, ..) => value.wrapping_sub(1),
            (2, _, Some(other)) => other,
            (_, any, _) => any,
        };
    }
}

pub(super) fn registers(file: &File) -> Vec<Place> {
    edit::registers(file, |_, operand| operand.register != Register::None)
}

/// Changes a register to one of the same class and type, or a physical one to another of a class that contains both.
pub(super) fn change_register(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(old) = instruction(mutant.file, place).and_then(|instruction| register(instruction, place.part)) else { return };
    let others: Vec<Register> = match &old.register {
        Register::None => return,
        Register::Physical(name) => {
            let Some((machine, id)) = mutant.machine.and_then(|machine| Some((machine, machine.register(name)?))) else { return };
            let classes = machine.classes().iter().filter(|class| class.contains(id));
            let smallest = classes.min_by_key(|class| class.members.len());
            let members = smallest.into_iter().flat_map(|class| class.members.iter());
            members.map(|member| Register::Physical(machine.register_row(*member).name.into())).collect()
        }
        register => {
            let known = known(&mutant.file.functions[place.function]);
            let Some(sought) = known.get(register) else { return };
            known.iter().filter(|(other, known)| *other != register && known.is_like(sought)).map(|(other, _)| other.clone()).collect()
        }
    };
    let drawn = mutant.choices.pick(&others).cloned();
    let changed = instruction_mut(mutant.file, place).and_then(|instruction| register_mut(instruction, place.part));
    if let (Some(drawn), Some(changed)) = (drawn, changed) {
        changed.register = drawn;
    }
}

/// Adds or removes a flag.
pub(super) fn change_flag(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let flags = if place.part == 0 { [4, 6, 7, 8, 0] } else { [5, 6, 8, 0, 9] };
    let flag = if mutant.choices.chance(224) {
        mutant.choices.pick(&flags).copied().unwrap_or_default()
    } else {
        mutant.choices.below(RegisterFlags::NAMES.len())
    };
    if let Some(changed) = instruction_mut(mutant.file, place).and_then(|instruction| register_mut(instruction, place.part)) {
        changed.flags.0 ^= 1 << flag;
    }
}

/// Changes a use of the whole register to a use of a part, or the other way round.
pub(super) fn change_part(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let indices = mutant.machine.map_or(&[][..], |machine| machine.indices());
    let drawn = mutant.choices.pick(indices).map(|row| row.name.into());
    if let Some(changed) = instruction_mut(mutant.file, place).and_then(|instruction| register_mut(instruction, place.part)) {
        changed.subregister = if changed.subregister.is_some() { None } else { drawn };
    }
}

pub(super) fn all(file: &File) -> Vec<Place> {
    edit::operands(file, |_| true)
}

/// Replaces an operand by one of another kind: a number, or one that an instruction of the function has.
pub(super) fn change_kind(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(old) = instruction(mutant.file, place).and_then(|instruction| instruction.operands.get(place.part)) else { return };
    let is_other = |kind: &OperandKind| std::mem::discriminant(kind) != std::mem::discriminant(&old.kind);
    let operands = instructions(mutant.file).filter(|(at, _)| at.function == place.function).flat_map(|(_, other)| &other.operands);
    let mut others: Vec<OperandKind> = operands.filter(|operand| is_other(&operand.kind)).map(|operand| operand.kind.clone()).collect();
    let number = OperandKind::Immediate(number(&mut mutant.choices));
    if is_other(&number) && mutant.choices.chance(64) {
        others = vec![number];
    }
    let Some(mut drawn) = mutant.choices.pick(&others).cloned() else { return };
    if let OperandKind::Register(operand) = &mut drawn {
        // Flags, class and tie belong to the place that the register comes from.
        let (register, subregister) = (std::mem::take(&mut operand.register), operand.subregister.take());
        *operand = RegisterOperand { register, subregister, ..RegisterOperand::default() };
    }
    if let Some(operand) = instruction_mut(mutant.file, place).and_then(|instruction| instruction.operands.get_mut(place.part)) {
        *operand = drawn.into();
    }
}

/// Returns pairs of adjacent operands of one kind; the part is the first.
pub(super) fn pairs(file: &File) -> Vec<Place> {
    let mut places = Vec::new();
    for (place, instruction) in instructions(file) {
        for (part, pair) in instruction.operands.windows(2).enumerate() {
            if std::mem::discriminant(&pair[0].kind) == std::mem::discriminant(&pair[1].kind) && pair[0] != pair[1] {
                places.push(Place { part, ..place });
            }
        }
    }
    places
}

pub(super) fn swap(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    if let Some(changed) = instruction_mut(mutant.file, place) {
        changed.operands.swap(place.part, place.part + 1);
    }
}

pub(super) fn remove(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    if let Some(instruction) = instruction_mut(mutant.file, place) {
        instruction.operands.remove(place.part);
    }
}

/// Appends an operand: an implicit register, or a copy of one of another instruction.
pub(super) fn add(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let registers = mutant.machine.map_or(&[][..], |machine| machine.registers());
    let drawn = mutant.choices.pick(registers).map(|row| row.name);
    let flags = if mutant.choices.chance(128) {
        RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEAD
    } else {
        RegisterFlags::IMPLICIT | RegisterFlags::UNDEF
    };
    let others = all(mutant.file);
    let from = mutant.choices.pick(&others).copied();
    let other = from.and_then(|from| instruction(mutant.file, from)?.operands.get(from.part).cloned());
    let implicit = drawn.map(|name| RegisterOperand { flags, register: Register::Physical(name.into()), ..RegisterOperand::default() });
    let implicit = implicit.map(|register| Operand::from(OperandKind::Register(register)));
    let operand = if mutant.choices.chance(192) { implicit.or(other) } else { other };
    if let (Some(operand), Some(instruction)) = (operand, instruction_mut(mutant.file, place)) {
        instruction.operands.push(operand);
    }
}
