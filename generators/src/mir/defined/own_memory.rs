//! Rows of memory that only their own instructions access: of the stack for a moment, or of the constant pool.

use super::maker::{Maker, Value, used};
use irsmith_mir::{Constant, OperandKind, StackObject, StackObjectKind, Type};

/// The bits of a size that are drawn: all sizes keep the stack aligned.
const ALLOCATED: i128 = 0x70;

impl Maker<'_, '_, '_> {
    /// Allocates memory on the stack, writes and reads its first bytes, and gives it back.
    pub(super) fn allocate(&mut self) {
        let (pointer, word) = (Type::pointer(0), Type::scalar(64));
        let variable = StackObject { kind: StackObjectKind::VariableSized, alignment: Some(16), ..StackObject::default() };
        if !self.objects.iter().any(|object| object.kind == variable.kind) {
            self.objects.push(StackObject { id: self.objects.len() as u32, ..variable });
        }
        let saved = self.op(pointer, "G_STACKSAVE", []);
        let size = self.value(word);
        let (mask, least) = (self.constant(word, ALLOCATED), self.constant(word, 16));
        let size = self.of(word, "G_AND", &[size, mask]);
        let size = self.of(word, "G_ADD", &[size, least]);
        let alignment = if self.is_plain { 16 } else { [16, 32, 64][self.choices.below(3)] };
        let place = self.op(pointer, "G_DYN_STACKALLOC", [used(size), OperandKind::Immediate(alignment)]);
        self.write_and_read(place);
        self.define(&[], "G_STACKRESTORE", [used(saved)]);
    }

    fn write_and_read(&mut self, place: Value) {
        let value = self.value(Type::scalar(64));
        self.store(value, place);
        let behind = self.at(place, 8);
        let half = self.value(Type::scalar(32));
        self.store(half, behind);
        for (ty, place) in [(Type::scalar(64), place), (Type::scalar(32), behind)] {
            let result = self.load(ty, place);
            self.keep(result);
        }
    }

    /// Reads a constant.
    pub(super) fn pool(&mut self) {
        let id = self.constants.len() as u32;
        let value = format!("i64 {}", self.number(64) as i64);
        self.constants.push(Constant { id, value, alignment: Some(8), ..Constant::default() });
        let place = self.op(Type::pointer(0), "G_CONSTANT_POOL", [OperandKind::Constant { id, offset: 0 }]);
        let result = self.load(Type::scalar(64), place);
        self.keep(result);
    }
}
