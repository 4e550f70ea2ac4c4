//! What the manual's sentences say of an operation on two scalars, computed on numbers of any width.

use irsmith_pnacl::interpret::{Bits, UndefinedKind};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};

use super::form::{Lane, Operation};

/// The result of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Expected {
    /// These bits.
    Bits(Bits),
    /// Some NaN.
    Nan,
}

/// Returns the numbers that bits of a width mean, without and with sign.
fn numbers(bits: u64, width: u32) -> (i128, i128) {
    let modulus = 1_i128 << width;
    let unsigned = i128::from(bits) % modulus;
    (unsigned, if unsigned >= modulus / 2 { unsigned - modulus } else { unsigned })
}

/// Returns the bits of a number in a width.
fn wrapped(number: i128, width: u32) -> Expected {
    Expected::Bits(number.rem_euclid(1_i128 << width).cast_unsigned())
}

/// Returns the result of an operation on lanes; `None` where it has none.
pub(super) fn result(operation: Operation, lane: Lane, a: u64, b: u64) -> Option<Expected> {
    match (operation, lane) {
        (Operation::Binary(op), Lane::Integer(width)) => binary(op, width, a, b),
        (Operation::Binary(op), Lane::Float | Lane::Double) => float_binary(op, lane, a, b),
        (Operation::Compare(predicate), Lane::Integer(width)) => Some(truth(compare(predicate, width, a, b))),
        (Operation::Compare(predicate), Lane::Float | Lane::Double) => {
            Some(truth(float_compare(predicate, float(lane, a), float(lane, b))))
        }
        (Operation::Cast(op, to), _) => cast(op, lane, to, a),
    }
}

fn truth(holds: bool) -> Expected {
    Expected::Bits(Bits::from(holds))
}

/// Returns the event that an operation on lanes is where the manual leaves it undefined. A division by zero is a trap instead.
pub(super) fn event(operation: Operation, lane: Lane, a: u64, b: u64) -> Option<UndefinedKind> {
    let is_without_result = result(operation, lane, a, b).is_none();
    match operation {
        Operation::Binary(BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) if is_without_result => Some(UndefinedKind::ShiftAmount),
        Operation::Binary(BinaryOp::SDiv | BinaryOp::SRem) if is_without_result && b != 0 => Some(UndefinedKind::DivisionOverflow),
        Operation::Cast(CastOp::FpToUi | CastOp::FpToSi, _) if is_without_result => Some(UndefinedKind::FloatToInteger),
        Operation::Cast(CastOp::FpTrunc, _) if is_without_result => Some(UndefinedKind::FloatRange),
        _ => None,
    }
}

fn binary(op: BinaryOp, width: u32, a: u64, b: u64) -> Option<Expected> {
    let ((a, signed_a), (b, signed_b)) = (numbers(a, width), numbers(b, width));
    let divides = b != 0;
    let fits = divides && !(signed_b == -1 && signed_a == -(1_i128 << (width - 1)));
    let shifts = b < i128::from(width);
    let number = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        // The product of two numbers of 64 bits without sign may not fit; that of numbers with sign does, and is the same in the width.
        BinaryOp::Mul => signed_a * signed_b,
        BinaryOp::UDiv if divides => a / b,
        BinaryOp::URem if divides => a % b,
        BinaryOp::SDiv if fits => signed_a / signed_b,
        BinaryOp::SRem if fits => signed_a % signed_b,
        BinaryOp::Shl if shifts => (a << b) & ((1 << width) - 1),
        BinaryOp::LShr if shifts => a >> b,
        BinaryOp::AShr if shifts => signed_a >> b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return None,
    };
    Some(wrapped(number, width))
}

fn compare(predicate: Predicate, width: u32, a: u64, b: u64) -> bool {
    let ((a, signed_a), (b, signed_b)) = (numbers(a, width), numbers(b, width));
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Sgt => signed_a > signed_b,
        Predicate::Sge => signed_a >= signed_b,
        Predicate::Slt => signed_a < signed_b,
        Predicate::Sle => signed_a <= signed_b,
        irsmith_pnacl::float_predicates!() => false,
    }
}

