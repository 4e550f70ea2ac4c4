//! References in the fields of instructions: values, blocks and types. The visitors of [`Instruction`](super::Instruction) call these.

use super::{BinaryOp, CastOp, Predicate};
use crate::{Alignment, BlockId, Incoming, SwitchCase, TypeId, Value};
use smallvec::SmallVec;

/// The references of a field; most have none.
pub(super) trait Field {
    fn values(&self, _f: &mut impl FnMut(Value)) {}
    fn values_mut(&mut self, _f: &mut impl FnMut(&mut Value)) {}
    fn blocks(&self, _f: &mut impl FnMut(BlockId)) {}
    fn blocks_mut(&mut self, _f: &mut impl FnMut(&mut BlockId)) {}
    fn types(&self, _f: &mut impl FnMut(TypeId)) {}
    fn types_mut(&mut self, _f: &mut impl FnMut(&mut TypeId)) {}
}

impl Field for Value {
    fn values(&self, f: &mut impl FnMut(Value)) {
        f(*self);
    }
    fn values_mut(&mut self, f: &mut impl FnMut(&mut Value)) {
        f(self);
    }
}

impl Field for Option<Value> {
    fn values(&self, f: &mut impl FnMut(Value)) {
        self.iter().for_each(|value| f(*value));
    }
    fn values_mut(&mut self, f: &mut impl FnMut(&mut Value)) {
        self.iter_mut().for_each(f);
    }
}

impl<const N: usize> Field for SmallVec<[Value; N]>
where
    [Value; N]: smallvec::Array<Item = Value>,
{
    fn values(&self, f: &mut impl FnMut(Value)) {
        self.iter().for_each(|value| f(*value));
    }
    fn values_mut(&mut self, f: &mut impl FnMut(&mut Value)) {
        self.iter_mut().for_each(f);
    }
}

impl Field for SmallVec<[Incoming; 2]> {
    fn values(&self, f: &mut impl FnMut(Value)) {
        self.iter().for_each(|incoming| f(incoming.value));
    }
    fn values_mut(&mut self, f: &mut impl FnMut(&mut Value)) {
        self.iter_mut().for_each(|incoming| f(&mut incoming.value));
    }
    fn blocks(&self, f: &mut impl FnMut(BlockId)) {
        self.iter().for_each(|incoming| f(incoming.block));
    }
    fn blocks_mut(&mut self, f: &mut impl FnMut(&mut BlockId)) {
        self.iter_mut().for_each(|incoming| f(&mut incoming.block));
    }
}

impl Field for SmallVec<[SwitchCase; 4]> {
    fn blocks(&self, f: &mut impl FnMut(BlockId)) {
        self.iter().for_each(|case| f(case.target));
    }
    fn blocks_mut(&mut self, f: &mut impl FnMut(&mut BlockId)) {
        self.iter_mut().for_each(|case| f(&mut case.target));
    }
}

impl Field for BlockId {
    fn blocks(&self, f: &mut impl FnMut(BlockId)) {
        f(*self);
    }
    fn blocks_mut(&mut self, f: &mut impl FnMut(&mut BlockId)) {
        f(self);
    }
}

impl Field for TypeId {
    fn types(&self, f: &mut impl FnMut(TypeId)) {
        f(*self);
    }
    fn types_mut(&mut self, f: &mut impl FnMut(&mut TypeId)) {
        f(self);
    }
}

impl Field for bool {}
impl Field for Alignment {}
impl Field for BinaryOp {}
impl Field for CastOp {}
impl Field for Predicate {}
