//! Calls of intrinsics.

use super::super::op::{Op, Unary, Update};
use super::super::program::width;
use super::body::BodyDecoder;
use crate::Value;
use crate::tables::Intrinsic;

impl BodyDecoder<'_> {
    pub(super) fn intrinsic(&mut self, row: &Intrinsic, arguments: &[Value]) {
        let name = row.name.strip_prefix("llvm.").unwrap_or_default();
        match (name, arguments) {
            (_, &[]) => self.no_arguments(name),
            ("memcpy.p0i8.p0i8.i32", &[to, from, length, ..]) => self.copy(false, to, from, length),
            ("memmove.p0i8.p0i8.i32", &[to, from, length, ..]) => self.copy(true, to, from, length),
            ("memset.p0i8.i32", &[to, value, length, ..]) => {
                let (to, value, length) = (self.operand(to), self.operand(value), self.operand(length));
                self.push(Op::Fill(to, value, length));
            }
            ("sqrt.f32", &[a]) => self.push_1(Op::Sqrt32, a),
            ("sqrt.f64", &[a]) => self.push_1(Op::Sqrt64, a),
            ("fabs.v4f32", &[a]) => self.push_1(Op::VectorAbs, a),
            ("stackrestore", &[a]) => {
                let a = self.operand(a);
                self.push(Op::StackRestore(a));
            }
            ("nacl.setjmp", &[buffer]) => self.push_1(Op::Setjmp, buffer),
            ("nacl.longjmp", &[buffer, value]) => {
                let (buffer, value) = (self.operand(buffer), self.operand(value));
                self.push(Op::Longjmp(buffer, value));
            }
            ("nacl.atomic.is.lock.free", _) => self.push(Op::Constant(self.result(), 1)),
            _ => {
                if let Some(rest) = name.strip_prefix("nacl.atomic.") {
                    self.atomic(rest, arguments);
                } else {
                    let forbids_zero = arguments.get(1).and_then(|&flag| self.slots.constant(flag)) == Some(1);
                    if let Some(unary) = unary(name, forbids_zero) {
                        self.push_1(|d, a| Op::Unary(unary, d, a), arguments[0]);
                    }
                }
            }
        }
    }

    fn no_arguments(&mut self, name: &str) {
        match name {
            "nacl.read.tp" => self.push(Op::ThreadPointer(self.result())),
            "stacksave" => self.push(Op::StackSave(self.result())),
            "trap" => self.push(Op::Abort),
            _ => {}
        }
    }

    fn copy(&mut self, overlap: bool, to: Value, from: Value, length: Value) {
        let (to, from, length) = (self.operand(to), self.operand(from), self.operand(length));
        self.push(Op::Copy(overlap, to, from, length));
    }

    /// Decodes an atomic access; a fence needs no operation.
    fn atomic(&mut self, name: &str, arguments: &[Value]) {
        let size = name.rsplit_once(".i").and_then(|(_, bits)| bits.parse::<u8>().ok()).unwrap_or(0) / 8;
        match (name.split('.').next(), arguments) {
            (Some("load"), &[pointer, ..]) => self.push_1(|d, pointer| Op::AtomicLoad(size, d, pointer), pointer),
            (Some("store"), &[value, pointer, ..]) => {
                let (pointer, value) = (self.operand(pointer), self.operand(value));
                self.push(Op::AtomicStore(size, pointer, value));
            }
            (Some("rmw"), &[operation, pointer, value, ..]) => {
                let update = update(self.slots.constant(operation).unwrap_or(0));
                self.push_2(|d, pointer, value| Op::AtomicUpdate(update, size, d, pointer, value), pointer, value);
            }
            (Some("cmpxchg"), &[pointer, expected, desired, ..]) => {
                let (pointer, expected, desired) = (self.operand(pointer), self.operand(expected), self.operand(desired));
                self.push(Op::AtomicExchange(size, self.result(), pointer, expected, desired));
            }
            _ => {}
        }
        debug_assert!(arguments.iter().all(|&argument| width(self.ty(argument)) == 1), "atomics work on scalars");
    }
}

/// Returns the operation of this number.
const fn update(number: u64) -> Update {
    match number {
        1 => Update::Add,
        2 => Update::Sub,
        3 => Update::Or,
        4 => Update::And,
        5 => Update::Xor,
        _ => Update::Exchange,
    }
}

/// Returns the bit operation of this name; `forbids_zero` is the flag of bit counts.
fn unary(name: &str, forbids_zero: bool) -> Option<Unary> {
    Some(match (name, forbids_zero) {
        ("bswap.i16", _) => Unary::Swap16,
        ("bswap.i32", _) => Unary::Swap32,
        ("bswap.i64", _) => Unary::Swap64,
        ("ctlz.i32", false) => Unary::LeadingZeros32,
        ("ctlz.i64", false) => Unary::LeadingZeros64,
        ("cttz.i32", false) => Unary::TrailingZeros32,
        ("cttz.i64", false) => Unary::TrailingZeros64,
        ("ctlz.i32", true) => Unary::LeadingZeros32NotZero,
        ("ctlz.i64", true) => Unary::LeadingZeros64NotZero,
        ("cttz.i32", true) => Unary::TrailingZeros32NotZero,
        ("cttz.i64", true) => Unary::TrailingZeros64NotZero,
        ("ctpop.i32" | "ctpop.i64", _) => Unary::Count,
        ("fabs.f32", _) => Unary::Abs32,
        ("fabs.f64", _) => Unary::Abs64,
        _ => return None,
    })
}
