//! Rows of memory that only their own instructions access: of the stack for a moment, or constants and variables with initial values.

use super::initial::IrType;
use super::maker::{Maker, Value, used};
use irsmith_mir::{Constant, IrValue, OperandKind, StackObject, StackObjectKind, Type};

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

    /// Reads a number of a new constant.
    pub(super) fn pool(&mut self) {
        let id = self.constants.len() as u32;
        let ty = IrType::drawn(self.choices, self.dialect, self.has_wide_parts);
        let value = format!("{ty} {}", ty.value(self.choices));
        self.constants.push(Constant { id, value, alignment: Some(ty.alignment().into()), ..Constant::default() });
        let base = self.op(Type::pointer(0), "G_CONSTANT_POOL", [OperandKind::Constant { id, offset: 0 }]);
        self.read_number(base, &ty);
    }

    /// Reads a number of a new variable.
    pub(super) fn variable(&mut self) {
        let ty = IrType::drawn(self.choices, self.dialect, self.has_wide_parts);
        let name = format!("{}_v{}", self.name, self.variables.len());
        self.variables.push(ty.variable(&name, self.choices));
        let value = IrValue::Named(name.into());
        let base = self.op(Type::pointer(0), "G_GLOBAL_VALUE", [OperandKind::Global { value, offset: 0 }]);
        self.read_number(base, &ty);
    }

    /// Reads a number of an initial value, or a byte of it.
    fn read_number(&mut self, base: Value, ty: &IrType) {
        let leaves = ty.leaves();
        let Some(leaf) = self.choices.pick(&leaves).copied() else { return };
        let (offset, bytes) = match leaf.bytes {
            1 | 2 | 4 | 8 => (leaf.offset, leaf.bytes),
            bytes => (leaf.offset + self.choices.up_to(bytes - 1), 1),
        };
        let place = self.at(base, offset);
        let alignment = bytes.min(ty.alignment()).min(1 << offset.trailing_zeros().min(8));
        let result = self.load_aligned(Type::scalar(8 * bytes as u16), place, alignment);
        self.keep(result);
    }
}
