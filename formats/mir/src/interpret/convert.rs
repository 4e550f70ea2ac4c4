//! Conversions between integers and floating-point numbers, and among the latter.

use super::float::{exactly, float, permitted, result, rounded, with_float};
use super::int::Int;
use super::lane::Lane;
use super::rules::PoisonKind::{IntegerRange, Negative};
use super::step::Step;
use rustc_apfloat::{Float, FloatConvert, Round};

fn converted(step: &mut Step<'_>, lanes: &[Lane], round: Round) -> Lane {
    let lane = with_float!(lanes[0].bits(), From => with_float!(step.bits(), To => {
        let number = float::<From>(&lanes[0]);
        let to: To = FloatConvert::<To>::convert_r(number, round, &mut false).value;
        if number.is_signaling() { result(to, &[<To as Float>::snan(None)]) } else { result(to, &[to]) }
    }));
    permitted(step, lanes, lane)
}

pub(super) fn fpext(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    converted(step, lanes, Round::NearestTiesToEven)
}

pub(super) fn fptrunc(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    converted(step, lanes, Round::NearestTiesToEven)
}

/// Truncates with a rounding mode, a number of LLVM's `RoundingMode`.
pub(super) fn fptrunc_round(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let round = match step.fixed.number {
        0 => Round::TowardZero,
        2 => Round::TowardPositive,
        3 => Round::TowardNegative,
        4 => Round::NearestTiesToAway,
        _ => Round::NearestTiesToEven,
    };
    converted(step, lanes, round)
}

/// An integer near a number.
enum Near {
    Nan,
    /// Beyond every integer of the width; whether it is negative.
    Beyond(bool),
    /// With its sign, in two bits more than asked for.
    Integer(Int),
}

/// Returns the integer near a number in `bits + 2` bits.
fn near<F: Float>(number: F, bits: u32, round: Round) -> Near {
    if number.is_nan() {
        return Near::Nan;
    }
    let integral = rounded(number, round);
    if integral.is_zero() {
        return Near::Integer(Int::zero(bits + 2));
    }
    let exponent = if integral.is_infinite() { i32::MAX } else { integral.ilogb() };
    if exponent > bits as i32 {
        return Near::Beyond(number.is_negative());
    }
    // A number with a large exponent is a significand of at most 113 bits before zeros.
    let zeros = (exponent - 112).max(0);
    let significand = integral.abs().scalbn(-zeros).to_u128(128).value;
    let magnitude = Int::new(bits + 2, significand).shl(zeros as u32);
    Near::Integer(if number.is_negative() { magnitude.neg() } else { magnitude })
}

fn to_integer(step: &mut Step<'_>, lanes: &[Lane], signed: bool, saturates: bool) -> Lane {
    let bits = step.bits();
    let near = with_float!(lanes[0].bits(), F => near(float::<F>(&lanes[0]), bits, Round::TowardZero));
    let (lowest, highest) = if signed { (Int::smallest(bits), Int::largest(bits)) } else { (Int::zero(bits), Int::ones(bits)) };
    let is_inside = match &near {
        Near::Integer(integer) => *integer == if signed { integer.trunc(bits).sext(bits + 2) } else { integer.trunc(bits).zext(bits + 2) },
        Near::Nan | Near::Beyond(_) => false,
    };
    match near {
        Near::Integer(integer) if is_inside => Lane::defined(integer.trunc(bits)),
        _ if !saturates => step.poison(IntegerRange),
        Near::Nan => Lane::defined(Int::zero(bits)),
        Near::Beyond(is_negative) => Lane::defined(if is_negative { lowest } else { highest }),
        Near::Integer(integer) => Lane::defined(if integer.is_negative() { lowest } else { highest }),
    }
}

pub(super) fn fptosi(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    to_integer(step, lanes, true, false)
}

pub(super) fn fptoui(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    to_integer(step, lanes, false, false)
}

pub(super) fn fptosi_sat(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    to_integer(step, lanes, true, true)
}

pub(super) fn fptoui_sat(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    to_integer(step, lanes, false, true)
}

/// Rounds to a signed integer; what the type cannot represent is not specified.
fn to_rounded(step: &mut Step<'_>, lanes: &[Lane], round: Round) -> Lane {
    let bits = step.bits();
    match with_float!(lanes[0].bits(), F => near(float::<F>(&lanes[0]), bits, round)) {
        Near::Integer(integer) if integer == integer.trunc(bits).sext(bits + 2) => Lane::defined(integer.trunc(bits)),
        _ => Lane::undefined(bits),
    }
}

pub(super) fn lround(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    to_rounded(step, lanes, Round::NearestTiesToAway)
}

pub(super) fn lrint(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    to_rounded(step, lanes, Round::NearestTiesToEven)
}

/// Returns the number nearest to a magnitude.
fn from_magnitude<F: Float>(magnitude: &Int) -> F {
    let used = magnitude.bits() - magnitude.leading_zeros();
    if used <= 127 {
        return F::from_u128(magnitude.low()).value;
    }
    // More bits than any significand, and below them whether any bit is set.
    let dropped = used - 126;
    let sticky = u128::from(magnitude.trailing_zeros() < dropped);
    let top = magnitude.lshr(dropped).low() << 1 | sticky;
    F::from_u128(top).value.scalbn(i32::try_from(dropped - 1).unwrap_or(i32::MAX))
}

fn from_integer(step: &mut Step<'_>, lanes: &[Lane], signed: bool) -> Lane {
    let integer = &lanes[0].value;
    let is_negative = signed && integer.is_negative();
    let magnitude = if is_negative { integer.neg() } else { integer.clone() };
    let lane = with_float!(step.bits(), F => {
        let number = from_magnitude::<F>(&magnitude);
        exactly(if is_negative { -number } else { number })
    });
    permitted(step, &[], lane)
}

pub(super) fn sitofp(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    from_integer(step, lanes, true)
}

pub(super) fn uitofp(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let is_negative = step.nneg() && lanes[0].value.is_negative();
    let lane = from_integer(step, lanes, false);
    step.unless([(is_negative, Negative)], lane)
}