/// Returns the number of a float; one of single precision is exact in double precision.
fn float(lane: Lane, bits: u64) -> f64 {
    if lane == Lane::Float { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

/// Compares floats: an order exists between all but NaNs, and each predicate accepts some of the four outcomes.
fn float_compare(predicate: Predicate, a: f64, b: f64) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = a.partial_cmp(&b);
    let accepted: &[Option<std::cmp::Ordering>] = match predicate {
        Predicate::False => &[],
        Predicate::Oeq => &[Some(Equal)],
        Predicate::Ogt => &[Some(Greater)],
        Predicate::Oge => &[Some(Greater), Some(Equal)],
        Predicate::Olt => &[Some(Less)],
        Predicate::Ole => &[Some(Less), Some(Equal)],
        Predicate::One => &[Some(Less), Some(Greater)],
        Predicate::Ord => &[Some(Less), Some(Equal), Some(Greater)],
        Predicate::Uno => &[None],
        Predicate::Ueq => &[None, Some(Equal)],
        Predicate::Fugt => &[None, Some(Greater)],
        Predicate::Fuge => &[None, Some(Greater), Some(Equal)],
        Predicate::Fult => &[None, Some(Less)],
        Predicate::Fule => &[None, Some(Less), Some(Equal)],
        Predicate::Une => &[None, Some(Less), Some(Greater)],
        Predicate::True => &[None, Some(Less), Some(Equal), Some(Greater)],
        Predicate::Eq
        | Predicate::Ne
        | Predicate::Ugt
        | Predicate::Uge
        | Predicate::Ult
        | Predicate::Ule
        | Predicate::Sgt
        | Predicate::Sge
        | Predicate::Slt
        | Predicate::Sle => &[],
    };
    accepted.contains(&order)
}

/// Returns a float of a lane. A result of two singles in double precision, rounded once more, is that in single precision: double precision
/// has more than twice as many digits, and two more.
fn rounded(lane: Lane, number: f64) -> Expected {
    if number.is_nan() {
        return Expected::Nan;
    }
    Expected::Bits(if lane == Lane::Float { Bits::from((number as f32).to_bits()) } else { Bits::from(number.to_bits()) })
}

fn float_binary(op: BinaryOp, lane: Lane, a: u64, b: u64) -> Option<Expected> {
    let (a, b) = (float(lane, a), float(lane, b));
    let number = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::SDiv => a / b,
        BinaryOp::SRem => a % b,
        BinaryOp::UDiv
        | BinaryOp::URem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => return None,
    };
    Some(rounded(lane, number))
}

fn cast(op: CastOp, from: Lane, to: Lane, bits: u64) -> Option<Expected> {
    let width = |lane: Lane| match lane {
        Lane::Integer(width) => width,
        Lane::Float => 32,
        Lane::Double => 64,
    };
    let (unsigned, signed) = numbers(bits, width(from));
    let number = float(from, bits);
    let cut = number.trunc();
    let power = |exponent: u32| (1_u128 << exponent) as f64;
    Some(match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::BitCast => wrapped(unsigned, width(to)),
        CastOp::SExt => wrapped(signed, width(to)),
        CastOp::FpToUi if cut >= 0.0 && cut < power(width(to)) => wrapped(cut as i128, width(to)),
        CastOp::FpToSi if cut >= -power(width(to) - 1) && cut < power(width(to) - 1) => wrapped(cut as i128, width(to)),
        CastOp::FpToUi | CastOp::FpToSi => return None,
        CastOp::UiToFp => from_integer(to, unsigned),
        CastOp::SiToFp => from_integer(to, signed),
        CastOp::FpTrunc if number.is_finite() && number.abs() > f64::from(f32::MAX) => return None,
        CastOp::FpTrunc | CastOp::FpExt => rounded(to, number),
    })
}

/// Returns the float nearest to an integer, the even one of two: from its highest digits, whether any of the others is set, and the exponent.
fn from_integer(lane: Lane, number: i128) -> Expected {
    let (digits, exponent_bits, bias) = if lane == Lane::Float { (24, 8, 127) } else { (53, 11, 1023) };
    let sign = Bits::from(number < 0) << (digits - 1 + exponent_bits);
    let magnitude = number.unsigned_abs();
    let Some(highest) = magnitude.checked_ilog2() else { return Expected::Bits(0) };
    let mut exponent = highest;
    let mut mantissa = if highest < digits {
        magnitude << (digits - 1 - highest)
    } else {
        let dropped = highest + 1 - digits;
        let kept = magnitude >> dropped;
        let (rest, half) = (magnitude & ((1 << dropped) - 1), 1_u128 << (dropped - 1));
        kept + u128::from(rest > half || rest == half && kept & 1 == 1)
    };
    if mantissa == 1 << digits {
        mantissa >>= 1;
        exponent += 1;
    }
    Expected::Bits(sign | Bits::from(exponent + bias) << (digits - 1) | (mantissa - (1 << (digits - 1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_become_the_nearest_floats() {
        for number in [0, 1, -1, 16_777_217, 16_777_219, i64::MAX, i64::MIN, (1 << 53) + 1, 33_554_431, -7] {
            assert_eq!(from_integer(Lane::Float, number.into()), Expected::Bits((number as f32).to_bits().into()), "{number}");
            assert_eq!(from_integer(Lane::Double, number.into()), Expected::Bits((number as f64).to_bits().into()), "{number}");
        }
    }

    #[test]
    fn results_are_those_of_the_manual() {
        let of = |op, a: i8, b: i8| binary(op, 8, u64::from(a.cast_unsigned()), u64::from(b.cast_unsigned()));
        assert_eq!(of(BinaryOp::SDiv, -7, 2), Some(Expected::Bits(0xfd)));
        assert_eq!(of(BinaryOp::SRem, -7, 2), Some(Expected::Bits(0xff)));
        assert_eq!(of(BinaryOp::AShr, -128, 7), Some(Expected::Bits(0xff)));
        assert_eq!(of(BinaryOp::SDiv, -128, -1), None);
        assert_eq!(of(BinaryOp::Shl, 1, 8), None);
        assert!(compare(Predicate::Slt, 64, 1 << 63, 0) && !compare(Predicate::Ult, 64, 1 << 63, 0));
        assert!(float_compare(Predicate::Ueq, f64::NAN, 0.0) && !float_compare(Predicate::Oeq, f64::NAN, 0.0));
    }
}
