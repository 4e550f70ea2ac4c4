//! The expected results of instructions, computed by other means than the interpreter: integers as 128-bit integers, floats by a soft-float
//! library, square roots by integer square roots.

use crate::support::*;
use irsmith_pnacl::interpret::{Bits, TrapKind, UndefinedKind};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{Scalar, ValueType};
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// The expected outcome of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) result: Result<Bits, TrapKind>,
    pub(crate) undefined: Option<UndefinedKind>,
}

/// Returns an outcome without undefined behaviour.
pub(crate) fn defined(bits: Bits) -> Expected {
    Expected { result: Ok(bits), undefined: None }
}

fn when(condition: bool, kind: UndefinedKind) -> Option<UndefinedKind> {
    condition.then_some(kind)
}

/// Returns a value whose low `bits` bits are ones.
pub(crate) fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}

/// Returns the signed value of the low bits.
pub(crate) fn signed(value: u128, bits: u32) -> i128 {
    let value = (value & ones(bits)) as i128;
    if value >> (bits - 1) & 1 == 1 { value - (1 << bits) } else { value }
}

/// Returns the lanes of a value; a scalar is its only lane.
pub(crate) fn lanes(ty: ValueType, value: Bits) -> Vec<u128> {
    let bits = ty.scalar_bits();
    (0..ty.lanes().max(1)).map(|lane| value >> (lane * bits) & ones(bits)).collect()
}

/// Returns a value made from its lanes.
pub(crate) fn join(ty: ValueType, lanes: impl IntoIterator<Item = u128>) -> Bits {
    lanes.into_iter().enumerate().fold(0, |value, (at, lane)| value | lane << (at as u32 * ty.scalar_bits()))
}

/// Joins the expected outcomes of lanes.
fn join_expected(ty: ValueType, lanes: impl IntoIterator<Item = Expected>) -> Expected {
    let (mut values, mut undefined) = (Vec::new(), None);
    let mut trap = None;
    for lane in lanes {
        match lane.result {
            Ok(value) => values.push(value),
            Err(kind) => trap = Some(kind),
        }
        undefined = undefined.or(lane.undefined);
    }
    match trap {
        Some(kind) => Expected { result: Err(kind), undefined: None },
        None => Expected { result: Ok(join(ty, values)), undefined },
    }
}

fn canonical(is_nan: bool, bits: u128, double: bool) -> u128 {
    match (is_nan, double) {
        (false, _) => bits,
        (true, false) => 0x7fc0_0000,
        (true, true) => 0x7ff8_0000_0000_0000,
    }
}

/// Computes a binary operation.
pub(crate) fn binary(op: BinaryOp, ty: ValueType, a: Bits, b: Bits) -> Expected {
    let lane = |(a, b): (u128, u128)| match ty.scalar_kind() {
        Scalar::Float => defined(binary_float::<Single>(op, a, b, false)),
        Scalar::Double => defined(binary_float::<Double>(op, a, b, true)),
        _ => binary_integer(op, ty.scalar_bits(), a, b),
    };
    join_expected(ty, lanes(ty, a).into_iter().zip(lanes(ty, b)).map(lane))
}

fn binary_float<F: Float>(op: BinaryOp, a: u128, b: u128, double: bool) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        BinaryOp::Add => a.add_r(b, Round::NearestTiesToEven),
        BinaryOp::Sub => a.sub_r(b, Round::NearestTiesToEven),
        BinaryOp::Mul => a.mul_r(b, Round::NearestTiesToEven),
        BinaryOp::SDiv => a.div_r(b, Round::NearestTiesToEven),
        BinaryOp::SRem => a.c_fmod(b),
        _ => panic!("{op:?} of floats"),
    };
    canonical(result.value.is_nan(), result.value.to_bits(), double)
}

fn binary_integer(op: BinaryOp, bits: u32, a: u128, b: u128) -> Expected {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let amount = (b % u128::from(bits)) as u32;
    let beyond = when(b >= u128::from(bits), UndefinedKind::ShiftAmount);
    let overflow = when(y == -1 && x == -(1 << (bits - 1)), UndefinedKind::DivisionOverflow);
    let (value, undefined) = match op {
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem if b == 0 => {
            return Expected { result: Err(TrapKind::DivisionByZero), undefined: None };
        }
        BinaryOp::Add => (x + y, None),
        BinaryOp::Sub => (x - y, None),
        BinaryOp::Mul => (x * y, None),
        BinaryOp::UDiv => ((a / b) as i128, None),
        BinaryOp::SDiv => (x / y, overflow),
        BinaryOp::URem => ((a % b) as i128, None),
        BinaryOp::SRem => (x % y, overflow),
        BinaryOp::Shl => ((a as i128) << amount, beyond),
        BinaryOp::LShr => ((a >> amount) as i128, beyond),
        BinaryOp::AShr => (x.div_euclid(1 << amount), beyond),
        BinaryOp::And => ((a & b) as i128, None),
        BinaryOp::Or => ((a | b) as i128, None),
        BinaryOp::Xor => ((a ^ b) as i128, None),
    };
    Expected { result: Ok(value as u128 & ones(bits)), undefined }
}

/// Computes a comparison: a bit for each lane.
pub(crate) fn compare(predicate: Predicate, ty: ValueType, a: Bits, b: Bits) -> Bits {
    let holds = |(a, b): (u128, u128)| match ty.scalar_kind() {
        Scalar::Float => accepts(predicate, Single::from_bits(a).partial_cmp(&Single::from_bits(b))),
        Scalar::Double => accepts(predicate, Double::from_bits(a).partial_cmp(&Double::from_bits(b))),
        _ => compare_integers(predicate, a, b, ty.scalar_bits()),
    };
    join(ty.comparison(), lanes(ty, a).into_iter().zip(lanes(ty, b)).map(|pair| u128::from(holds(pair))))
}

