//! Mutations of constants of functions.

use super::super::edit::{type_id, undef};
use super::super::forms::IntegerClass;
use super::super::kinds::{Kind, extend};
use super::sites::{body, find_in_bodies, with_body};
use super::{Mutant, Touched};
use crate::Choices;
use irsmith_pnacl::{Constant, Literal, Module, Value, ValueKind, ValueType};

/// Counts constants of all functions.
pub(super) fn count(module: &Module) -> usize {
    with_body(module).map(|(_, body)| body.constants.len()).sum()
}

fn find(module: &Module, index: usize) -> Option<(usize, usize)> {
    find_in_bodies(module, index, |body| body.constants.len())
}

/// Changes a value: to a boundary, a neighbour, a flipped bit, undef, or any.
pub(super) fn change(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, place)) = find(&mutant.module, index) else { return Touched::Nothing };
    let Some(body) = &mutant.module.functions[function].body else { return Touched::Nothing };
    let constant = body.constants[place];
    let literal = literal(&mut mutant.choices, mutant.module.value_type(constant.ty), constant.literal);
    if let Some(body) = &mut mutant.module.functions[function].body {
        body.constants[place].literal = literal;
    }
    Touched::Nothing
}

fn literal(choices: &mut Choices<'_, '_>, ty: ValueType, old: Literal) -> Literal {
    let draw = choices.below(8);
    if draw == 0 || ty.is_vector() {
        return Literal::Undef;
    }
    let bits = match old {
        Literal::Integer(value) => value as u64,
        Literal::Float(bits) => bits,
        Literal::Undef => 0,
    };
    let width = ty.scalar_bits().clamp(1, 64);
    let new = match draw {
        1 => bits.wrapping_add(1),
        2 => bits.wrapping_sub(1),
        3 | 4 => bits ^ 1 << choices.below(width as usize),
        _ => {
            let random = choices.wide();
            choices.pick(IntegerClass::ALL).map_or(0, |class| class.value(width, random))
        }
    };
    if ty.is_float() { Literal::Float(new) } else { Literal::Integer(extend(new, width)) }
}

/// Adds a constant of any kind.
pub(super) fn add(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some(function) = body(&mutant.module, index) else { return Touched::Nothing };
    let kind = Kind::ALL[mutant.choices.below(Kind::ALL.len())];
    let Some(ty) = type_id(&mut mutant.module, kind.ty()) else { return Touched::Nothing };
    let literal = literal(&mut mutant.choices, kind.ty(), Literal::Undef);
    if let Some(body) = &mut mutant.module.functions[function].body {
        body.constants.push(Constant { ty, literal });
    }
    Touched::Nothing
}

/// Removes a constant; its uses become undef.
pub(super) fn remove(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    if let Some((function, place)) = find(&mutant.module, index) {
        remove_constant(&mut mutant.module, function, place);
    }
    Touched::Nothing
}

/// Removes a constant of a function; its uses name undef of its type.
pub(in crate::pnacl) fn remove_constant(module: &mut Module, function: usize, place: usize) {
    let Some(mut body) = module.functions[function].body.take() else { return };
    let gone = Value::constant(place as u32);
    let mut used = false;
    body.instructions.iter().for_each(|instruction| instruction.for_each_value(|value| used |= value == gone));
    let ty = module.value_type(body.constants[place].ty);
    let undefined = body.constants[place].literal == Literal::Undef;
    let instead = if used && !undefined { undef(module, &mut body.constants, ty) } else { None };
    if !used || instead.is_some() {
        body.constants.remove(place);
        map(&mut body, |index| {
            let index = if index as usize == place { instead.map_or(0, Value::index) } else { index };
            if index as usize > place { index - 1 } else { index }
        });
    }
    module.functions[function].body = Some(body);
}

fn map(body: &mut irsmith_pnacl::Body, map: impl Fn(u32) -> u32) {
    for instruction in &mut body.instructions {
        instruction.for_each_value_mut(|value| {
            if value.kind() == ValueKind::Constant {
                *value = Value::constant(map(value.index()));
            }
        });
    }
}

/// Exchanges a constant with another of its function.
pub(super) fn swap(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, place)) = find(&mutant.module, index) else { return Touched::Nothing };
    let Some(body) = &mut mutant.module.functions[function].body else { return Touched::Nothing };
    let other = mutant.choices.below(body.constants.len());
    body.constants.swap(place, other);
    let (a, b) = (place as u32, other as u32);
    map(body, |index| match index {
        _ if index == a => b,
        _ if index == b => a,
        _ => index,
    });
    Touched::Nothing
}
