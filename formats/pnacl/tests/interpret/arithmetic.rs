//! Binary operations, comparisons and conversions of every type.

use crate::harness::Harness;
use crate::oracle::{self, defined};
use crate::support::*;
use crate::values::{TYPES, values};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{Literal, Scalar, ValueType};

pub(crate) fn all() {
    binary_operations_of_two_variables();
    comparisons_give_a_bit_for_each_lane();
    comparisons_decide_branches();
    conversions_of_every_pair_of_types();
}

fn pairs(ty: ValueType) -> impl Iterator<Item = (u128, u128)> {
    let list = values(ty);
    let other = list.clone();
    list.into_iter().flat_map(move |a| other.clone().into_iter().map(move |b| (a, b)))
}

fn has(op: BinaryOp, ty: ValueType) -> bool {
    if ty.is_float() { op.float_name().is_some() } else { !ty.is_i1() || op.allows_i1() }
}

fn compares(predicate: Predicate, ty: ValueType) -> bool {
    if predicate.is_integer() { ty.is_integer() && !ty.is_i1() } else { ty.is_float() }
}

/// Values that are tested as constants; only integer constants are stored within operations. Constant vectors are undefined.
fn constants(ty: ValueType) -> Vec<u128> {
    let list = values(ty);
    match (ty.is_vector(), ty.is_float()) {
        (true, _) => Vec::new(),
        (_, true) => list.into_iter().step_by(17).collect(),
        _ => list,
    }
}

fn constant(b: &mut BodyBuilder<'_>, ty: ValueType, bits: u128) -> irsmith_pnacl::Value {
    match ty.scalar_kind() {
        Scalar::Integer(_) => b.int(ty, bits as i64),
        _ => b.constant(ty, Literal::Float(bits as u64)),
    }
}

#[test]
fn binary_operations_of_two_variables() {
    for (ty, &op) in TYPES.into_iter().flat_map(|ty| BinaryOp::ALL.iter().map(move |op| (ty, op))).filter(|&(ty, op)| has(*op, ty)) {
        let harness = Harness::new(&[ty, ty], ty, |b| {
            let (x, y) = (b.argument(0, ty), b.argument(1, ty));
            let result = b.binary(op, x, y);
            b.give(result, ty);
        });
        harness.check(pairs(ty).map(|(a, b)| (vec![a, b], oracle::binary(op, ty, a, b))), || format!("{op:?} {ty}"));
    }
}

#[test]
fn binary_operations_of_a_variable_and_a_constant() {
    for (ty, &op) in TYPES.into_iter().flat_map(|ty| BinaryOp::ALL.iter().map(move |op| (ty, op))).filter(|&(ty, op)| has(*op, ty)) {
        for fixed in constants(ty) {
            for swapped in [false, true] {
                let harness = Harness::new(&[ty], ty, |b| {
                    let (x, y) = (b.argument(0, ty), constant(b, ty, fixed));
                    let result = if swapped { b.binary(op, y, x) } else { b.binary(op, x, y) };
                    b.give(result, ty);
                });
                let expected = |a| if swapped { oracle::binary(op, ty, fixed, a) } else { oracle::binary(op, ty, a, fixed) };
                harness.check(values(ty).into_iter().map(|a| (vec![a], expected(a))), || format!("{op:?} {ty} {fixed:x} {swapped}"));
            }
        }
    }
}

#[test]
fn comparisons_give_a_bit_for_each_lane() {
    for (ty, &predicate) in TYPES.into_iter().flat_map(|ty| Predicate::ALL.iter().map(move |predicate| (ty, predicate))) {
        if !compares(predicate, ty) {
            continue;
        }
        let harness = Harness::new(&[ty, ty], ty.comparison(), |b| {
            let (x, y) = (b.argument(0, ty), b.argument(1, ty));
            let result = b.compare(predicate, x, y);
            b.give(result, ty.comparison());
        });
        let expected = |a, b| defined(oracle::compare(predicate, ty, a, b));
        harness.check(pairs(ty).map(|(a, b)| (vec![a, b], expected(a, b))), || format!("{predicate:?} {ty}"));
    }
}

#[test]
fn comparisons_decide_branches() {
    for (ty, &predicate) in TYPES.into_iter().flat_map(|ty| Predicate::ALL.iter().map(move |predicate| (ty, predicate))) {
        if ty.is_vector() || !compares(predicate, ty) {
            continue;
        }
        let fixed: Vec<Option<u128>> = std::iter::once(None).chain(constants(ty).into_iter().map(Some)).collect();
        for fixed in fixed {
            let harness = Harness::new(&[ty, ty], I32, |b| {
                let (one, two) = (b.i32(1), b.i32(2));
                let (x, y) = (b.argument(0, ty), fixed.map(|bits| constant(b, ty, bits)));
                let y = y.unwrap_or_else(|| b.argument(1, ty));
                let condition = b.compare(predicate, x, y);
                b.branch_if(condition, 2, 1);
                b.ret(one);
                b.ret(two);
            });
            let second = fixed.map_or_else(|| values(ty), |bits| vec![bits]);
            let cases = values(ty).into_iter().flat_map(|a| second.iter().map(move |&b| (a, b)));
            let expected = |a, b| defined(1 + oracle::compare(predicate, ty, a, b));
            harness.check(cases.map(|(a, b)| (vec![a, b], expected(a, b))), || format!("branch {predicate:?} {ty} {fixed:x?}"));
        }
    }
}

#[test]
fn conversions_of_every_pair_of_types() {
    for (from, to) in TYPES.into_iter().flat_map(|from| TYPES.map(|to| (from, to))) {
        for &op in CastOp::ALL.iter().filter(|op| op.accepts(from, to)) {
            let harness = Harness::new(&[from], to, |b| {
                let value = b.argument(0, from);
                let result = b.cast(op, value, to);
                b.give(result, to);
            });
            harness.check(values(from).into_iter().map(|value| (vec![value], oracle::cast(op, from, to, value))), || {
                format!("{op:?} {from} to {to}")
            });
        }
    }
}

/// Every i32 near a power of two, and 64-bit integers whose rounding to float depends on the last bit.
#[test]
fn integers_round_once() {
    for (op, ty) in [(CastOp::UiToFp, I64), (CastOp::SiToFp, I64), (CastOp::UiToFp, I32), (CastOp::SiToFp, I32)] {
        for to in [FLOAT, DOUBLE] {
            let harness = Harness::new(&[ty], to, |b| {
                let result = b.cast(op, p(0), to);
                b.ret(result);
            });
            let bits = ty.scalar_bits();
            let near =
                (0..bits).flat_map(|power| (0..bits).flat_map(move |low| [(1u128 << power) ^ (1 << low), (1 << power) + (1 << low) + 1]));
            let cases = near.flat_map(|value| [value, value.wrapping_neg()]).map(|value| value & oracle::ones(bits));
            harness.check(cases.map(|value| (vec![value], oracle::cast(op, ty, to, value))), || format!("{op:?} {ty} to {to}"));
        }
    }
}
