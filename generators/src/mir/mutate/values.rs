//! Mutations of operands that are values: constants, predicates, masks, names, operations.

use super::Mutant;
use super::operands::number;
use crate::mir::edit::{self, Place, instruction_mut};
use irsmith_mir::{CfiOperation, File, FloatPredicate, IntegerPredicate, OperandKind, Register};

fn kind_mut(file: &mut File, place: Place) -> Option<&mut OperandKind> {
    Some(&mut instruction_mut(file, place)?.operands.get_mut(place.part)?.kind)
}

pub(super) fn constants(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| matches!(operand.kind, OperandKind::Integer(_) | OperandKind::Float(_)))
}

/// Special floating-point literals in the two usual formats.
const FLOATS: &[&str] = &[
    "0.000000e+00",
    "-0.000000e+00",
    "1.000000e+00",
    "-1.000000e+00",
    "0.5",
    "0x7FF0000000000000",
    "0xFFF0000000000000",
    "0x7FF8000000000000",
    "0x36A0000000000000",
    "0x1",
];

/// Changes an IR constant: to zero, one, all ones, the largest, the smallest, or any value of its width.
pub(super) fn change_constant(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let (drawn, any) = (mutant.choices.below(6), mutant.choices.wide() as i64);
    let float = mutant.choices.pick(FLOATS).copied().unwrap_or_default();
    match kind_mut(mutant.file, place) {
        Some(OperandKind::Integer(integer)) => {
            let bits = integer.bits.clamp(1, 128);
            let value = match drawn {
                0 => 0,
                1 if bits > 1 => 1,
                2 => -1,
                3 => i128::MAX >> (128 - bits),
                4 => i128::MIN >> (128 - bits),
                _ => i128::from(any) << (128 - bits) >> (128 - bits),
            };
            integer.digits = value.to_string().into();
        }
        // Literals of other formats begin with special letters.
        Some(OperandKind::Float(constant))
            if !constant.literal.starts_with("0x") || constant.literal.as_bytes().get(2).is_some_and(u8::is_ascii_digit) =>
        {
            constant.literal = float.into();
        }
        _ => {}
    }
}

pub(super) fn predicates(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| matches!(operand.kind, OperandKind::IntegerPredicate(_) | OperandKind::FloatPredicate(_)))
}

pub(super) fn change_predicate(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let integer = mutant.choices.pick(IntegerPredicate::ALL).copied();
    let float = mutant.choices.pick(FloatPredicate::ALL).copied();
    match (kind_mut(mutant.file, place), integer, float) {
        (Some(OperandKind::IntegerPredicate(predicate)), Some(drawn), _) => *predicate = drawn,
        (Some(OperandKind::FloatPredicate(predicate)), _, Some(drawn)) => *predicate = drawn,
        _ => {}
    }
}

pub(super) fn masks(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| {
        matches!(
            operand.kind,
            OperandKind::ShuffleMask(_) | OperandKind::RegisterMask(_) | OperandKind::CustomRegisterMask(_) | OperandKind::LiveOut(_)
        )
    })
}

/// Changes a lane of a shuffle mask, a mask of the target, or a register of a list.
pub(super) fn change_mask(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let named = mutant.machine.map_or(&[][..], |machine| machine.masks());
    let mask = mutant.choices.pick(named).map(|mask| mask.name);
    let registers = mutant.machine.map_or(&[][..], |machine| machine.registers());
    let register = mutant.choices.pick(registers).map(|row| Register::Physical(row.name.into()));
    let (at, value) = (usize::from(mutant.choices.byte()), mutant.choices.below(8) as u32);
    match kind_mut(mutant.file, place) {
        Some(OperandKind::ShuffleMask(lanes)) if !lanes.is_empty() => {
            let most = 2 * lanes.len() as u32;
            let at = at % lanes.len();
            lanes[at] = (value > 0).then(|| (value - 1) % most);
        }
        Some(OperandKind::RegisterMask(name)) => *name = mask.map_or_else(|| name.clone(), Into::into),
        Some(OperandKind::CustomRegisterMask(list) | OperandKind::LiveOut(list)) if !list.is_empty() => {
            let at = at % list.len();
            list[at] = register.unwrap_or_else(|| list[at].clone());
        }
        _ => {}
    }
}

pub(super) fn offsets(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| {
        matches!(
            operand.kind,
            OperandKind::Constant { .. }
                | OperandKind::TargetIndex { .. }
                | OperandKind::ExternalSymbol { .. }
                | OperandKind::Global { .. }
                | OperandKind::BlockAddress { .. }
        )
    })
}

