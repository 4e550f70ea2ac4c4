//! Memory: the checks before an access, loads, stores and the stack.

use super::function::{Lowering, STACK};
use super::integer::vector_type;
use super::writer::{Lanes, Reg};
use irsmith_pnacl::interpret::{Layout, TrapKind};
use irsmith_pnacl::{Alignment, Value, ValueType};

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl Lowering<'_> {
    pub(super) fn load(&mut self, pointer: Value, ty: ValueType) -> Lanes {
        let at = self.checked(pointer, ty, Access::Read);
        if self.has_vector(ty) {
            let vector = vector_type(ty);
            let loaded = self.writer.op(vector, format_args!("G_LOAD {at}(p0) :: (load ({vector}){})", alignment(ty.bits() as u32)));
            return self.split(ty, loaded);
        }
        let bits = ty.scalar_bits();
        let offsets = (0..).step_by(bits as usize / 8).take(ty.lanes().max(1) as usize);
        offsets
            .map(|offset| {
                let at = self.writer.offset_by(at, offset);
                self.writer.scalar(bits, format_args!("G_LOAD {at}(p0) :: (load (s{bits}){})", alignment(bits)))
            })
            .collect()
    }

    pub(super) fn store(&mut self, pointer: Value, value: Value) {
        let ty = self.type_of(value);
        let at = self.checked(pointer, ty, Access::Write);
        let lanes = self.operand(value);
        if self.has_vector(ty) {
            let (vector, joined) = (vector_type(ty), self.join(ty, &lanes));
            let aligned = alignment(ty.bits() as u32);
            return self.writer.line(format_args!("G_STORE {joined}({vector}), {at}(p0) :: (store ({vector}){aligned})"));
        }
        let bits = ty.scalar_bits();
        for (lane, offset) in lanes.into_iter().zip((0..).step_by(bits as usize / 8)) {
            let at = self.writer.offset_by(at, offset);
            self.writer.line(format_args!("G_STORE {lane}(s{bits}), {at}(p0) :: (store (s{bits}){})", alignment(bits)));
        }
    }

    /// Returns the first address that allows an access.
    pub(super) fn first(&self, access: Access) -> u32 {
        match access {
            Access::Read => Layout::BASE,
            Access::Write => self.unit.layout().writable,
        }
    }

    /// Returns where the byte at an address is, after the check that a value of type `ty` may be accessed there.
    pub(super) fn checked(&mut self, pointer: Value, ty: ValueType, access: Access) -> Reg {
        let (address, first) = (self.scalar(pointer), self.first(access));
        match self.unit.last_offset(first, (ty.bits() / 8) as u32) {
            Some(last) => {
                let offset = self.writer.binary_with("G_SUB", 32, address, first.into());
                let holds = self.writer.compare_with("ule", 32, offset, last.into());
                self.require(holds, TrapKind::Memory);
            }
            None => self.always_trap(TrapKind::Memory),
        }
        self.byte(address)
    }

    /// Returns where the byte at an address is.
    fn byte(&mut self, address: Reg) -> Reg {
        let offset = self.writer.binary_with("G_SUB", 32, address, Layout::BASE.into());
        let wide = self.writer.resize("G_ZEXT", offset, 32, 64);
        let memory = self.memory();
        self.writer.offset(memory, wide)
    }

    pub(super) fn alloca(&mut self, size: Value, alignment: Alignment) -> Reg {
        let size = self.scalar(size);
        let stack = self.writer.load_variable(32, STACK);
        // Wide, so that nothing wraps.
        let stack = self.writer.resize("G_ZEXT", stack, 32, 64);
        let size = self.writer.resize("G_ZEXT", size, 32, 64);
        let moved = self.writer.binary("G_SUB", 64, stack, size);
        let aligned = self.writer.binary_with("G_AND", 64, moved, -(alignment.bytes().max(1) as i64));
        let holds = self.writer.compare_with("sge", 64, aligned, self.unit.layout().stack.into());
        self.require(holds, TrapKind::StackOverflow);
        let address = self.writer.resize("G_TRUNC", aligned, 64, 32);
        self.writer.store_variable(32, STACK, address);
        address
    }

    pub(super) fn restore_stack(&mut self, address: Value) {
        let address = self.scalar(address);
        let (low, high) = (self.unit.layout().stack, self.unit.layout().heap);
        let depth = self.writer.binary_with("G_SUB", 32, address, low.into());
        let holds = self.writer.compare_with("ule", 32, depth, (high - low).into());
        self.require(holds, TrapKind::StackOverflow);
        self.writer.store_variable(32, STACK, address);
    }

    /// Copies bytes, which may overlap.
    pub(super) fn copy_bytes(&mut self, to: Value, from: Value, length: Value) {
        let (to, from, length) = (self.scalar(to), self.scalar(from), self.scalar(length));
        self.unless_empty(length, |lowering| {
            lowering.require_range(to, length, Access::Write);
            lowering.require_range(from, length, Access::Read);
            let (to, from) = (lowering.byte(to), lowering.byte(from));
            let length = lowering.writer.resize("G_ZEXT", length, 32, 64);
            lowering.writer.line(format_args!("G_MEMMOVE {to}(p0), {from}(p0), {length}(s64), 0 :: (store (s8)), (load (s8))"));
        });
    }

    /// Fills bytes.
    pub(super) fn fill_bytes(&mut self, to: Value, byte: Value, length: Value) {
        let (to, byte, length) = (self.scalar(to), self.scalar(byte), self.scalar(length));
        self.unless_empty(length, |lowering| {
            lowering.require_range(to, length, Access::Write);
            let to = lowering.byte(to);
            let length = lowering.writer.resize("G_ZEXT", length, 32, 64);
            lowering.writer.line(format_args!("G_MEMSET {to}(p0), {byte}(s8), {length}(s64), 0 :: (store (s8))"));
        });
    }

    /// Writes code that is executed if a length is not 0: an empty range may be anywhere.
    fn unless_empty(&mut self, length: Reg, code: impl FnOnce(&mut Self)) {
        let (some, done) = (self.writer.new_block(), self.writer.new_block());
        let is_empty = self.writer.compare_with("eq", 32, length, 0);
        self.writer.branch_if(is_empty, done, some);
        self.writer.place(some);
        code(self);
        self.writer.branch(done);
        self.writer.place(done);
    }

    /// Traps unless all bytes of a range may be accessed so.
    fn require_range(&mut self, address: Reg, length: Reg, access: Access) {
        let start = self.writer.resize("G_ZEXT", address, 32, 64);
        let wide = self.writer.resize("G_ZEXT", length, 32, 64);
        let end = self.writer.binary("G_ADD", 64, start, wide);
        let above = self.writer.compare_with("uge", 64, start, self.first(access).into());
        let below = self.writer.compare_with("ule", 64, end, self.unit.layout().end.into());
        let holds = self.writer.binary("G_AND", 1, above, below);
        self.require(holds, TrapKind::Memory);
    }
}

/// Returns the attribute of a memory operand by which nothing is known of the address.
const fn alignment(bits: u32) -> &'static str {
    if bits > 8 { ", align 1" } else { "" }
}
