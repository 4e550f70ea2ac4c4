//! Constants: integers, floating-point numbers, and plain numbers, mostly boundary values.

use super::draw::Draw;
use super::forms::{FloatForm, IntegerForm, NumberForm, Shape, wrapped};
use crate::forms::Form;
use irsmith_mir::{FloatImmediate, FloatKind, IntegerImmediate, OperandKind};

/// Draws an integer of a width of at most 192 bits.
pub(super) fn integer_constant(draw: &mut Draw<'_, '_>, bits: u16) -> IntegerImmediate {
    let value = match draw.form(IntegerForm::all()).value(bits) {
        Some(value) => value,
        None => i128::from(draw.wide() as i64) << draw.below(2),
    };
    IntegerImmediate { bits: u32::from(bits), digits: wrapped(value, bits).to_string().into() }
}

/// Draws a floating-point number of a width that a format has.
pub(super) fn float_constant(draw: &mut Draw<'_, '_>, bits: u16) -> FloatImmediate {
    let form = draw.form(FloatForm::all());
    let kind = match bits {
        16 if draw.chance(96) && draw.reads("bfloat") => FloatKind::Bfloat,
        16 => FloatKind::Half,
        32 => FloatKind::Float,
        80 => FloatKind::X86Fp80,
        128 if draw.chance(32) => FloatKind::PpcFp128,
        128 => FloatKind::Fp128,
        _ => FloatKind::Double,
    };
    FloatImmediate { kind, literal: form.literal(kind, draw.wide()).into() }
}

/// Draws a plain number.
pub(super) fn plain_number(draw: &mut Draw<'_, '_>) -> i64 {
    match draw.form(NumberForm::all()) {
        NumberForm::Zero => 0,
        NumberForm::Small => draw.below(32) as i64,
        NumberForm::Byte => i64::from(draw.byte()),
        NumberForm::Word => i64::from(draw.word()),
        NumberForm::Largest => i64::from(i32::MAX),
        NumberForm::Smallest => i64::from(i32::MIN),
        NumberForm::Any => i64::from(draw.wide() as i32),
    }
}

/// Draws an offset from an address: a plain number, or the largest or smallest possible.
pub(super) fn offset(draw: &mut Draw<'_, '_>) -> i64 {
    if draw.wants(Shape::FarOffset, 16) { [i64::MAX, i64::MIN][draw.below(2)] } else { plain_number(draw) }
}

/// Draws an integer constant as an operand.
pub(super) fn integer_operand(draw: &mut Draw<'_, '_>, bits: u16) -> OperandKind {
    OperandKind::Integer(Box::new(integer_constant(draw, bits)))
}
