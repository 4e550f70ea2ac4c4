//! Arithmetic of integers that are zero-extended to 64 bits.

use super::{TrapKind, UndefinedKind};
use crate::tables::{BinaryOp, Predicate};

/// A result, and the undefined behaviour by the manual, if any.
pub(super) type Noted = (u64, Option<UndefinedKind>);

/// Returns all ones in the low `bits` bits, from 1 to 64.
#[inline(always)]
pub(super) const fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Sign-extends the low `bits` bits, from 1 to 64.
#[inline(always)]
pub(super) const fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// Returns the signed quotient; of the smallest integer by -1, that integer.
#[inline(always)]
pub(super) fn sdiv(a: u64, b: u64, bits: u32) -> Result<Noted, TrapKind> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    match y {
        0 => Err(TrapKind::DivisionByZero),
        -1 => Ok((x.wrapping_neg() as u64 & mask(bits), overflow(a, bits))),
        _ => Ok(((x / y) as u64 & mask(bits), None)),
    }
}

/// Returns the remainder with the sign of the dividend; of the smallest integer by -1, 0.
#[inline(always)]
pub(super) fn srem(a: u64, b: u64, bits: u32) -> Result<Noted, TrapKind> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    match y {
        0 => Err(TrapKind::DivisionByZero),
        -1 => Ok((0, overflow(a, bits))),
        _ => Ok(((x % y) as u64 & mask(bits), None)),
    }
}

fn overflow(a: u64, bits: u32) -> Option<UndefinedKind> {
    (a == 1 << (bits - 1)).then_some(UndefinedKind::DivisionOverflow)
}

/// Computes a shift; the amount is taken modulo the width.
#[inline(always)]
pub(super) fn shift(op: BinaryOp, a: u64, b: u64, bits: u32) -> Noted {
    let amount = b as u32 & (bits - 1);
    let result = match op {
        BinaryOp::Shl => a << amount & mask(bits),
        BinaryOp::LShr => a >> amount,
        _ => (signed(a, bits) >> amount) as u64 & mask(bits),
    };
    (result, (b >= u64::from(bits)).then_some(UndefinedKind::ShiftAmount))
}

/// Computes any binary operation.
pub(super) fn binary(op: BinaryOp, a: u64, b: u64, bits: u32) -> Result<Noted, TrapKind> {
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).ok_or(TrapKind::DivisionByZero)?,
        BinaryOp::URem => a.checked_rem(b).ok_or(TrapKind::DivisionByZero)?,
        BinaryOp::SDiv => return sdiv(a, b, bits),
        BinaryOp::SRem => return srem(a, b, bits),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return Ok(shift(op, a, b, bits)),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    };
    Ok((value & mask(bits), None))
}

/// Returns whether an integer predicate holds; false for a predicate of floats.
pub(super) fn compare(predicate: Predicate, a: u64, b: u64, bits: u32) -> bool {
    let (x, y) = (signed(a, bits), signed(b, bits));
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Sgt => x > y,
        Predicate::Sge => x >= y,
        Predicate::Slt => x < y,
        Predicate::Sle => x <= y,
        crate::float_predicates!() => false,
    }
}
