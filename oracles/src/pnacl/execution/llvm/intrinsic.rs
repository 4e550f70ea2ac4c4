//! Intrinsic functions: bits, floats, control. Memory intrinsics are in `bytes` and `atomic`.

use super::function::Lowering;
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::tables::Intrinsic;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    /// Lowers a call of an intrinsic. Calls of setjmp and longjmp do not get here: [`supported`](super::supported) rejects them.
    pub(super) fn intrinsic(&mut self, to: &str, row: &Intrinsic, arguments: &[Value]) {
        let name = row.name.strip_prefix("llvm.").unwrap_or(row.name);
        if let Some(atomic) = name.strip_prefix("nacl.atomic.") {
            return self.atomic(to, atomic, arguments);
        }
        let kind = name.split_once('.').map_or(name, |(kind, _)| kind);
        match (kind, arguments) {
            ("memcpy" | "memmove" | "memset", &[to, from, length, ..]) => self.bytes(kind, to, from, length),
            ("bswap" | "ctpop" | "fabs", &[value]) => self.unary(to, row, value),
            ("ctlz" | "cttz", &[value, flag]) => self.count(to, row, value, flag),
            ("sqrt", &[value]) => {
                let root = format!("{to}.root");
                self.unary(&root, row, value);
                self.canonical(to, row.result, &root);
            }
            ("stacksave", _) => {
                let pointer = self.unit.pointers.to("i32");
                self.define(to, format_args!("load i32, {pointer} @stack"));
            }
            ("stackrestore", &[address]) => self.restore_stack(address),
            ("trap", _) => {
                self.end_in(TrapKind::Abort);
                let dead = self.new_label();
                self.place_label(dead);
            }
            // The thread pointer, 0 without a runtime.
            _ if row.result != ValueType::VOID => self.define(to, format_args!("add i32 0, 0")),
            _ => {}
        }
    }

    /// Lowers an intrinsic that LLVM has under the same name.
    fn unary(&mut self, to: &str, row: &Intrinsic, value: Value) {
        let value = self.typed(value);
        self.declare(format_args!("{} @{}({})", row.result, row.name, row.result));
        self.define(to, format_args!("call {} @{}({value})", row.result, row.name));
    }

    /// Lowers a count of bits; `flag` says that the count of zero is undefined.
    fn count(&mut self, to: &str, row: &Intrinsic, value: Value, flag: Value) {
        let flag = !self.unit.guarded() && self.integer(flag).is_some_and(|flag| flag & 1 == 1);
        let value = self.typed(value);
        self.declare(format_args!("{} @{}({}, i1)", row.result, row.name, row.result));
        self.define(to, format_args!("call {} @{}({value}, i1 {flag})", row.result, row.name));
    }
}
