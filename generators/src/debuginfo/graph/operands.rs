//! Operands that are pushed for an operation of an expression.

use super::super::build::Build;
use super::draft::{Draft, append, may_append};
use super::operations::{OPERANDS, base_type, conversion, fitting_literals, has_operation, operation_of, typed_constant};
use irsmith_debuginfo::interpret::expression::Type;
use irsmith_debuginfo::tables::{Op, Takes};

/// Integers that round to different 32-bit floats when they are rounded to a 64-bit float first, as two words, the high one first: the
/// distance of each from the midpoint of two floats is less than a double can represent.
const MIDPOINTS: [[u32; 2]; 4] = [[0x8000_0080, 1], [0x4000_0040, 1], [0x8000_017f, 0xffff_ffff], [0x0100_0001, 1]];

/// Pushes the missing operands of an operation.
pub(super) fn prepare(build: &mut Build<'_, '_>, draft: &mut Draft, wanted: Takes) {
    if draft.stack.has(wanted) && build.choices.chance(160) {
        return;
    }
    match wanted {
        Takes::Entries(count) => {
            for _ in draft.stack.len()..count {
                push_any(build, draft);
            }
        }
        Takes::Integers(count) => (0..count).for_each(|_| push_integer(build, draft)),
        Takes::Pair | Takes::IntegerPair | Takes::Division | Takes::Remainder => {
            left_operand(build, draft, matches!(wanted, Takes::IntegerPair | Takes::Remainder));
            let small = matches!(wanted, Takes::Division | Takes::Remainder);
            if let Some(ty) = draft.stack.ty(0) {
                push_typed(build, draft, ty, small);
            }
        }
        Takes::Shift => {
            left_operand(build, draft, true);
            let ty = if build.choices.chance(64) { base_type(build) } else { Type::Generic };
            push_typed(build, draft, if ty.is_float() { Type::U8 } else { ty }, true);
        }
        Takes::Described => {}
    }
}

/// Pushes a left operand, unless the top of the stack is suitable.
fn left_operand(build: &mut Build<'_, '_>, draft: &mut Draft, integer: bool) {
    let top = draft.stack.ty(0);
    let will_do = top.is_some_and(|ty| !integer || !ty.is_float());
    if !will_do || build.choices.chance(64) {
        if integer { push_integer(build, draft) } else { push_any(build, draft) }
    }
}

/// Pushes a number whose conversion is an edge case: near the midpoint of two floats, with a fraction, or negative.
pub(super) fn prepare_conversion(build: &mut Build<'_, '_>, draft: &mut Draft) {
    match build.choices.below(8) {
        0 | 1 if draft.stack.len() > 0 => {}
        2 => {
            push_midpoint(build, draft);
            if build.choices.chance(160) {
                let literals = conversion(build, Type::F32);
                append(build, draft, Op::Convert, &literals);
            }
        }
        3 => {
            push_typed(build, draft, Type::F32, false);
            let literals = conversion(build, Type::F64);
            append(build, draft, Op::Convert, &literals);
        }
        4 => push_typed(build, draft, Type::F32, false),
        5 | 6 => {
            let ty = [Type::I8, Type::I16, Type::I32, Type::I64][build.choices.below(4)];
            push_typed(build, draft, ty, false);
        }
        _ => push_any(build, draft),
    }
}

/// Pushes an integer of 64 bits, made of two words.
fn push_midpoint(build: &mut Build<'_, '_>, draft: &mut Draft) {
    let [high, low] = MIDPOINTS[build.choices.below(MIDPOINTS.len())];
    let ty = if build.choices.chance(64) { Type::I64 } else { Type::U64 };
    let convert = conversion(build, ty);
    let steps: [(Op, &[u32]); 5] =
        [(Op::Constu, &[high]), (Op::Convert, &convert), (Op::Constu, &[32]), (Op::Shl, &[]), (Op::PlusUconst, &[low])];
    if steps.iter().all(|step| may_append(build, draft, step.0)) {
        for (op, literals) in steps {
            append(build, draft, op, literals);
        }
    }
}

/// Pushes a number of any type.
pub(super) fn push_any(build: &mut Build<'_, '_>, draft: &mut Draft) {
    let ty = if build.choices.chance(96) { base_type(build) } else { Type::Generic };
    push_typed(build, draft, ty, false);
}

fn push_integer(build: &mut Build<'_, '_>, draft: &mut Draft) {
    let ty = if build.choices.chance(48) { base_type(build) } else { Type::Generic };
    push_typed(build, draft, if ty.is_float() { Type::Generic } else { ty }, false);
}

/// Pushes a number of a type, from 1 to 127 if it must be small. A number that cannot be made is left out, or becomes generic.
fn push_typed(build: &mut Build<'_, '_>, draft: &mut Draft, ty: Type, small: bool) {
    if ty != Type::Generic && has_operation(build, Op::ConstType) && (ty != Type::F64 || build.choices.chance(64)) {
        let mut literals = typed_constant(build, ty);
        if small {
            literals[2] = small_operand(build);
        }
        append(build, draft, Op::ConstType, &literals);
    } else {
        push_generic(build, draft, small);
        if ty != Type::Generic {
            let literals = conversion(build, ty);
            append(build, draft, Op::Convert, &literals);
        }
    }
}

/// Pushes a generic number, from 1 to 127 if it must be small. Returns whether one could be made.
pub(super) fn push_generic(build: &mut Build<'_, '_>, draft: &mut Draft, small: bool) -> bool {
    let op = if small { Op::Constu } else { operation_of(build, OPERANDS).unwrap_or(Op::Constu) };
    let mut literals = fitting_literals(build, op, &draft.stack);
    if small {
        literals[0] = small_operand(build);
    }
    append(build, draft, op, &literals)
}

fn small_operand(build: &mut Build<'_, '_>) -> u32 {
    if build.choices.chance(192) { 1 + build.choices.below(8) as u32 } else { 1 + build.choices.below(127) as u32 }
}
