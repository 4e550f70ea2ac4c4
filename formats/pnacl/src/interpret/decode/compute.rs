//! Binary operations and lanes of vectors.

use super::super::op::{Op, Slot};
use super::super::vector::Shape;
use super::body::BodyDecoder;
use crate::tables::BinaryOp;
use crate::{Scalar, Value};

/// Completes an operation of two operands.
type Two = fn(Slot, Slot, Slot) -> Op;
/// As [`Two`], with a width.
type Wide = fn(u8, Slot, Slot, Slot) -> Op;

impl BodyDecoder<'_> {
    pub(super) fn binary(&mut self, a: Value, b: Value, op: BinaryOp) {
        let ty = self.ty(a);
        let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if ty.is_vector() && !(bitwise && ty.is_i1()) {
            return self.push_2(|d, a, b| Op::VectorBinary(op, Shape::of(ty), d, a, b), a, b);
        }
        match ty.scalar_kind() {
            Scalar::Float => self.binary_float(a, b, op, false),
            Scalar::Double => self.binary_float(a, b, op, true),
            _ => {
                let (a, b) = if op.is_commutative() && self.slots.constant(a).is_some() { (b, a) } else { (a, b) };
                if !self.binary_constant(a, b, op, ty.scalar_bits()) {
                    self.binary_integer(a, b, op, ty.scalar_bits());
                }
            }
        }
    }

    fn binary_float(&mut self, a: Value, b: Value, op: BinaryOp, double: bool) {
        let (float, wide): (Two, Two) = match op {
            BinaryOp::Add => (Op::FAdd32, Op::FAdd64),
            BinaryOp::Sub => (Op::FSub32, Op::FSub64),
            BinaryOp::Mul => (Op::FMul32, Op::FMul64),
            BinaryOp::SDiv => (Op::FDiv32, Op::FDiv64),
            BinaryOp::SRem => (Op::FRem32, Op::FRem64),
            // The others do not exist for floats.
            BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => return,
        };
        self.push_2(if double { wide } else { float }, a, b);
    }

    fn binary_integer(&mut self, a: Value, b: Value, op: BinaryOp, bits: u32) {
        let (op_32, op_64, narrow): (Two, Two, Wide) = match op {
            BinaryOp::Add => (Op::Add32, Op::Add64, Op::AddNarrow),
            BinaryOp::Sub => (Op::Sub32, Op::Sub64, Op::SubNarrow),
            BinaryOp::Mul => (Op::Mul32, Op::Mul64, Op::MulNarrow),
            BinaryOp::UDiv => return self.push_2(Op::UDiv, a, b),
            BinaryOp::URem => return self.push_2(Op::URem, a, b),
            BinaryOp::And => return self.push_2(Op::And, a, b),
            BinaryOp::Or => return self.push_2(Op::Or, a, b),
            BinaryOp::Xor => return self.push_2(Op::Xor, a, b),
            BinaryOp::SDiv => return self.push_sized(Op::SDiv, a, b, bits),
            BinaryOp::SRem => return self.push_sized(Op::SRem, a, b, bits),
            BinaryOp::Shl => return self.push_sized(Op::Shl, a, b, bits),
            BinaryOp::LShr => return self.push_sized(Op::LShr, a, b, bits),
            BinaryOp::AShr => return self.push_sized(Op::AShr, a, b, bits),
        };
        match bits {
            32 => self.push_2(op_32, a, b),
            64 => self.push_2(op_64, a, b),
            _ => self.push_sized(narrow, a, b, bits),
        }
    }

    fn push_sized(&mut self, op: Wide, a: Value, b: Value, bits: u32) {
        self.push_2(|d, a, b| op(bits as u8, d, a, b), a, b);
    }

    /// Chooses an operation that contains its second operand, if there is one.
    fn binary_constant(&mut self, a: Value, b: Value, op: BinaryOp, bits: u32) -> bool {
        use BinaryOp::{AShr, Add, And, LShr, Mul, Or, Shl, Sub, Xor};
        let Some(constant) = self.slots.constant(b) else { return false };
        let shifts = constant < u64::from(bits) && matches!((op, bits), (Shl | LShr, 32 | 64) | (AShr, 32));
        if !shifts && !matches!((op, bits), (Add | Sub, 32 | 64) | (Mul, 32) | (And | Or | Xor, _)) {
            return false;
        }
        let (a, small) = (self.operand(a), constant as u32);
        let d = self.result();
        self.push(match (op, bits) {
            (Add, 32) => Op::Add32Immediate(d, a, small),
            (Add, _) => Op::Add64Immediate(d, a, constant),
            (Sub, 32) => Op::Add32Immediate(d, a, small.wrapping_neg()),
            (Sub, _) => Op::Add64Immediate(d, a, constant.wrapping_neg()),
            (Mul, _) => Op::Mul32Immediate(d, a, small),
            (Shl, 32) => Op::Shl32Immediate(d, a, small),
            (Shl, _) => Op::Shl64Immediate(d, a, small),
            (LShr, 32) => Op::LShr32Immediate(d, a, small),
            (LShr, _) => Op::LShr64Immediate(d, a, small),
            (And, _) => Op::AndImmediate(d, a, constant),
            (Or, _) => Op::OrImmediate(d, a, constant),
            (Xor, _) => Op::XorImmediate(d, a, constant),
            _ => Op::AShr32Immediate(d, a, small),
        });
        true
    }

    /// Returns the lane of an index, which is a constant, modulo the number of lanes.
    fn lane(&self, vector: Value, index: Value) -> u8 {
        let lanes = self.ty(vector).lanes().max(1);
        (self.slots.constant(index).unwrap_or(0) % u64::from(lanes)) as u8
    }

    pub(super) fn extract(&mut self, vector: Value, index: Value) {
        let (shape, lane) = (Shape::of(self.ty(vector)), self.lane(vector, index));
        self.push_1(|d, a| Op::Extract(shape, lane, d, a), vector);
    }

    pub(super) fn insert(&mut self, vector: Value, element: Value, index: Value) {
        let (shape, lane) = (Shape::of(self.ty(vector)), self.lane(vector, index));
        self.push_2(|d, a, b| Op::Insert(shape, lane, d, a, b), vector, element);
    }
}
