//! Helpers that append instructions, literals and globals.

use super::super::declarations::declare_intrinsic;
use super::super::kinds::{Kind, extend};
use super::context::Program;
use irsmith_pnacl::tables::{BinaryOp, CastOp, IntrinsicId, Predicate};
use irsmith_pnacl::{BlockId, Constant, Global, Instruction, Literal, Value};
use smallvec::SmallVec;

/// Ends the current block with a branch to another.
pub(super) fn branch(program: &mut Program<'_, '_>, target: usize) {
    push(program, Instruction::Branch { target: BlockId(target as u32) });
}

/// Ends the current block with a branch to one of two.
pub(super) fn branch_if(program: &mut Program<'_, '_>, condition: Value, then: usize, otherwise: usize) {
    let [then, otherwise] = [then, otherwise].map(|block| BlockId(block as u32));
    push(program, Instruction::BranchIf { then, otherwise, condition });
}

/// Appends a binary operation; only the following instructions use its result, as with the functions below.
pub(super) fn binary_of(program: &mut Program<'_, '_>, kind: Kind, op: BinaryOp, a: Value, b: Value) -> Value {
    temporary(program, kind, Instruction::Binary { a, b, op })
}

/// Appends a select of two values.
pub(super) fn select_of(program: &mut Program<'_, '_>, kind: Kind, condition: Value, a: Value, b: Value) -> Value {
    temporary(program, kind, Instruction::Select { a, b, condition })
}

/// Appends a comparison.
pub(super) fn compare_of(program: &mut Program<'_, '_>, kind: Kind, predicate: Predicate, a: Value, b: Value) -> Value {
    temporary(program, kind.comparison(), Instruction::Compare { a, b, predicate })
}

/// Calls an intrinsic as part of something else; only the following instructions use its result, if any.
pub(super) fn call_named(program: &mut Program<'_, '_>, id: IntrinsicId, arguments: &[Value]) -> Option<Value> {
    let call = call_of(program, id, false, arguments.into());
    let result = Kind::of(id.row().result);
    let value = program.frame.push(call, result);
    note_address_of(program, id);
    result.map(|_| value)
}

/// Makes the call of an intrinsic, which is declared if needed.
pub(super) fn call_of(program: &mut Program<'_, '_>, id: IntrinsicId, tail: bool, arguments: SmallVec<[Value; 4]>) -> Instruction {
    Instruction::Call { tail, callee: Value::function(declare_intrinsic(&mut program.build, id)), arguments }
}

/// Records that the newest result is an address, if the intrinsic returns one.
pub(super) fn note_address_of(program: &mut Program<'_, '_>, id: IntrinsicId) {
    if id.row().returns_address {
        program.frame.code.note_address();
    }
}

/// Appends an instruction whose result operands may name.
pub(super) fn define(program: &mut Program<'_, '_>, kind: Kind, instruction: Instruction) -> Value {
    let keep = program.build.choices.chance(program.knobs.sinks);
    define_as(program, kind, instruction, keep)
}

/// As [`define`]; `keep` says whether the result goes into a sink even if it is used.
pub(super) fn define_as(program: &mut Program<'_, '_>, kind: Kind, instruction: Instruction, keep: bool) -> Value {
    let value = program.frame.push(instruction, Some(kind));
    program.frame.scope.offer(kind, value, false, keep);
    value
}

/// Appends an instruction whose result only the following instructions use.
pub(super) fn temporary(program: &mut Program<'_, '_>, kind: Kind, instruction: Instruction) -> Value {
    program.frame.push(instruction, Some(kind))
}

/// Appends an instruction without a result.
pub(super) fn push(program: &mut Program<'_, '_>, instruction: Instruction) {
    program.frame.push(instruction, None);
}

/// Returns a literal of a scalar kind.
pub(super) fn literal(program: &mut Program<'_, '_>, kind: Kind, bits: u64) -> Value {
    let ty = program.build.types.of(kind);
    let literal = if kind.ty().is_float() { Literal::Float(bits) } else { Literal::Integer(extend(bits, kind.ty().scalar_bits())) };
    program.frame.code.constant(Constant { ty, literal })
}

/// Returns an i32 literal.
pub(super) fn number(program: &mut Program<'_, '_>, value: u32) -> Value {
    literal(program, Kind::I32, value.into())
}

/// Appends a conversion.
pub(super) fn cast_to(program: &mut Program<'_, '_>, kind: Kind, value: Value, op: CastOp) -> Value {
    let ty = program.build.types.of(kind);
    temporary(program, kind, Instruction::Cast { value, ty, op })
}

/// Adds a global.
pub(super) fn new_global(program: &mut Program<'_, '_>, global: Global) -> Value {
    program.build.globals.add(global)
}
