//! Reductions of instructions, operands and constants.

use super::super::edit::{self, constant, result_types, take_out, type_id, with_positions};
use super::super::kinds::extend;
use super::super::mutate::remove_constant;
use super::places::{Place, marks, of_bodies, of_instructions};
use super::size;
use irsmith_pnacl::{Alignment, Instruction, Literal, Module, Value, ValueKind, ValueType, ValueTypes};
use std::ops::Range;

/// Returns the simplest constant of a type; `None` for void.
pub(in crate::pnacl) fn simplest(ty: ValueType) -> Option<Literal> {
    if !ty.is_first_class() {
        None
    } else if ty.is_vector() {
        Some(Literal::Undef)
    } else if ty.is_float() {
        Some(Literal::Float(0))
    } else {
        Some(Literal::Integer(0))
    }
}

fn places(module: &Module) -> Vec<(usize, usize)> {
    of_instructions(module, |row| usize::from(!row.is_terminator())).into_iter().map(|(function, at, _)| (function, at)).collect()
}

/// Counts instructions that are not terminators.
pub(super) fn count(module: &Module) -> usize {
    places(module).len()
}

/// Removes instructions; their uses become undefined.
pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    for (function, list) in marks(&places(module), range) {
        let types = result_types(module, function);
        with_positions(module, function, |module, body| {
            take_out(module, body, &types, |place| list.binary_search(&place).is_ok());
        });
    }
}

/// Removes instructions; their uses name an operand of the same type. Instructions without such an operand stay.
pub(super) fn forward(module: &mut Module, range: Range<usize>) {
    for (function, list) in marks(&places(module), range) {
        let types = result_types(module, function);
        let values = ValueTypes::of(module, function as u32);
        let Some(body) = &module.functions[function].body else { continue };
        // The number of the operand, found in results form, is also valid in position form.
        let operand_of = |at: usize| {
            let (mut number, mut found) = (0, None);
            body.instructions[at].for_each_value(|value| {
                if found.is_none() && Some(values.get(value)) == types[at] {
                    found = Some(number);
                }
                number += 1;
            });
            found
        };
        let chosen: Vec<(usize, usize)> = list.iter().filter_map(|&at| Some((at, operand_of(at)?))).collect();
        with_positions(module, function, |_, body| {
            let mut instead = vec![None; body.instructions.len()];
            for &(at, number) in &chosen {
                let mut operands = Vec::new();
                body.instructions[at].for_each_value(|value| operands.push(value));
                // A value cannot replace itself.
                instead[at] = operands.get(number).copied().filter(|&value| value != Value::instruction(at as u32));
            }
            let gone: Vec<bool> = instead.iter().map(Option::is_some).collect();
            edit::remove(body, |place| gone[place], |place| instead[place]);
        });
    }
}

fn operands(instruction: &Instruction) -> usize {
    if matches!(instruction, Instruction::Declare { .. }) {
        return 0;
    }
    let mut count = 0;
    instruction.for_each_value(|_| count += 1);
    count
}

fn operand_places(module: &Module) -> Vec<Place> {
    of_instructions(module, operands)
}

/// Counts operands.
pub(super) fn count_operands(module: &Module) -> usize {
    operand_places(module).len()
}

/// Replaces operands by the simplest constants of their types; callees stay.
pub(super) fn simplify_operands(module: &mut Module, range: Range<usize>) {
    let places = operand_places(module);
    let mut types: Option<(usize, ValueTypes)> = None;
    for &(function, at, number) in &places[range] {
        if types.as_ref().is_none_or(|(known, _)| *known != function) {
            types = Some((function, ValueTypes::of(module, function as u32)));
        }
        let (Some((_, types)), Some(mut body)) = (&types, module.functions[function].body.take()) else { continue };
        let is_callee = number == 0 && matches!(body.instructions[at], Instruction::Call { .. });
        let mut index = 0;
        let mut old = None;
        body.instructions[at].for_each_value(|value| {
            if index == number {
                old = Some(value);
            }
            index += 1;
        });
        if let Some(old) = old.filter(|old| !is_callee && old.kind() != ValueKind::Constant)
            && let Some(literal) = simplest(types.get(old))
            && let Some(ty) = type_id(module, types.get(old))
        {
            let new = constant(&mut body.constants, ty, literal);
            let mut index = 0;
            body.instructions[at].for_each_value_mut(|value| {
                if index == number {
                    *value = new;
                }
                index += 1;
            });
        }
        module.functions[function].body = Some(body);
    }
}

