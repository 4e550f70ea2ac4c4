//! Atomic operations: sequentially consistent where LLVM has instructions for them, which satisfies every order. Otherwise plain accesses,
//! because there is one thread.

use super::function::Lowering;
use super::memory::Access;
use super::writer::Reg;
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{Value, ValueType};

/// LLVM's operations that PNaCl numbers from 1; the last one keeps the new value.
const OPERATIONS: [Option<&str>; 6] = [Some("G_ADD"), Some("G_SUB"), Some("G_OR"), Some("G_AND"), Some("G_XOR"), None];

impl Lowering<'_> {
    pub(super) fn atomic_load(&mut self, pointer: Value, ty: ValueType) -> Reg {
        let at = self.atomic_pointer(pointer, ty, Access::Read);
        self.load_there(at, ty.scalar_bits())
    }

    pub(super) fn atomic_store(&mut self, value: Value, pointer: Value) {
        let ty = self.type_of(value);
        let at = self.atomic_pointer(pointer, ty, Access::Write);
        let value = self.scalar(value);
        self.store_there(at, ty.scalar_bits(), value);
    }

    pub(super) fn atomic_update(&mut self, operation: Value, pointer: Value, value: Value) -> Reg {
        let ty = self.type_of(value);
        let operation = self.integer(operation).and_then(|code| OPERATIONS.get((code as usize).wrapping_sub(1)));
        let at = self.atomic_pointer(pointer, ty, Access::Write);
        let (bits, value) = (ty.scalar_bits(), self.scalar(value));
        let old = self.load_there(at, bits);
        let new = match operation.copied().flatten() {
            Some(opcode) => self.writer.binary(opcode, bits, old, value),
            None => value,
        };
        self.store_there(at, bits, new);
        old
    }

    pub(super) fn atomic_exchange(&mut self, pointer: Value, expected: Value, desired: Value) -> Reg {
        let ty = self.type_of(expected);
        let at = self.atomic_pointer(pointer, ty, Access::Write);
        let (bits, expected, desired) = (ty.scalar_bits(), self.scalar(expected), self.scalar(desired));
        if self.unit.codegen.is_rich() {
            let access = format_args!("(load store seq_cst seq_cst (s{bits}))");
            return self.writer.scalar(bits, format_args!("G_ATOMIC_CMPXCHG {at}(p0), {expected}, {desired} :: {access}"));
        }
        let old = self.load_there(at, bits);
        let same = self.writer.compare("eq", bits, old, expected);
        let new = self.writer.select(bits, same, desired, old);
        self.store_there(at, bits, new);
        old
    }

    pub(super) fn fence(&mut self) {
        if self.unit.codegen.is_rich() {
            // Sequentially consistent, for all threads.
            self.writer.line(format_args!("G_FENCE 7, 1"));
        }
    }

    fn load_there(&mut self, at: Reg, bits: u32) -> Reg {
        let order = self.order();
        self.writer.scalar(bits, format_args!("G_LOAD {at}(p0) :: (load {order}(s{bits}))"))
    }

    fn store_there(&mut self, at: Reg, bits: u32, value: Reg) {
        let order = self.order();
        self.writer.line(format_args!("G_STORE {value}(s{bits}), {at}(p0) :: (store {order}(s{bits}))"));
    }

    fn order(&self) -> &'static str {
        if self.unit.codegen.is_rich() { "seq_cst " } else { "" }
    }

    /// Returns where an atomic object is, after its checks.
    fn atomic_pointer(&mut self, pointer: Value, ty: ValueType, access: Access) -> Reg {
        let address = self.scalar(pointer);
        let low = self.writer.binary_with("G_AND", 32, address, ty.bits() as i64 / 8 - 1);
        let holds = self.writer.compare_with("eq", 32, low, 0);
        self.require(holds, TrapKind::Misaligned);
        self.checked(pointer, ty, access)
    }
}
