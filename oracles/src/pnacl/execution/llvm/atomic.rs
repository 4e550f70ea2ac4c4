//! Atomic operations, as LLVM's own: sequentially consistent, which satisfies every order.

use super::function::Lowering;
use super::memory::Access;
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{Value, ValueType};

/// LLVM's names of the operations that PNaCl numbers from 1.
const OPERATIONS: [&str; 6] = ["add", "sub", "or", "and", "xor", "xchg"];

impl Lowering<'_> {
    /// Lowers an operation; `name` is what follows `llvm.nacl.atomic.`.
    pub(super) fn atomic(&mut self, to: &str, name: &str, arguments: &[Value]) {
        let kind = name.split('.').next().unwrap_or(name);
        match (kind, arguments) {
            ("load", &[pointer, _]) => {
                let ty = ValueType::integer(name.trim_start_matches("load.i").parse().unwrap_or(32));
                let at = self.atomic_pointer(pointer, ty, Access::Read);
                self.define(to, format_args!("load atomic {ty}, {at} seq_cst, align {}", ty.bits() / 8));
            }
            ("store", &[value, pointer, _]) => {
                let ty = self.type_of(value);
                let at = self.atomic_pointer(pointer, ty, Access::Write);
                let value = self.typed(value);
                self.line(format_args!("store atomic {value}, {at} seq_cst, align {}", ty.bits() / 8));
            }
            ("rmw", &[operation, pointer, value, _]) => {
                let operation = self.integer(operation).and_then(|code| OPERATIONS.get((code as usize).wrapping_sub(1)));
                let at = self.atomic_pointer(pointer, self.type_of(value), Access::Write);
                let value = self.typed(value);
                self.define(to, format_args!("atomicrmw {} {at}, {value} seq_cst", operation.unwrap_or(&OPERATIONS[0])));
            }
            ("cmpxchg", &[pointer, expected, desired, ..]) => {
                let ty = self.type_of(expected);
                let at = self.atomic_pointer(pointer, ty, Access::Write);
                let (expected, desired) = (self.typed(expected), self.typed(desired));
                let pair = self.op(format_args!("cmpxchg {at}, {expected}, {desired} seq_cst seq_cst"));
                self.define(to, format_args!("extractvalue {{ {ty}, i1 }} {pair}, 0"));
            }
            ("fence", _) => self.line(format_args!("fence seq_cst")),
            // is.lock.free
            _ => self.define(to, format_args!("or i1 true, true")),
        }
    }

    /// Returns a pointer to an atomic object, after its checks, with its type.
    fn atomic_pointer(&mut self, pointer: Value, ty: ValueType, access: Access) -> String {
        if self.unit.guarded() {
            let address = self.operand(pointer);
            let low = self.op(format_args!("and i32 {address}, {}", ty.bits() / 8 - 1));
            let holds = self.op(format_args!("icmp eq i32 {low}, 0"));
            self.require(&holds, TrapKind::Misaligned);
        }
        let byte = self.checked(pointer, ty, access);
        self.typed_pointer(&byte, ty)
    }
}
