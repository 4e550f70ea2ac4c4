//! Memory accesses.

use super::super::op::{Op, Slot};
use super::super::program::width;
use super::body::BodyDecoder;
use crate::{Alignment, Instruction, Value, ValueType};

/// Completes an access: the value, the address, and its offset.
type Access = fn(Slot, Slot, u32) -> Op;

impl BodyDecoder<'_> {
    pub(super) fn alloca(&mut self, size: Value, alignment: Alignment) {
        let less_one = alignment.bytes().max(1) as u32 - 1;
        self.push_1(|d, a| Op::Alloca(d, a, less_one), size);
    }

    pub(super) fn load(&mut self, pointer: Value, alignment: Alignment, ty: ValueType) {
        let (base, offset) = self.address(pointer);
        let result = self.result();
        if width(ty) == 2 {
            return self.push(Op::LoadVector(alignment.bytes() as u8, result, base, offset));
        }
        let op: Access = match (ty.scalar_bits(), alignment.bytes() > 1) {
            (8, _) => Op::Load8,
            (16, _) => Op::Load16,
            (32, false) => Op::Load32,
            (32, true) => Op::LoadFloat,
            (_, false) => Op::Load64,
            (_, true) => Op::LoadDouble,
        };
        self.push(op(result, base, offset));
    }

    pub(super) fn store(&mut self, pointer: Value, value: Value, alignment: Alignment) {
        let ty = self.ty(value);
        let (base, offset) = self.address(pointer);
        let value = self.operand(value);
        if width(ty) == 2 {
            return self.push(Op::StoreVector(alignment.bytes() as u8, value, base, offset));
        }
        let op: Access = match (ty.scalar_bits(), alignment.bytes() > 1) {
            (8, _) => Op::Store8,
            (16, _) => Op::Store16,
            (32, false) => Op::Store32,
            (32, true) => Op::StoreFloat,
            (_, false) => Op::Store64,
            (_, true) => Op::StoreDouble,
        };
        self.push(op(value, base, offset));
    }

    /// Returns the slot of an address and the offset: sums with a constant are computed by the access.
    fn address(&mut self, pointer: Value) -> (Slot, u32) {
        if let Some(Instruction::Binary { a, b, .. }) = self.deferred(pointer) {
            let (base, constant) = match (self.slots.constant(*a), self.slots.constant(*b)) {
                (None, Some(constant)) => (*a, constant),
                (constant, _) => (*b, constant.unwrap_or(0)),
            };
            return (self.operand(base), constant as u32);
        }
        (self.operand(pointer), 0)
    }
}
