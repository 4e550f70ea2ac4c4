//! Comparisons, and selection.

use super::apply;
use super::float::{float, permitted, with_float};
use super::int::Int;
use super::lane::Lane;
use super::rules::PoisonKind::{Infinity, Nan, OtherSign};
use super::step::{Open, Step};
use crate::IntegerPredicate;
use rustc_apfloat::Float;

/// Returns the number of a predicate in [`super::step::Fixed::number`].
pub(super) fn number(predicate: IntegerPredicate) -> u64 {
    IntegerPredicate::ALL.iter().position(|known| *known == predicate).unwrap_or(0) as u64
}

/// Returns what is known of `a < b` as unsigned numbers, if their undefined bits may be anything.
fn below(a: &Lane, b: &Lane) -> Option<bool> {
    let largest = |lane: &Lane| lane.value.or(&lane.undef);
    match (largest(a).compare(&b.value).is_lt(), a.value.compare(&largest(b)).is_ge()) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn equal(a: &Lane, b: &Lane) -> Option<bool> {
    let open = a.undef.or(&b.undef);
    match (a.value.xor(&b.value).and_not(&open).is_zero(), open.is_zero()) {
        (false, _) => Some(false),
        (true, true) => Some(true),
        (true, false) => None,
    }
}

/// Returns the lane with its sign flipped, so that signed numbers compare as unsigned ones.
fn flipped(lane: &Lane) -> Lane {
    let sign = Int::smallest(lane.bits());
    Lane::partly(&lane.value.xor(&sign), lane.undef.clone())
}

fn holds(predicate: IntegerPredicate, a: &Lane, b: &Lane) -> Option<bool> {
    use IntegerPredicate::{
        Equal, NotEqual, SignedGreater, SignedGreaterOrEqual, SignedLess, SignedLessOrEqual, UnsignedGreater, UnsignedGreaterOrEqual,
        UnsignedLess, UnsignedLessOrEqual,
    };
    match predicate {
        Equal => equal(a, b),
        NotEqual => equal(a, b).map(|equal| !equal),
        UnsignedLess => below(a, b),
        UnsignedGreater => below(b, a),
        UnsignedLessOrEqual => below(b, a).map(|above| !above),
        UnsignedGreaterOrEqual => below(a, b).map(|below| !below),
        SignedLess => below(&flipped(a), &flipped(b)),
        SignedGreater => below(&flipped(b), &flipped(a)),
        SignedLessOrEqual => below(&flipped(b), &flipped(a)).map(|above| !above),
        SignedGreaterOrEqual => below(&flipped(a), &flipped(b)).map(|below| !below),
    }
}

pub(super) fn icmp(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let predicate = IntegerPredicate::ALL[step.fixed.number as usize % IntegerPredicate::ALL.len()];
    let [a, b] = [&lanes[0], &lanes[1]];
    let sign = |lane: &Lane| if lane.undef.is_negative() { None } else { Some(lane.value.is_negative()) };
    let is_broken = step.same_sign() && (sign(a).is_none() || sign(a) != sign(b));
    let lane = step.truth(holds(predicate, a, b));
    step.unless([(is_broken, OtherSign)], lane)
}

fn three_way(step: &Step<'_>, ordering: std::cmp::Ordering) -> Lane {
    Lane::defined(Int::signed(step.bits(), ordering as i128))
}

pub(super) fn scmp(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    three_way(step, lanes[0].value.signed_compare(&lanes[1].value))
}

pub(super) fn ucmp(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    three_way(step, lanes[0].value.compare(&lanes[1].value))
}

/// Selects: a poison condition makes the result poison, an undefined one either value.
pub(super) fn select(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let [condition, a, b] = [&lanes[0], &lanes[1], &lanes[2]];
    let lane = match (condition.poison, condition.undef.bit(0)) {
        (true, _) => Lane::poison(step.bits()),
        (_, true) => Lane::either(a, b),
        _ if condition.value.bit(0) => a.clone(),
        _ => b.clone(),
    };
    permitted(step, &[a.clone(), b.clone()], lane)
}

/// Chooses a value: 0 for every bit that is undefined or poison.
pub(super) fn freeze(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    step.is_relaxed |= !lanes[0].is_defined();
    Lane::defined(lanes[0].value.clone())
}

pub(super) fn same(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    lanes[0].clone()
}

/// Compares; the number of a predicate is a set: equal 1, greater 2, less 4, unordered 8. The empty set never holds and the full one always,
/// whatever the operands are.
pub(super) fn fcmp(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let is_constant = matches!(step.fixed.number & 15, 0 | 15) && !step.nnan() && !step.ninf();
    if is_constant && !lanes.iter().any(|lane| lane.poison) {
        return step.truth(Some(step.fixed.number & 15 != 0));
    }
    let lane = apply::lane(step, Open::Float, compared, lanes);
    if lane.undef.is_zero() { lane } else { step.truth(None) }
}

fn compared(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let ordering = with_float!(lanes[0].bits(), F => float::<F>(&lanes[0]).partial_cmp(&float::<F>(&lanes[1])));
    let class = match ordering {
        Some(Equal) => 1,
        Some(Greater) => 2,
        Some(Less) => 4,
        None => 8,
    };
    let has = |f: fn(&Lane) -> bool| lanes.iter().any(f);
    let nan = step.nnan() && class == 8;
    let infinite = step.ninf() && has(|lane| with_float!(lane.bits(), F => float::<F>(lane).is_infinite()));
    let holds = step.fixed.number & class != 0;
    let lane = step.truth(Some(holds));
    step.unless([(nan, Nan), (infinite, Infinity)], lane)
}
