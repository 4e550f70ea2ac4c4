//! Arithmetic of scalars: also used for lane-wise operations that WebAssembly lacks.

use super::numbers::FMOD;
use super::operand::{Operand, cut, extend_sign};
use irsmith_pnacl::tables::BinaryOp;
use wasm_encoder::InstructionSink;

/// Emits the instruction for i64 or the one for narrower integers.
macro_rules! sized {
    ($sink:ident, $bits:expr, $narrow:ident, $wide:ident) => {
        if $bits == 64 { $sink.$wide() } else { $sink.$narrow() }
    };
}

/// Computes with integers of this many bits. Division by 0 traps.
pub(super) fn integer(sink: &mut InstructionSink<'_>, op: BinaryOp, bits: u32, a: Operand, b: Operand) {
    match op {
        BinaryOp::SDiv if bits >= 32 => return signed_quotient(sink, bits, a, b),
        BinaryOp::SDiv | BinaryOp::SRem => {
            push_signed(sink, bits, a);
            push_signed(sink, bits, b);
        }
        BinaryOp::Shl | BinaryOp::LShr => {
            a.push(sink);
            push_amount(sink, bits, b);
        }
        BinaryOp::AShr => {
            push_signed(sink, bits, a);
            push_amount(sink, bits, b);
        }
        _ => {
            a.push(sink);
            b.push(sink);
        }
    }
    match op {
        BinaryOp::Add => sized!(sink, bits, i32_add, i64_add),
        BinaryOp::Sub => sized!(sink, bits, i32_sub, i64_sub),
        BinaryOp::Mul => sized!(sink, bits, i32_mul, i64_mul),
        BinaryOp::UDiv => sized!(sink, bits, i32_div_u, i64_div_u),
        BinaryOp::SDiv => sized!(sink, bits, i32_div_s, i64_div_s),
        BinaryOp::URem => sized!(sink, bits, i32_rem_u, i64_rem_u),
        // The remainder of the smallest integer by -1 is 0 here too.
        BinaryOp::SRem => sized!(sink, bits, i32_rem_s, i64_rem_s),
        BinaryOp::Shl => sized!(sink, bits, i32_shl, i64_shl),
        BinaryOp::LShr => sized!(sink, bits, i32_shr_u, i64_shr_u),
        BinaryOp::AShr => sized!(sink, bits, i32_shr_s, i64_shr_s),
        BinaryOp::And => sized!(sink, bits, i32_and, i64_and),
        BinaryOp::Or => sized!(sink, bits, i32_or, i64_or),
        BinaryOp::Xor => sized!(sink, bits, i32_xor, i64_xor),
    };
    cut(sink, bits);
}

fn push_signed(sink: &mut InstructionSink<'_>, bits: u32, operand: Operand) {
    operand.push(sink);
    extend_sign(sink, bits);
}

/// Pushes a shift amount, modulo the width.
fn push_amount(sink: &mut InstructionSink<'_>, bits: u32, amount: Operand) {
    amount.push(sink);
    if bits == 64 {
        sink.i64_const(63).i64_and();
    } else {
        sink.i32_const(bits as i32 - 1).i32_and();
    }
}

/// Computes a quotient of i32 or i64. The smallest integer by -1 would trap, so a divisor of -1 is replaced by 1 and the dividend is
/// negated.
fn signed_quotient(sink: &mut InstructionSink<'_>, bits: u32, a: Operand, b: Operand) {
    let (one, zero) = if bits == 64 { (Operand::I64(1), Operand::I64(0)) } else { (Operand::I32(1), Operand::I32(0)) };
    let push_is_minus_one = |sink: &mut InstructionSink<'_>| {
        b.push(sink);
        if bits == 64 {
            sink.i64_const(-1).i64_eq()
        } else {
            sink.i32_const(-1).i32_eq()
        };
    };
    zero.push(sink);
    a.push(sink);
    sized!(sink, bits, i32_sub, i64_sub);
    a.push(sink);
    one.push(sink);
    b.push(sink);
    push_is_minus_one(sink);
    sink.select();
    sized!(sink, bits, i32_div_s, i64_div_s);
    push_is_minus_one(sink);
    sink.select();
}

/// Computes with doubles, or with floats. The result may be any NaN.
pub(super) fn float(sink: &mut InstructionSink<'_>, op: BinaryOp, double: bool, a: Operand, b: Operand) {
    if op == BinaryOp::SRem && !double {
        // The remainder of two floats is a float: it is exact, and no larger than either.
        a.push(sink);
        sink.f64_promote_f32();
        b.push(sink);
        sink.f64_promote_f32().call(FMOD).f32_demote_f64();
        return;
    }
    a.push(sink);
    b.push(sink);
    match (op, double) {
        (BinaryOp::Add, true) => sink.f64_add(),
        (BinaryOp::Sub, true) => sink.f64_sub(),
        (BinaryOp::Mul, true) => sink.f64_mul(),
        (BinaryOp::SRem, _) => sink.call(FMOD),
        (_, true) => sink.f64_div(),
        (BinaryOp::Add, false) => sink.f32_add(),
        (BinaryOp::Sub, false) => sink.f32_sub(),
        (BinaryOp::Mul, false) => sink.f32_mul(),
        (_, false) => sink.f32_div(),
    };
}
