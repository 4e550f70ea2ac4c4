//! Rows of memory: the variable that all functions share, and objects on the stack, which begin with zeros.

use super::maker::{Maker, Value, lane_bits, used};
use super::rows::MemoryForm;
use super::{MEMORY, MEMORY_SIZE};
use irsmith_mir::{Access, Element, IrValue, MemoryOperand, MemorySize, OperandKind, Ordering, StackObject, Type};

/// Bytes of each object on the stack.
const OBJECT: u32 = 32;
/// Bytes that an access at a computed place stays below.
const SPAN: u32 = 16;

impl Maker<'_, '_, '_> {
    /// Adds an object to the stack, and stores zeros to it.
    pub(super) fn object(&mut self) {
        let id = self.objects.len() as u32;
        // Sometimes more aligned than the stack itself.
        let alignment = if self.choices.chance(32) { 32 << self.choices.below(2) } else { 16 };
        self.objects.push(StackObject { id, size: OBJECT.into(), alignment: Some(alignment), ..StackObject::default() });
        self.zeroed = id + 1;
        let zero = self.constant(Type::scalar(64), 0);
        let base = self.op(Type::pointer(0), "G_FRAME_INDEX", [OperandKind::Stack { id, name: None }]);
        for offset in (0..OBJECT).step_by(8) {
            let place = self.at(base, offset);
            self.store(zero, place);
        }
    }

    pub(super) fn store(&mut self, value: Value, place: Value) {
        let access = access(Access::Store, value.ty);
        self.accessing(&[], "G_STORE", [used(value), used(place)], vec![access]);
    }

    pub(super) fn load(&mut self, ty: Type, place: Value) -> Value {
        let result = self.fresh(ty);
        self.accessing(&[result], "G_LOAD", [used(place)], vec![access(Access::Load, ty)]);
        result
    }

    /// Loads from an address that is aligned to so many bytes.
    pub(super) fn load_aligned(&mut self, ty: Type, place: Value, alignment: u32) -> Value {
        let result = self.fresh(ty);
        let operand = MemoryOperand { alignment: Some(alignment.into()), ..access(Access::Load, ty) };
        self.accessing(&[result], "G_LOAD", [used(place)], vec![operand]);
        result
    }

    /// Stores a value to a drawn place of the variable.
    pub(super) fn publish(&mut self, value: Value) {
        let value = match value.ty {
            Type::Single(Element::Scalar(bits)) if !matches!(bits, 8 | 16 | 32 | 64) => {
                let wide = Type::scalar(bits.next_power_of_two().max(8));
                if wide == Type::scalar(bits) { value } else { self.of(wide, "G_ZEXT", &[value]) }
            }
            _ => value,
        };
        let base = self.op(Type::pointer(0), "G_GLOBAL_VALUE", [global()]);
        // The widest values have 32 bytes.
        let offset = 16 * self.choices.up_to(MEMORY_SIZE / 16 - 2);
        let place = self.at(base, offset);
        self.store(value, place);
    }

    pub(super) fn memory_row(&mut self, opcode: &'static str, form: MemoryForm) {
        let place = self.place();
        let ty = self.stored_type();
        match form {
            MemoryForm::Load if self.choices.chance(96) => self.variable(),
            MemoryForm::Load => {
                let result = self.load(ty, place);
                self.keep(result);
            }
            MemoryForm::Store => {
                let value = self.value(ty);
                self.store(value, place);
            }
            MemoryForm::LoadExtended => {
                self.prepare(Type::scalar(64), place);
                let (narrow, wide) = [(8, 16), (8, 32), (16, 32), (8, 64), (16, 64), (32, 64)][self.choices.below(6)];
                let (narrow, wide) = if !self.is_plain && self.choices.chance(96) {
                    let lanes = [2, 4][self.choices.below(2)];
                    [narrow, wide].map(|bits| Type::vector(lanes, Element::Scalar(bits))).into()
                } else {
                    (Type::scalar(narrow), Type::scalar(wide))
                };
                let result = self.fresh(wide);
                self.accessing(&[result], opcode, [used(place)], vec![access(Access::Load, narrow)]);
                self.keep(result);
            }
            MemoryForm::FloatLoad => {
                // What is there may be a NaN.
                let result = self.fresh(Type::scalar(64));
                self.accessing(&[result], opcode, [used(place)], vec![access(Access::Load, Type::scalar(32))]);
                let result = self.settled(result);
                self.keep(result);
            }
            MemoryForm::FloatStore => {
                let value = self.float(Type::scalar(64));
                self.accessing(&[], opcode, [used(value), used(place)], vec![access(Access::Store, Type::scalar(32))]);
            }
            MemoryForm::LoadMoving | MemoryForm::StoreMoving => self.moving(opcode, form, place),
            MemoryForm::Update => {
                let ty = Type::scalar([8, 16, 32, 64][self.choices.below(4)]);
                self.prepare(ty, place);
                let value = self.value(ty);
                let result = self.fresh(ty);
                self.accessing(&[result], opcode, [used(place), used(value)], vec![atomic(ty)]);
                self.keep(result);
            }
            MemoryForm::FloatUpdate => {
                let ty = Type::scalar([32, 64][self.choices.below(2)]);
                let (first, second) = (self.small(ty), self.small(ty));
                self.store(first, place);
                let result = self.fresh(ty);
                self.accessing(&[result], opcode, [used(place), used(second)], vec![atomic(ty)]);
                self.keep(result);
            }
            MemoryForm::CompareExchange | MemoryForm::CompareExchangeWithSuccess => {
                let ty = Type::scalar([8, 16, 32, 64][self.choices.below(4)]);
                // Zero is what most of memory contains.
                let expected = if self.choices.chance(128) { self.constant(ty, 0) } else { self.value(ty) };
                let new = self.value(ty);
                let mut results = vec![self.fresh(ty)];
                if form == MemoryForm::CompareExchangeWithSuccess {
                    results.push(self.fresh(Type::scalar(1)));
                }
                let mut operand = atomic(ty);
                operand.failure_ordering = Some(Ordering::Monotonic);
                self.accessing(&results, opcode, [used(place), used(expected), used(new)], vec![operand]);
                results.into_iter().for_each(|result| self.keep(result));
            }
            MemoryForm::CopyMemory => {
                // Only a move may overlap.
                let (place, from, near) = match self.choices.below(4) {
                    0 if opcode == "G_MEMMOVE" => (self.near(place), place, Some(Access::Store)),
                    1 if opcode == "G_MEMMOVE" => (place, self.near(place), Some(Access::Load)),
                    _ => (place, self.place(), None),
                };
                let length = self.length();
                let operands = [used(place), used(from), used(length), OperandKind::Immediate(0)];
                let copied = [Access::Store, Access::Load].map(|kind| self.bytes(kind, near != Some(kind)));
                self.accessing(&[], opcode, operands, copied.into());
            }
            MemoryForm::CopyApart(is_fixed) => {
                // From the variable to an object.
                let Some(to) = self.object_place() else { return };
                let from = self.global_place();
                let (to, from, near) = match self.choices.below(4) {
                    0 => (self.near(to), from, Some(Access::Store)),
                    1 => (to, self.near(from), Some(Access::Load)),
                    _ => (to, from, None),
                };
                let length = if is_fixed { self.fixed_length() } else { self.length() };
                let mut operands = vec![used(to), used(from), used(length)];
                operands.extend((!is_fixed).then_some(OperandKind::Immediate(0)));
                let copied = [Access::Store, Access::Load].map(|kind| self.bytes(kind, near != Some(kind)));
                self.accessing(&[], opcode, operands, copied.into());
            }
            MemoryForm::FillMemory | MemoryForm::FillFixed => {
                let byte = self.value(Type::scalar(8));
                let is_fixed = form == MemoryForm::FillFixed;
                let length = if is_fixed { self.fixed_length() } else { self.length() };
                let mut operands = vec![used(place), used(byte), used(length)];
                operands.extend((!is_fixed).then_some(OperandKind::Immediate(0)));
                let filled = self.bytes(Access::Store, true);
                self.accessing(&[], opcode, operands, vec![filled]);
            }
            MemoryForm::ZeroMemory => {
                let length = self.length();
                let operands = [used(place), used(length), OperandKind::Immediate(0)];
                let filled = self.bytes(Access::Store, true);
                self.accessing(&[], opcode, operands, vec![filled]);
            }
            MemoryForm::Address | MemoryForm::AddressAsInteger | MemoryForm::OtherSpace => {
                let place = self.same_address(form, place);
                let result = self.load(ty, place);
                self.keep(result);
            }
            MemoryForm::Allocate => self.allocate(),
            MemoryForm::Pool => self.pool(),
            // Sequentially consistent, with respect to the whole system.
            MemoryForm::Fence => self.define(&[], opcode, [OperandKind::Immediate(7), OperandKind::Immediate(1)]),
            MemoryForm::Offset => {
                // A computed place, written and read back.
                let offset = self.value(Type::scalar(64));
                let mask = self.constant(Type::scalar(64), i128::from(SPAN - 1));
                let offset = self.of(Type::scalar(64), "G_AND", &[offset, mask]);
                let place = self.of(Type::pointer(0), opcode, &[place, offset]);
                let byte = self.value(Type::scalar(8));
                self.store(byte, place);
                let result = self.load(Type::scalar(8), place);
                self.keep(result);
            }
            MemoryForm::Mask => {
                // Places are aligned to 16 bytes, so that this changes nothing.
                let mask = self.constant(Type::scalar(64), -16);
                let place = self.of(Type::pointer(0), opcode, &[place, mask]);
                let result = self.load(Type::scalar(32), place);
                self.keep(result);
            }
        }
    }

    /// Adds an access that also returns the address that it moves to: before it or behind it.
    fn moving(&mut self, opcode: &'static str, form: MemoryForm, place: Value) {
        let before = OperandKind::Immediate(self.choices.below(2) as i64);
        let offset = self.constant(Type::scalar(64), 8);
        let moved = self.fresh(Type::pointer(0));
        let narrow = Type::scalar([8, 16, 32][self.choices.below(3)]);
        if form == MemoryForm::StoreMoving {
            let value = self.value(narrow);
            let operands = [used(value), used(place), used(offset), before];
            self.accessing(&[moved], opcode, operands, vec![access(Access::Store, narrow)]);
        } else {
            // Only the plain load has the width of its result.
            let ty = if opcode == "G_INDEXED_LOAD" { narrow } else { Type::scalar(64) };
            let result = self.fresh(ty);
            self.accessing(&[result, moved], opcode, [used(place), used(offset), before], vec![access(Access::Load, narrow)]);
            self.keep(result);
        }
        let result = self.load(Type::scalar(64), moved);
        self.keep(result);
    }

    /// Returns the same address by another way.
    fn same_address(&mut self, form: MemoryForm, place: Value) -> Value {
        let pointer = Type::pointer(0);
        match form {
            MemoryForm::Address => self.op(pointer, "G_ASSERT_ALIGN", [used(place), OperandKind::Immediate(16)]),
            MemoryForm::AddressAsInteger => {
                let number = self.of(Type::scalar(64), "G_PTRTOINT", &[place]);
                self.of(pointer, "G_INTTOPTR", &[number])
            }
            _ => {
                let other = self.of(Type::pointer(1), "G_ADDRSPACE_CAST", &[place]);
                self.of(pointer, "G_ADDRSPACE_CAST", &[other])
            }
        }
    }

    fn accessing(
        &mut self,
        results: &[Value],
        opcode: &'static str,
        operands: impl IntoIterator<Item = OperandKind>,
        memory: Vec<MemoryOperand>,
    ) {
        let mut instruction = super::maker::made(results, opcode, operands);
        instruction.memory = memory;
        self.push(instruction);
    }

    /// Returns the address of 16 bytes and as many behind them, aligned to 16 bytes, of the variable or of an object.
    pub(super) fn place(&mut self) -> Value {
        let object = if self.choices.chance(128) { self.object_place() } else { None };
        object.unwrap_or_else(|| self.global_place())
    }

    /// Returns such an address of an object, if there is one.
    fn object_place(&mut self) -> Option<Value> {
        let id = self.choices.pick(&(0..self.zeroed).collect::<Vec<u32>>()).copied()?;
        Some(self.op(Type::pointer(0), "G_FRAME_INDEX", [OperandKind::Stack { id, name: None }]))
    }

    /// Returns such an address of the variable.
    fn global_place(&mut self) -> Value {
        let base = self.op(Type::pointer(0), "G_GLOBAL_VALUE", [global()]);
        let offset = 16 * self.choices.up_to(MEMORY_SIZE / 16 - 2);
        self.at(base, offset)
    }

    /// Returns an address so many bytes behind another.
    pub(super) fn at(&mut self, base: Value, offset: u32) -> Value {
        if offset == 0 {
            return base;
        }
        let offset = self.constant(Type::scalar(64), offset.into());
        self.of(Type::pointer(0), "G_PTR_ADD", &[base, offset])
    }

    /// Stores a value, half of the time: most of memory contains zeros.
    fn prepare(&mut self, ty: Type, place: Value) {
        if self.choices.chance(128) {
            let value = self.value(ty);
            self.store(value, place);
        }
    }

    /// Returns an address up to 8 bytes behind another.
    fn near(&mut self, place: Value) -> Value {
        let offset = 1 + self.choices.up_to(7);
        self.at(place, offset)
    }

    /// Returns the operand of an access to bytes one by one. A place has any alignment up to 16 bytes; an address near one has none.
    fn bytes(&mut self, kind: Access, is_place: bool) -> MemoryOperand {
        let mut operand = access(kind, Type::scalar(8));
        if is_place {
            operand.alignment = Some(1 << self.choices.up_to(4));
        }
        operand
    }

    fn length(&mut self) -> Value {
        let value = self.value(Type::scalar(64));
        let mask = self.constant(Type::scalar(64), i128::from(SPAN - 1));
        self.of(Type::scalar(64), "G_AND", &[value, mask])
    }

    fn fixed_length(&mut self) -> Value {
        let length = self.choices.up_to(SPAN - 1);
        self.constant(Type::scalar(64), length.into())
    }

    /// Draws a type that fills its bytes.
    fn stored_type(&mut self) -> Type {
        if self.has_vectors() && self.choices.chance(48) {
            self.vector_type()
        } else {
            Type::scalar([8, 16, 32, 64][self.choices.below(4)])
        }
    }
}

fn global() -> OperandKind {
    OperandKind::Global { value: IrValue::Named(MEMORY.into()), offset: 0 }
}

/// Returns a memory operand, of which no more than the alignment of its lanes is known.
fn access(kind: Access, ty: Type) -> MemoryOperand {
    let mut operand = MemoryOperand::new(kind, MemorySize::Type(ty));
    operand.alignment = Some(u64::from(lane_bits(ty).div_ceil(8).next_power_of_two()));
    operand
}

fn atomic(ty: Type) -> MemoryOperand {
    MemoryOperand { ordering: Some(Ordering::SequentiallyConsistent), ..access(Access::LoadStore, ty) }
}
