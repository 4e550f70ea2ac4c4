//! Writes operands of instructions; the inverse of `read::operands`. The instruction table names these methods.

use crate::bits::sign_rotate;
use crate::tables::{BinaryOp, CastOp, Predicate};
use crate::{Alignment, BlockId, Incoming, SwitchCase, TypeId, Value, ValueKind};

/// The first absolute index of each kind of value (manual, *AbsoluteIndex*).
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    bases: [u32; 5],
}

impl Layout {
    pub(super) fn new(functions: usize, globals: usize, parameters: usize, constants: usize) -> Self {
        let mut bases = [0; 5];
        let mut sum = 0u32;
        for (base, size) in bases.iter_mut().zip([functions, globals, parameters, constants, 0]) {
            *base = sum;
            sum = sum.wrapping_add(size as u32);
        }
        Self { bases }
    }

    pub(super) fn absolute(&self, value: Value) -> u32 {
        let base = match value.kind() {
            ValueKind::Function => self.bases[0],
            ValueKind::Global => self.bases[1],
            ValueKind::Parameter => self.bases[2],
            ValueKind::Constant => self.bases[3],
            ValueKind::Instruction => self.bases[4],
        };
        base.wrapping_add(value.index())
    }
}

/// Appends the operands of an instruction's record one by one.
#[derive(Debug)]
pub struct OperandWriter<'a> {
    layout: Layout,
    /// Absolute index of the next value.
    next: u32,
    operands: &'a mut Vec<u64>,
}

impl<'a> OperandWriter<'a> {
    pub(super) fn new(layout: Layout, next: u32, operands: &'a mut Vec<u64>) -> Self {
        Self { layout, next, operands }
    }

    /// Returns the distance of a value from the next value; negative for later ones.
    fn distance(&self, value: Value) -> i64 {
        i64::from(self.next) - i64::from(self.layout.absolute(value))
    }

    pub(crate) fn relative(&mut self, value: &Value) {
        let distance = self.distance(*value);
        self.operands.push(u64::from(distance as u32));
    }

    /// Writes a relative value. The canonical writer wraps the condition of a switch at 64 bits, all others at 32.
    pub(crate) fn relative_wide(&mut self, value: &Value) {
        let distance = self.distance(*value);
        self.operands.push(distance as u64);
    }

    pub(crate) fn optional_relative(&mut self, value: &Option<Value>) {
        if let Some(value) = value {
            self.relative(value);
        }
    }

    pub(crate) fn absolute(&mut self, value: &Value) {
        self.operands.push(u64::from(self.layout.absolute(*value)));
    }

    pub(crate) fn arguments(&mut self, arguments: &[Value]) {
        arguments.iter().for_each(|argument| self.relative(argument));
    }

    pub(crate) fn incoming(&mut self, incoming: &[Incoming]) {
        for edge in incoming {
            let distance = self.distance(edge.value);
            self.operands.push(sign_rotate(distance));
            self.block(&edge.block);
        }
    }

    pub(crate) fn cases(&mut self, cases: &[SwitchCase]) {
        self.operands.push(cases.len() as u64);
        for case in cases {
            // A remnant of ranges: one item, one value.
            self.operands.extend([1, 1, sign_rotate(case.value), u64::from(case.target.0)]);
        }
    }

    pub(crate) fn call_flags(&mut self, tail: &bool) {
        self.operands.push(u64::from(*tail));
    }

    pub(crate) fn block(&mut self, block: &BlockId) {
        self.operands.push(u64::from(block.0));
    }

    pub(crate) fn block_low(&mut self, block: &BlockId) {
        self.block(block);
    }

    pub(crate) fn type_id(&mut self, ty: &TypeId) {
        self.operands.push(u64::from(ty.0));
    }

    pub(crate) fn alignment(&mut self, alignment: &Alignment) {
        self.operands.push(alignment.encoding());
    }

    pub(crate) fn binary_op(&mut self, op: &BinaryOp) {
        self.operands.push(op.code());
    }

    pub(crate) fn cast_op(&mut self, op: &CastOp) {
        self.operands.push(op.code());
    }

    pub(crate) fn predicate(&mut self, predicate: &Predicate) {
        self.operands.push(predicate.code());
    }
}
