//! Sinks of values: a checksum, which functions return or leave in memory, and memory itself.
//!
//! A value that nothing uses tests nothing; compilers do not even compute it. So at the end of each scope unused values go into a sink, and
//! some of the others.

use super::super::kinds::{BYTE, Kind};
use super::context::Program;
use super::emit::{binary_of, cast_to, literal, new_global, number, push, temporary};
use super::material::operand;
use super::scope::Mark;
use irsmith_pnacl::tables::{BinaryOp, CastOp};
use irsmith_pnacl::{Alignment, Global, Initializer, Instruction, Value};

/// Iterations of a loop whose sinks in memory are separate.
const ROUNDS: u32 = 8;
/// Odd, so that multiplying loses nothing (the golden ratio, and the multiplier of PCG).
const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0x5851_f42d_4c95_7f2d];

/// Puts every value of the scope into a sink, if needed.
pub(super) fn sink_scope(program: &mut Program<'_, '_>, mark: Mark) {
    while let Some((kind, value)) = program.frame.scope.unseen(mark) {
        sink(program, kind, value);
    }
}

/// Ends a scope.
pub(super) fn leave(program: &mut Program<'_, '_>, mark: Mark) {
    sink_scope(program, mark);
    program.frame.scope.release(mark);
}

fn sink(program: &mut Program<'_, '_>, kind: Kind, value: Value) {
    // In code that is executed once, a separate place in memory costs one instruction; in code that is executed repeatedly, the checksum
    // keeps what memory would lose.
    let once = program.frame.is_executed_once();
    let memory = if once { 200 } else { 96 };
    if !kind.ty().is_i1() && (kind.ty().is_vector() || program.build.choices.chance(memory)) {
        return sink_in_memory(program, kind, value);
    }
    match kind.ty().bits() {
        1 => fold(program, Kind::I1, value),
        4 => {
            let wide = cast_to(program, Kind::I32X4, value, CastOp::SExt);
            sink_in_memory(program, Kind::I32X4, wide);
        }
        8 if kind.ty().is_i1() => {
            let byte = cast_to(program, Kind::I8, value, CastOp::BitCast);
            fold(program, Kind::I8, byte);
        }
        16 if kind.ty().is_i1() => {
            let short = cast_to(program, Kind::I16, value, CastOp::BitCast);
            fold(program, Kind::I16, short);
        }
        _ => fold(program, kind, value),
    }
}

/// Puts a scalar into the checksum.
fn fold(program: &mut Program<'_, '_>, kind: Kind, value: Value) {
    let value = match kind {
        Kind::F32 => cast_to(program, Kind::I32, value, CastOp::BitCast),
        Kind::F64 => cast_to(program, Kind::I64, value, CastOp::BitCast),
        _ => value,
    };
    let wide = match kind {
        Kind::I64 | Kind::F64 => value,
        _ => {
            let op = if program.build.choices.chance(96) { CastOp::SExt } else { CastOp::ZExt };
            cast_to(program, Kind::I64, value, op)
        }
    };
    let sum = checksum(program);
    let op = if program.build.choices.chance(128) { BinaryOp::Xor } else { BinaryOp::Add };
    let mixed = binary_of(program, Kind::I64, op, sum, wide);
    let multiplier = MULTIPLIERS[program.build.choices.below(MULTIPLIERS.len())];
    let multiplier = literal(program, Kind::I64, multiplier);
    let sum = binary_of(program, Kind::I64, BinaryOp::Mul, mixed, multiplier);
    program.frame.set_sum(sum);
}

/// Returns the checksum so far.
pub(super) fn checksum(program: &mut Program<'_, '_>) -> Value {
    match program.frame.sum() {
        Some(sum) => sum,
        None => {
            let sum = literal(program, Kind::I64, 0x1234_5678_9abc_def0 + program.frame.place() as u64);
            program.frame.set_sum(sum);
            sum
        }
    }
}

fn sink_in_memory(program: &mut Program<'_, '_>, kind: Kind, value: Value) {
    let looped = program.frame.innermost().is_some();
    let size = if looped { 16 * ROUNDS } else { 16 };
    let alignment = Alignment::from_bytes(16).unwrap_or_default();
    let global = Global { alignment, constant: false, initializers: vec![Initializer::Zerofill(size.into())] };
    let base = new_global(program, global);
    let pointer = if looped {
        let round = round(program);
        binary_of(program, Kind::I32, BinaryOp::Add, base, round)
    } else {
        base
    };
    let alignments = kind.memory_alignments();
    let alignment = alignments[program.build.choices.below(alignments.len())];
    push(program, Instruction::Store { pointer, value, alignment });
}

/// Returns the offset of this iteration of the innermost loop.
fn round(program: &mut Program<'_, '_>) -> Value {
    if let Some(known) = program.frame.round() {
        return known;
    }
    let Some((kind, counter)) = program.frame.innermost().map(|inner| inner.counter()) else { return number(program, 0) };
    let counter = match kind.ty().bits() {
        32 => counter,
        64 => cast_to(program, Kind::I32, counter, CastOp::Trunc),
        _ => cast_to(program, Kind::I32, counter, CastOp::ZExt),
    };
    let (mask, four) = (number(program, ROUNDS - 1), number(program, 4));
    let low = binary_of(program, Kind::I32, BinaryOp::And, counter, mask);
    let round = binary_of(program, Kind::I32, BinaryOp::Shl, low, four);
    program.frame.set_round(round);
    round
}

/// Returns from the function, with its checksum or another value; the checksum is never lost.
pub(super) fn leave_function(program: &mut Program<'_, '_>) {
    let result = program.functions[program.frame.place()].result;
    let value = match result {
        Some(Kind::I64) if program.build.choices.chance(192) => Some(checksum(program)),
        Some(Kind::I32) if program.build.choices.chance(128) => {
            let (sum, half) = (checksum(program), literal(program, Kind::I64, 32));
            let upper = binary_of(program, Kind::I64, BinaryOp::LShr, sum, half);
            let both = binary_of(program, Kind::I64, BinaryOp::Xor, upper, sum);
            Some(cast_to(program, Kind::I32, both, CastOp::Trunc))
        }
        _ => {
            flush(program);
            result.map(|kind| operand(program, kind))
        }
    };
    push(program, Instruction::Ret { value });
}

/// Adds the checksum to the one that all functions share.
fn flush(program: &mut Program<'_, '_>) {
    let Some(sum) = program.frame.sum() else { return };
    let pointer = program.shared.total();
    let ty = program.build.types.of(Kind::I64);
    let before = temporary(program, Kind::I64, Instruction::Load { pointer, alignment: BYTE, ty });
    let multiplier = literal(program, Kind::I64, MULTIPLIERS[0]);
    let mixed = binary_of(program, Kind::I64, BinaryOp::Mul, before, multiplier);
    let value = binary_of(program, Kind::I64, BinaryOp::Xor, mixed, sum);
    push(program, Instruction::Store { pointer, value, alignment: BYTE });
}
