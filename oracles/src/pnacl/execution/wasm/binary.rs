//! Binary operations.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::operand::{Operand, Shape, canonicalize, value_type};
use super::scalar::{float, integer};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::{Scalar, Value};
use wasm_encoder::{InstructionSink, ValType};

impl FunctionLowering<'_, '_> {
    pub(super) fn binary(&mut self, a: Value, b: Value, op: BinaryOp) -> Result<(), Unsupported> {
        let ty = self.type_of(a);
        let (mut a, mut b) = (self.operand(a)?, self.operand(b)?);
        if matches!(b, Operand::Stack) {
            // Only if that changes nothing.
            std::mem::swap(&mut a, &mut b);
        }
        if ty.is_float() && op.float_name().is_none() {
            return Err(Unsupported("malformed"));
        }
        if ty.is_vector() {
            return self.vector_binary(Shape::of(ty)?, op, a, b);
        }
        if ty.is_float() {
            let scratch = self.scratch(value_type(ty)?, 0);
            float(&mut self.sink(), op, ty.scalar_kind() == Scalar::Double, a, b);
            canonicalize(&mut self.sink(), value_type(ty)?, scratch);
            return Ok(());
        }
        if divides(op) {
            self.expect_trap(TrapKind::DivisionByZero);
        }
        integer(&mut self.sink(), op, ty.scalar_bits(), a, b);
        Ok(())
    }

    fn vector_binary(&mut self, shape: Shape, op: BinaryOp, a: Operand, b: Operand) -> Result<(), Unsupported> {
        if shape != Shape::F32x4 && divides(op) {
            self.expect_trap(TrapKind::DivisionByZero);
        }
        a.push(&mut self.sink());
        b.push(&mut self.sink());
        if !whole(&mut self.sink(), shape, op) {
            let function = self.shared.lanes.number(op, shape);
            self.sink().call(function);
        }
        if shape == Shape::F32x4 {
            let scratch = self.scratch(ValType::V128, 0);
            canonicalize(&mut self.sink(), ValType::V128, scratch);
        }
        Ok(())
    }
}

/// Returns whether the operation traps on integers if the right operand is 0, as WebAssembly's instructions do.
const fn divides(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
}

/// Emits the instruction that computes all lanes, if there is one.
fn whole(sink: &mut InstructionSink<'_>, shape: Shape, op: BinaryOp) -> bool {
    match (op, shape) {
        (BinaryOp::And, _) => sink.v128_and(),
        (BinaryOp::Or, _) => sink.v128_or(),
        (BinaryOp::Xor, _) => sink.v128_xor(),
        (BinaryOp::Add, Shape::I8x16) => sink.i8x16_add(),
        (BinaryOp::Add, Shape::I16x8) => sink.i16x8_add(),
        (BinaryOp::Add, Shape::I32x4) => sink.i32x4_add(),
        (BinaryOp::Add, Shape::F32x4) => sink.f32x4_add(),
        (BinaryOp::Sub, Shape::I8x16) => sink.i8x16_sub(),
        (BinaryOp::Sub, Shape::I16x8) => sink.i16x8_sub(),
        (BinaryOp::Sub, Shape::I32x4) => sink.i32x4_sub(),
        (BinaryOp::Sub, Shape::F32x4) => sink.f32x4_sub(),
        (BinaryOp::Mul, Shape::I16x8) => sink.i16x8_mul(),
        (BinaryOp::Mul, Shape::I32x4) => sink.i32x4_mul(),
        (BinaryOp::Mul, Shape::F32x4) => sink.f32x4_mul(),
        (BinaryOp::SDiv, Shape::F32x4) => sink.f32x4_div(),
        _ => return false,
    };
    true
}
