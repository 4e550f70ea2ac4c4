//! Returns and branches.

use super::super::op::{Op, Slot};
use super::super::program::width;
use super::body::BodyDecoder;
use crate::tables::Predicate;
use crate::{BlockId, Instruction, Scalar, Value, ValueType};

/// Completes a branch on a comparison of two slots.
type Compared = fn(Slot, Slot, u32, u32) -> Op;
/// Completes a branch on a comparison of a slot with a constant.
type ComparedImmediate = fn(Slot, u32, u32, u32) -> Op;

impl BodyDecoder<'_> {
    pub(super) fn ret(&mut self, value: Option<Value>) {
        let value = value.filter(|&value| self.ty(value) != ValueType::VOID);
        let Some(value) = value else { return self.push(Op::ReturnVoid) };
        let slot = self.operand(value);
        self.push(if width(self.ty(value)) == 2 { Op::ReturnVector(slot) } else { Op::Return(slot) });
    }

    pub(super) fn branch_if(&mut self, condition: Value, then: BlockId, otherwise: BlockId) {
        let targets = (self.edges.target(self.block, then.0), self.edges.target(self.block, otherwise.0));
        if let Some(Instruction::Compare { a, b, predicate }) = self.deferred(condition) {
            let ty = self.ty(*a);
            if ty.is_float() {
                return self.branch_if_float(*predicate, ty, (*a, *b), targets);
            }
            return self.branch_if_integer(*predicate, ty, (*a, *b), targets);
        }
        let slot = self.operand(condition);
        self.push(Op::Branch(slot, targets.0, targets.1));
    }

    fn branch_if_float(&mut self, predicate: Predicate, ty: ValueType, (a, b): (Value, Value), (then, otherwise): (u32, u32)) {
        let (a, b, bits) = (self.operand(a), self.operand(b), predicate.code() as u8);
        let op = if ty.scalar_kind() == Scalar::Float { Op::BranchFloat } else { Op::BranchDouble };
        self.push(op(bits, a, b, then, otherwise));
    }

    fn branch_if_integer(&mut self, predicate: Predicate, ty: ValueType, (a, b): (Value, Value), targets: (u32, u32)) {
        if self.branch_if_constant(predicate, ty, (a, b), targets) {
            return;
        }
        // Greater is less with the operands swapped, not equal is equal with the targets swapped.
        let wide = ty.scalar_bits() == 64;
        let (op, swaps): (Compared, bool) = match predicate {
            Predicate::Eq | Predicate::Ne => (Op::BranchEq, false),
            Predicate::Ult => (Op::BranchUlt, false),
            Predicate::Ugt => (Op::BranchUlt, true),
            Predicate::Ule => (Op::BranchUle, false),
            Predicate::Uge => (Op::BranchUle, true),
            Predicate::Slt => (if wide { Op::BranchSlt64 } else { Op::BranchSlt32 }, false),
            Predicate::Sgt => (if wide { Op::BranchSlt64 } else { Op::BranchSlt32 }, true),
            Predicate::Sle => (if wide { Op::BranchSle64 } else { Op::BranchSle32 }, false),
            Predicate::Sge => (if wide { Op::BranchSle64 } else { Op::BranchSle32 }, true),
            // The others compare floats.
            crate::float_predicates!() => return,
        };
        let (a, b) = (self.operand(a), self.operand(b));
        let (a, b) = if swaps { (b, a) } else { (a, b) };
        let (then, otherwise) = if predicate == Predicate::Ne { (targets.1, targets.0) } else { targets };
        self.push(op(a, b, then, otherwise));
    }

    /// As [`Self::branch_if_integer`] if the second operand is a constant that the operation can contain.
    fn branch_if_constant(&mut self, predicate: Predicate, ty: ValueType, (a, b): (Value, Value), targets: (u32, u32)) -> bool {
        let Some(constant) = self.slots.constant(b).and_then(|bits| u32::try_from(bits).ok()) else { return false };
        let (op, negates): (ComparedImmediate, bool) = match predicate {
            Predicate::Eq => (Op::BranchEqImmediate, false),
            Predicate::Ne => (Op::BranchEqImmediate, true),
            Predicate::Ult => (Op::BranchUltImmediate, false),
            Predicate::Uge => (Op::BranchUltImmediate, true),
            Predicate::Ugt => (Op::BranchUgtImmediate, false),
            Predicate::Ule => (Op::BranchUgtImmediate, true),
            _ if ty.scalar_bits() != 32 => return false,
            Predicate::Slt => (Op::BranchSlt32Immediate, false),
            Predicate::Sge => (Op::BranchSlt32Immediate, true),
            Predicate::Sgt => (Op::BranchSgt32Immediate, false),
            Predicate::Sle => (Op::BranchSgt32Immediate, true),
            // The others compare floats.
            crate::float_predicates!() => return false,
        };
        let a = self.operand(a);
        let (then, otherwise) = if negates { (targets.1, targets.0) } else { targets };
        self.push(op(a, constant, then, otherwise));
        true
    }
}
