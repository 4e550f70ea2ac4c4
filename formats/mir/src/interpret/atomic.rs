//! Updates of memory that are no operations of their own.

use super::int::Int;
use super::integer;
use super::lane::Lane;
use super::step::Step;

/// The operand, whatever was in memory.
pub(super) fn second(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    lanes[1].clone()
}

pub(super) fn nand(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let both = integer::and(step, lanes);
    Lane::partly(&both.value.not(), both.undef)
}

/// Adds 1, but goes from the operand on to 0.
pub(super) fn increment(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (old, last) = (&lanes[0].value, &lanes[1].value);
    let next = old.add(&Int::new(old.bits(), 1));
    Lane::defined(if old.compare(last).is_ge() { Int::zero(old.bits()) } else { next })
}

/// Subtracts 1, but goes from 0, and from beyond the operand, to the operand.
pub(super) fn decrement(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (old, last) = (&lanes[0].value, &lanes[1].value);
    let before = old.sub(&Int::new(old.bits(), 1));
    Lane::defined(if old.is_zero() || old.compare(last).is_gt() { last.clone() } else { before })
}

/// Subtracts the operand unless it is larger.
pub(super) fn subtract_if(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (old, operand) = (&lanes[0].value, &lanes[1].value);
    Lane::defined(if old.compare(operand).is_ge() { old.sub(operand) } else { old.clone() })
}
