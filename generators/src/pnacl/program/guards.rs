//! Guards, which keep operands in the range in which the manual defines an operation.
//!
//! Each has several forms, so that compilers that recognize one form also get others.

use super::super::kinds::Kind;
use super::context::Program;
use super::edges::{defined, ieee::Ieee, low};
use super::emit::{binary_of, compare_of, literal, select_of};
use super::material::splat;
use irsmith_pnacl::Value;
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};

/// The effect of an operation without its guard by the total semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hazard {
    /// Continues with some value.
    Value,
    /// Traps.
    Trap,
}

/// As [`is_unguarded`], for traps at places that are rare themselves.
pub(super) fn is_rare_trap(program: &mut Program<'_, '_>) -> bool {
    program.knobs.raw_traps > 0 && program.build.choices.chance(32)
}

/// Returns whether a place of a rare kind has no guard against a trap.
pub(super) fn is_rarely_made_trap(program: &mut Program<'_, '_>) -> bool {
    program.build.choices.chance(8 * program.knobs.raw_traps)
}

/// Returns whether this place has no guard.
pub(super) fn is_unguarded(program: &mut Program<'_, '_>, hazard: Hazard) -> bool {
    let parts = match hazard {
        Hazard::Value => program.knobs.raw_values,
        Hazard::Trap => program.knobs.raw_traps,
    };
    program.build.choices.chance(parts)
}

/// Returns operands for an operation on integers that is undefined for some. A pair from a table (`edge`) is undefined on purpose: its
/// guard is left out twice as often.
pub(super) fn guard_binary(program: &mut Program<'_, '_>, op: BinaryOp, kind: Kind, (a, b): (Value, Value), edge: bool) -> (Value, Value) {
    let unguarded = is_unguarded(program, Hazard::Value) || edge && is_unguarded(program, Hazard::Value);
    match op {
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if unguarded => (a, b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => (a, amount(program, kind, b)),
        _ if is_unguarded(program, Hazard::Trap) => (a, b),
        BinaryOp::SDiv | BinaryOp::SRem => {
            // Divisors are never zero here: that would trap.
            if unguarded { (a, not_zero(program, kind, b)) } else { signed_division(program, kind, a, b) }
        }
        _ => (a, not_zero(program, kind, b)),
    }
}

/// Returns a shift amount: a literal or masked.
fn amount(program: &mut Program<'_, '_>, kind: Kind, b: Value) -> Value {
    let bits = u64::from(kind.ty().scalar_bits());
    if program.build.choices.chance(96) {
        let amount = match program.build.choices.below(4) {
            0 => bits - 1,
            1 => 1,
            2 => 0,
            _ => program.build.choices.below(bits as usize) as u64,
        };
        return splat(program, kind, amount);
    }
    let (op, mask) = match program.build.choices.below(4) {
        0 => (BinaryOp::URem, bits),
        // A narrower mask, and one with a hole.
        1 => (BinaryOp::And, bits / 2 - 1),
        2 => (BinaryOp::And, (bits - 1) & !2),
        _ => (BinaryOp::And, bits - 1),
    };
    let mask = splat(program, kind, mask);
    binary_of(program, kind, op, b, mask)
}

/// Returns a divisor that is not zero.
fn not_zero(program: &mut Program<'_, '_>, kind: Kind, b: Value) -> Value {
    if program.build.choices.chance(160) {
        let bit = 1 << program.build.choices.below(kind.ty().scalar_bits() as usize);
        let bit = splat(program, kind, bit);
        return binary_of(program, kind, BinaryOp::Or, b, bit);
    }
    let zero = splat(program, kind, 0);
    let other = 1 + u64::from(program.build.choices.byte() & 63);
    let other = splat(program, kind, other);
    let is_zero = compare_of(program, kind, Predicate::Eq, b, zero);
    select_of(program, kind, is_zero, other, b)
}

/// Returns dividend and divisor with a signed quotient.
fn signed_division(program: &mut Program<'_, '_>, kind: Kind, a: Value, b: Value) -> (Value, Value) {
    let bits = kind.ty().scalar_bits();
    match program.build.choices.below(4) {
        // A positive divisor.
        0 => {
            let mask = splat(program, kind, low(bits) >> 1);
            let one = splat(program, kind, 1);
            let positive = binary_of(program, kind, BinaryOp::And, b, mask);
            (a, binary_of(program, kind, BinaryOp::Or, positive, one))
        }
        // A literal other than 0 and -1.
        1 => {
            let divisor = match program.build.choices.below(4) {
                0 => 1,
                1 => 1 << (bits - 1),
                2 => low(bits) - 1,
                _ => 3 + 2 * u64::from(program.build.choices.byte() & 15),
            };
            (a, splat(program, kind, divisor))
        }
        // An even dividend above the smallest, and a divisor of either sign.
        2 => {
            let one = splat(program, kind, 1);
            let half = binary_of(program, kind, BinaryOp::AShr, a, one);
            (half, binary_of(program, kind, BinaryOp::Or, b, one))
        }
        // A select of the divisor that excludes both bad values at once: b + 1 is 0 or 1.
        _ => {
            let one = splat(program, kind, 1);
            let next = binary_of(program, kind, BinaryOp::Add, b, one);
            let bad = compare_of(program, kind, Predicate::Ule, next, one);
            (a, select_of(program, kind, bad, one, b))
        }
    }
}

/// Returns an operand for a conversion that is undefined for some floats.
pub(super) fn guard_cast(program: &mut Program<'_, '_>, op: CastOp, from: Kind, to: Kind, value: Value) -> Value {
    if is_unguarded(program, Hazard::Value) {
        return value;
    }
    if op == CastOp::FpTrunc { in_float_range(program, from, value) } else { in_integer_range(program, op, from, to, value) }
}

/// Returns a double that is not a finite number beyond the range of floats. NaNs stay.
fn in_float_range(program: &mut Program<'_, '_>, kind: Kind, value: Value) -> Value {
    let largest = f64::from(f32::MAX).to_bits();
    let other = fresh_float(program, kind);
    let (high, low) = (literal(program, kind, largest), literal(program, kind, largest | 1 << 63));
    let above = compare_of(program, kind, Predicate::Ogt, value, high);
    let value = select_of(program, kind, above, other, value);
    let below = compare_of(program, kind, Predicate::Olt, value, low);
    select_of(program, kind, below, high, value)
}

fn fresh_float(program: &mut Program<'_, '_>, kind: Kind) -> Value {
    let value = program.build.choices.byte();
    literal(program, kind, (f64::from(value) / 8.0 - 16.0).to_bits())
}

/// Returns a float that fits the integer type when cut to an integer: between bounds, where a NaN becomes the lower one.
fn in_integer_range(program: &mut Program<'_, '_>, op: CastOp, from: Kind, to: Kind, value: Value) -> Value {
    let bits = to.ty().scalar_bits();
    let (lower, upper) = defined::bounds(Ieee::of(from.element().ty()), bits, op == CastOp::FpToSi);
    let (lower, upper) = (splat(program, from, lower), splat(program, from, upper));
    let predicate = [Predicate::Oge, Predicate::Ogt][program.build.choices.below(2)];
    let above = compare_of(program, from, predicate, value, lower);
    let value = select_of(program, from, above, value, lower);
    let below = compare_of(program, from, Predicate::Ole, value, upper);
    select_of(program, from, below, value, upper)
}
