//! Conversions.

use super::super::integer::mask;
use super::super::op::Op;
use super::super::program::width;
use super::super::vector::Shape;
use super::body::BodyDecoder;
use crate::tables::CastOp;
use crate::{Scalar, Value, ValueType};

impl BodyDecoder<'_> {
    pub(super) fn cast(&mut self, value: Value, to: ValueType, op: CastOp) {
        let from = self.ty(value);
        if op == CastOp::BitCast {
            let op = if width(to) == 2 { Op::MoveVector } else { Op::Move };
            return self.push_1(op, value);
        }
        if from.is_vector() {
            let (from, to) = (Shape::of(from), Shape::of(to));
            return self.push_1(|d, a| Op::VectorCast(op, from, to, d, a), value);
        }
        let double = ValueType::scalar(Scalar::Double);
        let (source, target) = (from.scalar_bits() as u8, to.scalar_bits() as u8);
        match op {
            CastOp::Trunc => self.push_1(|d, a| Op::AndImmediate(d, a, mask(target.into())), value),
            CastOp::ZExt | CastOp::BitCast => self.push_1(Op::Move, value),
            CastOp::SExt => self.push_1(|d, a| Op::SExt(source, d, a, mask(target.into())), value),
            CastOp::FpToUi | CastOp::FpToSi => {
                let signed = op == CastOp::FpToSi;
                let op = if from == double { Op::DoubleToInteger } else { Op::FloatToInteger };
                self.push_1(|d, a| op(signed, target, d, a), value);
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                let signed = op == CastOp::SiToFp;
                let op = if to == double { Op::IntegerToDouble } else { Op::IntegerToFloat };
                self.push_1(|d, a| op(signed, source, d, a), value);
            }
            CastOp::FpTrunc => self.push_1(Op::FpTrunc, value),
            CastOp::FpExt => self.push_1(Op::FpExt, value),
        }
    }
}
