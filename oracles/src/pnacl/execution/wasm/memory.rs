//! Memory. It ends where WebAssembly's ends, so that WebAssembly checks accesses of one value; ranges are checked explicitly.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::numbers::{STACK, padding};
use super::operand::{Operand, value_type};
use irsmith_pnacl::interpret::{Layout, TrapKind};
use irsmith_pnacl::{Alignment, Value, ValueType};
use wasm_encoder::{InstructionSink, MemArg, MemArgTarget, ValType};

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl FunctionLowering<'_, '_> {
    /// Returns the first address that allows this access.
    const fn first(&self, access: Access) -> u32 {
        match access {
            Access::Read => Layout::BASE,
            Access::Write => self.plan().layout.writable,
        }
    }

    /// Pushes the offset of an access to `bytes` bytes at an address, for a memory instruction displaced by [`Self::base`]: the distance
    /// from the first address that allows this access. Lower addresses wrap around to beyond the end of memory, where WebAssembly itself
    /// traps.
    pub(super) fn locate(&mut self, address: Operand, bytes: u32, access: Access) {
        let first = self.first(access);
        if let Operand::I32(address) = address {
            let offset = address.wrapping_sub(first);
            self.sink().i32_const(offset as i32);
            // Most accesses that are known to be allowed are here.
            if u64::from(offset) + u64::from(bytes) <= u64::from(self.plan().layout.end - first) {
                return;
            }
        } else {
            address.push(&mut self.sink());
            self.sink().i32_const(first as i32).i32_sub();
        }
        self.expect_trap(TrapKind::Memory);
    }

    /// Traps unless `length` bytes at an address, not 0, may be accessed so.
    pub(super) fn check_range(&mut self, address: Operand, length: Operand, access: Access) {
        let (first, end) = (self.first(access), self.plan().layout.end);
        let (offset, size) = (self.scratch(ValType::I32, 0), (end - first) as i32);
        address.push(&mut self.sink());
        self.sink().i32_const(first as i32).i32_sub().local_tee(offset).i32_const(size).i32_gt_u();
        length.push(&mut self.sink());
        self.sink().i32_const(size).local_get(offset).i32_sub().i32_gt_u().i32_or();
        self.trap_if(TrapKind::Memory);
    }

    /// Returns the distance from the start of WebAssembly's memory to the address relative to which `locate` computes offsets.
    pub(super) const fn base(&self, access: Access) -> u32 {
        self.first(access) - Layout::BASE + padding(&self.plan().layout)
    }

    /// Pushes the offset of an accessible address in WebAssembly's memory.
    pub(super) fn push_place(&mut self, address: Operand) {
        let start = Layout::BASE - padding(&self.plan().layout);
        address.push(&mut self.sink());
        self.sink().i32_const(start as i32).i32_sub();
    }

    pub(super) fn load(&mut self, pointer: Value, ty: ValueType) -> Result<(), Unsupported> {
        let address = self.operand(pointer)?;
        self.locate(address, bytes(ty), Access::Read);
        let base = self.base(Access::Read);
        load(&mut self.sink(), ty, base)
    }

    pub(super) fn store(&mut self, pointer: Value, value: Value) -> Result<(), Unsupported> {
        let (address, value, ty) = (self.operand(pointer)?, self.operand(value)?, self.type_of(value));
        self.locate(address, bytes(ty), Access::Write);
        value.push(&mut self.sink());
        let base = self.base(Access::Write);
        store(&mut self.sink(), ty, base)
    }

    pub(super) fn alloca(&mut self, size: Value, alignment: Alignment) -> Result<(), Unsupported> {
        let (size, stack) = (self.operand(size)?, self.plan().layout.stack as i32);
        let pointer = self.scratch(ValType::I32, 0);
        size.push(&mut self.sink());
        self.sink().global_get(STACK).i32_const(stack).i32_sub().i32_gt_u();
        self.trap_if(TrapKind::StackOverflow);
        self.sink().global_get(STACK);
        size.push(&mut self.sink());
        let mask = (alignment.bytes().max(1) as u32).wrapping_neg() as i32;
        self.sink().i32_sub().i32_const(mask).i32_and().local_tee(pointer).i32_const(stack).i32_lt_u();
        self.trap_if(TrapKind::StackOverflow);
        self.sink().local_get(pointer).global_set(STACK).local_get(pointer);
        Ok(())
    }
}

/// Returns the bytes of a value in memory.
pub(super) fn bytes(ty: ValueType) -> u32 {
    (ty.bits() / 8) as u32
}

fn place(base: u32) -> MemArg {
    MemArg { offset: u64::from(base), align: 0, target: MemArgTarget::Memory(0), ordering: None }
}

/// Loads a value at the offset on the stack.
pub(super) fn load(sink: &mut InstructionSink<'_>, ty: ValueType, base: u32) -> Result<(), Unsupported> {
    if ty.is_i1() {
        return Err(Unsupported("type"));
    }
    match (value_type(ty)?, bytes(ty)) {
        (ValType::I32, 1) => sink.i32_load8_u(place(base)),
        (ValType::I32, 2) => sink.i32_load16_u(place(base)),
        (ValType::I64, _) => sink.i64_load(place(base)),
        (ValType::F32, _) => sink.f32_load(place(base)),
        (ValType::F64, _) => sink.f64_load(place(base)),
        (ValType::V128, _) => sink.v128_load(place(base)),
        _ => sink.i32_load(place(base)),
    };
    Ok(())
}

/// Stores the value on the stack at the offset below it.
pub(super) fn store(sink: &mut InstructionSink<'_>, ty: ValueType, base: u32) -> Result<(), Unsupported> {
    if ty.is_i1() {
        return Err(Unsupported("type"));
    }
    match (value_type(ty)?, bytes(ty)) {
        (ValType::I32, 1) => sink.i32_store8(place(base)),
        (ValType::I32, 2) => sink.i32_store16(place(base)),
        (ValType::I64, _) => sink.i64_store(place(base)),
        (ValType::F32, _) => sink.f32_store(place(base)),
        (ValType::F64, _) => sink.f64_store(place(base)),
        (ValType::V128, _) => sink.v128_store(place(base)),
        _ => sink.i32_store(place(base)),
    };
    Ok(())
}
