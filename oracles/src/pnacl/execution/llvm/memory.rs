//! Memory: the checks before an access, loads, stores and the stack.
//!
//! The program's memory is a global array of bytes, `@memory`, whose first byte is at the program's address [`Layout::BASE`].

use super::function::Lowering;
use irsmith_pnacl::interpret::{Layout, TrapKind};
use irsmith_pnacl::{Alignment, Value, ValueType};
use std::fmt::Display;

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl Lowering<'_> {
    pub(super) fn load(&mut self, to: &str, pointer: Value, alignment: Alignment, ty: ValueType) {
        let at = self.checked(pointer, ty, Access::Read);
        let at = self.typed_pointer(&at, ty);
        self.define(to, format_args!("load {ty}, {at}, align {}", self.alignment(alignment)));
    }

    pub(super) fn store(&mut self, pointer: Value, value: Value, alignment: Alignment) {
        let ty = self.type_of(value);
        let at = self.checked(pointer, ty, Access::Write);
        let at = self.typed_pointer(&at, ty);
        let value = self.typed(value);
        self.line(format_args!("store {value}, {at}, align {}", self.alignment(alignment)));
    }

    /// Returns the alignment that LLVM may assume: the stated one only if it is known to be true.
    fn alignment(&self, stated: Alignment) -> u64 {
        if self.unit.guarded() { 1 } else { stated.bytes().max(1) }
    }

    /// Returns a pointer to the byte at an address, after the check that a value of type `ty` may be accessed there.
    pub(super) fn checked(&mut self, pointer: Value, ty: ValueType, access: Access) -> String {
        let address = self.operand(pointer);
        if self.unit.guarded() {
            let layout = &self.unit.plan.layout;
            let (first, end) = (if access == Access::Read { Layout::BASE } else { layout.writable }, layout.end);
            match (end - first).checked_sub((ty.bits() / 8) as u32) {
                Some(last) => {
                    let offset = self.op(format_args!("sub i32 {address}, {first}"));
                    let holds = self.op(format_args!("icmp ule i32 {offset}, {last}"));
                    self.require(&holds, TrapKind::Memory);
                }
                None => self.require("false", TrapKind::Memory),
            }
        }
        self.byte(&address, "getelementptr inbounds")
    }

    /// Returns a pointer to the byte at an address, by the instruction `by`.
    pub(super) fn byte(&mut self, address: &str, by: &str) -> String {
        let offset = self.op(format_args!("sub i32 {address}, {}", Layout::BASE));
        let wide = self.op(format_args!("zext i32 {offset} to i64"));
        let (array, pointer) = (&self.unit.memory, self.unit.pointers.to(&self.unit.memory));
        self.op(format_args!("{by} {array}, {pointer} @memory, i64 0, i64 {wide}"))
    }

    /// Converts a pointer to a byte to one to a value, with its type.
    pub(super) fn typed_pointer(&mut self, byte: &str, ty: impl Display) -> String {
        let (bytes, wanted) = (self.unit.pointers.to("i8"), self.unit.pointers.to(ty));
        if bytes == wanted {
            return format!("{wanted} {byte}");
        }
        let cast = self.op(format_args!("bitcast {bytes} {byte} to {wanted}"));
        format!("{wanted} {cast}")
    }

    pub(super) fn alloca(&mut self, to: &str, size: Value, alignment: Alignment) {
        let size = self.operand(size);
        let stack = self.load_state("i32", "stack");
        let mask = -(alignment.bytes().max(1) as i64);
        if self.unit.guarded() {
            // Wide, so that nothing wraps.
            let stack = self.op(format_args!("zext i32 {stack} to i64"));
            let size = self.op(format_args!("zext i32 {size} to i64"));
            let moved = self.op(format_args!("sub i64 {stack}, {size}"));
            let aligned = self.op(format_args!("and i64 {moved}, {mask}"));
            let holds = self.op(format_args!("icmp sge i64 {aligned}, {}", self.unit.plan.layout.stack));
            self.require(&holds, TrapKind::StackOverflow);
            self.define(to, format_args!("trunc i64 {aligned} to i32"));
        } else {
            let moved = self.op(format_args!("sub i32 {stack}, {size}"));
            self.define(to, format_args!("and i32 {moved}, {mask}"));
        }
        self.store_state("i32", to, "stack");
    }

    pub(super) fn restore_stack(&mut self, address: Value) {
        let address = self.operand(address);
        if self.unit.guarded() {
            let (low, high) = (self.unit.plan.layout.stack, self.unit.plan.layout.heap);
            let depth = self.op(format_args!("sub i32 {address}, {low}"));
            let holds = self.op(format_args!("icmp ule i32 {depth}, {}", high - low));
            self.require(&holds, TrapKind::StackOverflow);
        }
        self.store_state("i32", address, "stack");
    }
}