/// Computes a predicate by the manual's table.
fn accepts(predicate: Predicate, order: Option<Ordering>) -> bool {
    let name = predicate.name();
    match (name, order) {
        ("true", _) | ("ord", Some(_)) | ("uno", None) => true,
        ("false" | "ord" | "uno", _) => false,
        (name, None) => name.starts_with('u'),
        (name, Some(order)) => match &name[1..] {
            "eq" => order.is_eq(),
            "ne" => order.is_ne(),
            "gt" => order.is_gt(),
            "ge" => order.is_ge(),
            "lt" => order.is_lt(),
            "le" => order.is_le(),
            // `one` means ordered and not equal.
            _ => order.is_ne(),
        },
    }
}

fn compare_integers(predicate: Predicate, a: u128, b: u128, bits: u32) -> bool {
    let order = if predicate.name().starts_with('s') { signed(a, bits).cmp(&signed(b, bits)) } else { a.cmp(&b) };
    match predicate.name() {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        name if name.ends_with("gt") => order.is_gt(),
        name if name.ends_with("ge") => order.is_ge(),
        name if name.ends_with("lt") => order.is_lt(),
        _ => order.is_le(),
    }
}

/// Computes a conversion.
pub(crate) fn cast(op: CastOp, from: ValueType, to: ValueType, value: Bits) -> Expected {
    if op == CastOp::BitCast {
        return defined(value);
    }
    join_expected(to, lanes(from, value).into_iter().map(|lane| cast_lane(op, from.element(), to.element(), lane)))
}

fn cast_lane(op: CastOp, from: ValueType, to: ValueType, value: u128) -> Expected {
    let (bits, double) = (to.scalar_bits(), from == DOUBLE);
    match op {
        CastOp::Trunc => defined(value & ones(bits)),
        CastOp::ZExt | CastOp::BitCast => defined(value),
        CastOp::SExt => defined(signed(value, from.scalar_bits()) as u128 & ones(bits)),
        CastOp::FpToUi | CastOp::FpToSi if double => to_integer(Double::from_bits(value), op == CastOp::FpToSi, bits),
        CastOp::FpToUi | CastOp::FpToSi => to_integer(Single::from_bits(value), op == CastOp::FpToSi, bits),
        CastOp::UiToFp | CastOp::SiToFp => {
            let number = if op == CastOp::SiToFp { signed(value, from.scalar_bits()) } else { value as i128 };
            defined(if to == DOUBLE { Double::from_i128(number).value.to_bits() } else { Single::from_i128(number).value.to_bits() })
        }
        CastOp::FpTrunc => {
            let source = Double::from_bits(value);
            let result: Single = source.convert(&mut false).value;
            let overflow = when(source.is_finite() && result.is_infinite(), UndefinedKind::FloatRange);
            Expected { result: Ok(canonical(result.is_nan(), result.to_bits(), false)), undefined: overflow }
        }
        CastOp::FpExt => {
            let result: Double = Single::from_bits(value).convert(&mut false).value;
            defined(canonical(result.is_nan(), result.to_bits(), true))
        }
    }
}

fn to_integer<F: Float>(value: F, is_signed: bool, bits: u32) -> Expected {
    // 128 bits contain every value in range; the range is then checked on integers.
    let whole = value.to_i128_r(128, Round::TowardZero, &mut false);
    let (low, high) = if is_signed { (-(1 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    let number = match (value.is_nan(), whole.status.contains(Status::INVALID_OP), value.is_negative()) {
        (true, ..) => return Expected { result: Ok(0), undefined: Some(UndefinedKind::FloatToInteger) },
        (_, true, true) => i128::MIN,
        (_, true, false) => i128::MAX,
        _ => whole.value,
    };
    let undefined = when(!(low..=high).contains(&number), UndefinedKind::FloatToInteger);
    Expected { result: Ok(number.clamp(low, high) as u128 & ones(bits)), undefined }
}

/// Returns a square root, rounded from the integer square root of the value, scaled to have all bits of the result and some more.
pub(crate) fn sqrt(value: u128, double: bool) -> Bits {
    let (fraction_bits, bias) = if double { (52, 1023) } else { (23, 127) };
    let is_nan = if double { Double::from_bits(value).is_nan() } else { Single::from_bits(value).is_nan() };
    let sign = value >> (if double { 63 } else { 31 }) & 1 == 1;
    let magnitude = value & ones(if double { 63 } else { 31 });
    if magnitude == 0 {
        return value;
    }
    let exponent = (magnitude >> fraction_bits) as i32;
    if is_nan || sign {
        return canonical(true, 0, double);
    }
    if exponent == 2 * bias + 1 {
        return value;
    }
    let fraction = magnitude & ones(fraction_bits);
    let (mut whole, mut scale) = if exponent == 0 { (fraction, 1) } else { (fraction | 1 << fraction_bits, exponent) };
    scale -= bias + fraction_bits as i32;
    // The value is whole * 2^scale; it is shifted left to about 124 bits, with an even exponent.
    let mut shift = whole.leading_zeros() as i32 - 4;
    shift -= (scale - shift) & 1;
    whole <<= shift;
    scale -= shift;
    let root = whole.isqrt();
    let sticky = u128::from(root * root != whole);
    // The root has about 62 bits, more than any format; an appended sticky bit decides ties.
    let exact = (root << 1 | sticky) as i128;
    let result = if double {
        Double::from_i128(exact).value.scalbn(scale / 2 - 1).to_bits()
    } else {
        Single::from_i128(exact).value.scalbn(scale / 2 - 1).to_bits()
    };
    assert!(scale & 1 == 0);
    result
}