/// Changes the offset from an address.
pub(super) fn change_offset(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let drawn = number(&mut mutant.choices);
    if let Some(
        OperandKind::Constant { offset, .. }
        | OperandKind::TargetIndex { offset, .. }
        | OperandKind::ExternalSymbol { offset, .. }
        | OperandKind::Global { offset, .. }
        | OperandKind::BlockAddress { offset, .. },
    ) = kind_mut(mutant.file, place)
    {
        *offset = if *offset == drawn { 0 } else { drawn };
    }
}

pub(super) fn symbols(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| matches!(operand.kind, OperandKind::ExternalSymbol { .. } | OperandKind::Symbol(_)))
}

/// Names with and without a need for quotes.
const SYMBOLS: &[&str] = &["a", "memcpy", "_ZN1aE", "$a", "a b", "\"", "\\", "0", "\u{e9}", ""];

pub(super) fn change_symbol(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let drawn = mutant.choices.pick(SYMBOLS).copied().unwrap_or_default();
    if let Some(OperandKind::ExternalSymbol { name, .. } | OperandKind::Symbol(name)) = kind_mut(mutant.file, place) {
        *name = drawn.into();
    }
}

pub(super) fn cfi(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| matches!(operand.kind, OperandKind::Cfi(_)))
}

/// The operations of a register, with any numbers.
const CFI_OF_REGISTER: [fn(Register, i32) -> CfiOperation; 13] = [
    |register, _| CfiOperation::SameValue(register),
    CfiOperation::Offset,
    CfiOperation::RelativeOffset,
    |register, _| CfiOperation::DefCfaRegister(register),
    CfiOperation::DefCfa,
    |register, number| CfiOperation::DefAddressSpaceCfa(register, number, number as u32 & 7),
    |register, _| CfiOperation::Restore(register),
    |register, _| CfiOperation::Undefined(register),
    |register, _| CfiOperation::Register(register.clone(), register),
    |register, number| CfiOperation::RegisterPair(register.clone(), [(register.clone(), number as u32), (register, 32)]),
    |register, number| CfiOperation::VectorRegisters(register.clone(), vec![(register, number as u32, 32)]),
    |register, number| CfiOperation::VectorOffset(register.clone(), 32, register, 64, number),
    |register, number| CfiOperation::VectorRegisterMask(register.clone(), [(register.clone(), number as u32), (register, 32)]),
];

/// The others.
const CFI: [fn(i32) -> CfiOperation; 8] = [
    CfiOperation::DefCfaOffset,
    CfiOperation::AdjustCfaOffset,
    |_| CfiOperation::RememberState,
    |_| CfiOperation::RestoreState,
    |_| CfiOperation::WindowSave,
    |_| CfiOperation::NegateRaSignState,
    |_| CfiOperation::NegateRaSignStateWithPc,
    |number| CfiOperation::Escape(number.to_le_bytes().into()),
];

/// Changes an operation to another, on the same register if both have one, or changes a number.
pub(super) fn change_cfi(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let (which, number) = (mutant.choices.below(CFI.len() + CFI_OF_REGISTER.len()), number(&mut mutant.choices) as i32);
    let Some(OperandKind::Cfi(operation)) = kind_mut(mutant.file, place) else { return };
    let register = operation.registers().next().cloned();
    **operation = match (which.checked_sub(CFI.len()), register) {
        (Some(which), Some(register)) => CFI_OF_REGISTER[which](register, number),
        _ => CFI[which % CFI.len()](number),
    };
}

/// Adds or removes target flags before an operand.
pub(super) fn change_target_flags(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(machine) = mutant.machine else { return };
    let flags = [machine.direct_flags(), machine.bitmask_flags()];
    let drawn = flags.map(|flags| mutant.choices.pick(flags).map(|flag| (*flag).into()));
    let which = mutant.choices.below(3);
    if let Some(operand) = instruction_mut(mutant.file, place).and_then(|instruction| instruction.operands.get_mut(place.part)) {
        let [direct, bit] = drawn;
        let kept = [direct.filter(|_| which != 1), bit.filter(|_| which != 0)];
        let flags: Vec<_> = kept.into_iter().flatten().collect();
        operand.target_flags = (operand.target_flags.is_none() && !flags.is_empty()).then(|| flags.into());
    }
}

/// Returns operands that may have flags of a target: names of things whose address they become.
pub(super) fn addresses(file: &File) -> Vec<Place> {
    edit::operands(file, |operand| !matches!(operand.kind, OperandKind::Register(_) | OperandKind::Immediate(_) | OperandKind::Metadata(_)))
}
