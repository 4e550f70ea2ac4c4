//! Comparisons and selects.

use super::super::op::Op;
use super::super::program::width;
use super::super::vector::Shape;
use super::body::BodyDecoder;
use crate::tables::Predicate;
use crate::{Scalar, Value, ValueType};

impl BodyDecoder<'_> {
    pub(super) fn compare(&mut self, a: Value, b: Value, predicate: Predicate) {
        let ty = self.ty(a);
        if ty.is_vector() {
            return self.push_2(|d, a, b| Op::VectorCompare(predicate, Shape::of(ty), d, a, b), a, b);
        }
        let code = predicate.code() as u8;
        match ty.scalar_kind() {
            Scalar::Float => self.push_2(|d, a, b| Op::CompareFloat(code, d, a, b), a, b),
            Scalar::Double => self.push_2(|d, a, b| Op::CompareDouble(code, d, a, b), a, b),
            _ => self.compare_integers(a, b, predicate, ty.scalar_bits() as u8),
        }
    }

    fn compare_integers(&mut self, a: Value, b: Value, predicate: Predicate, bits: u8) {
        if let (Some(constant), Predicate::Eq | Predicate::Ne) = (self.slots.constant(b), predicate) {
            let equal = predicate == Predicate::Eq;
            return self.push_1(|d, a| if equal { Op::EqImmediate(d, a, constant) } else { Op::NeImmediate(d, a, constant) }, a);
        }
        match predicate {
            Predicate::Eq => self.push_2(Op::Eq, a, b),
            Predicate::Ne => self.push_2(Op::Ne, a, b),
            Predicate::Ult => self.push_2(Op::Ult, a, b),
            Predicate::Ugt => self.push_2(Op::Ult, b, a),
            Predicate::Ule => self.push_2(Op::Ule, a, b),
            Predicate::Uge => self.push_2(Op::Ule, b, a),
            Predicate::Slt => self.push_2(|d, a, b| Op::Slt(bits, d, a, b), a, b),
            Predicate::Sgt => self.push_2(|d, a, b| Op::Slt(bits, d, a, b), b, a),
            Predicate::Sle => self.push_2(|d, a, b| Op::Sle(bits, d, a, b), a, b),
            Predicate::Sge => self.push_2(|d, a, b| Op::Sle(bits, d, a, b), b, a),
            // The others compare floats.
            crate::float_predicates!() => {}
        }
    }

    pub(super) fn select(&mut self, a: Value, b: Value, condition: Value) {
        let (ty, mask) = (self.ty(a), self.ty(condition));
        let (a, b, condition) = (self.operand(a), self.operand(b), self.operand(condition));
        let result = self.result();
        self.push(match (mask == ValueType::I1, width(ty)) {
            (true, 1) => Op::Select(result, a, b, condition),
            (true, _) => Op::SelectBoth(result, a, b, condition),
            (false, 1) => Op::SelectMask(result, a, b, condition),
            (false, _) => Op::SelectLanes(Shape::of(ty), result, a, b, condition),
        });
    }
}