fn stores(instruction: &Instruction) -> usize {
    usize::from(matches!(instruction, Instruction::Store { pointer, value, .. } if value.kind() == ValueKind::Constant && value != pointer))
}

/// Counts stores of constants.
pub(super) fn count_stores(module: &Module) -> usize {
    of_instructions(module, stores).len()
}

/// Makes stores write their addresses; removes constants that become unused.
pub(super) fn store_addresses(module: &mut Module, range: Range<usize>) {
    for &(function, at, _) in of_instructions(module, stores)[range].iter() {
        let Some(body) = &mut module.functions[function].body else { continue };
        let Instruction::Store { pointer, value, alignment } = &mut body.instructions[at] else { continue };
        let old = std::mem::replace(value, *pointer);
        *alignment = Alignment::from_encoding(alignment.encoding().min(1)).unwrap_or_default();
        let mut used = false;
        body.instructions.iter().for_each(|instruction| instruction.for_each_value(|value| used |= value == old));
        if !used {
            remove_constant(module, function, old.index() as usize);
        }
    }
}

fn constants(module: &Module) -> Vec<(usize, usize)> {
    of_bodies(module, |body| body.constants.len())
}

/// Counts constants.
pub(super) fn count_constants(module: &Module) -> usize {
    constants(module).len()
}

/// Removes unused constants; uses of a duplicate name the first one.
pub(super) fn remove_constants(module: &mut Module, range: Range<usize>) {
    for &(function, place) in constants(module)[range].iter().rev() {
        let Some(body) = &mut module.functions[function].body else { continue };
        let gone = Value::constant(place as u32);
        let twin = body.constants[..place].iter().position(|known| *known == body.constants[place]);
        let mut used = false;
        for instruction in &mut body.instructions {
            instruction.for_each_value_mut(|value| {
                if *value == gone {
                    match twin {
                        Some(twin) => *value = Value::constant(twin as u32),
                        None => used = true,
                    }
                }
            });
        }
        if !used {
            remove_constant(module, function, place);
        }
    }
}

fn change_literals(module: &mut Module, range: Range<usize>, change: impl Fn(Literal, ValueType) -> Option<Literal>) {
    for (function, place) in constants(module).drain(range) {
        let Some(body) = &module.functions[function].body else { continue };
        let old = body.constants[place];
        let new = change(old.literal, module.value_type(old.ty));
        if let Some(new) = new.filter(|&new| size::literal(new) < size::literal(old.literal))
            && let Some(body) = &mut module.functions[function].body
        {
            body.constants[place].literal = new;
        }
    }
}

/// Sets constants to zero.
pub(super) fn zero_literals(module: &mut Module, range: Range<usize>) {
    change_literals(module, range, |_, ty| simplest(ty));
}

/// Halves integers, and clears the lower half of the set bits of floats.
pub(super) fn halve_literals(module: &mut Module, range: Range<usize>) {
    change_literals(module, range, |old, ty| match old {
        Literal::Integer(value) => Some(Literal::Integer(extend((value / 2) as u64, ty.scalar_bits().clamp(1, 64)))),
        Literal::Float(bits) => Some(Literal::Float((0..bits.count_ones() / 2).fold(bits, |bits, _| bits & bits.wrapping_sub(1)))),
        Literal::Undef => None,
    });
}

fn flags(instruction: &Instruction) -> usize {
    let flagged = matches!(
        instruction,
        Instruction::Alloca { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Call { tail: true, .. }
            | Instruction::CallIndirect { tail: true, .. }
    );
    usize::from(flagged)
}

/// Counts instructions with an alignment or a tail flag.
pub(super) fn count_flags(module: &Module) -> usize {
    of_instructions(module, flags).len()
}

/// Sets alignments to 1 byte, and turns tail calls into ordinary calls.
pub(super) fn clear_flags(module: &mut Module, range: Range<usize>) {
    for &(function, at, _) in &of_instructions(module, flags)[range] {
        let Some(body) = &mut module.functions[function].body else { continue };
        match &mut body.instructions[at] {
            Instruction::Call { tail, .. } | Instruction::CallIndirect { tail, .. } => *tail = false,
            Instruction::Alloca { alignment, .. } | Instruction::Load { alignment, .. } | Instruction::Store { alignment, .. } => {
                *alignment = Alignment::from_encoding(alignment.encoding().min(1)).unwrap_or_default();
            }
            _ => {}
        }
    }
}
