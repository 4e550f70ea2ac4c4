//! Calls of intrinsics.

use super::Lowering;
use super::jump::SETJMP;
use crate::Error;
use cranelift_codegen::ir::{self, InstBuilder, types};
use irsmith_pnacl::Value;
use irsmith_pnacl::interpret::TrapKind;

/// The prefix of all atomic operations.
const ATOMIC: &[u8] = b"llvm.nacl.atomic.";

impl Lowering<'_, '_> {
    /// Calls a function that has no body; returns the result, if it has one.
    pub(super) fn intrinsic(&mut self, callee: u32, arguments: &[Value]) -> Result<Option<ir::Value>, Error> {
        let name = self.environment.module.name_of(Value::function(callee)).unwrap_or_default();
        if let Some(operation) = name.strip_prefix(ATOMIC) {
            return self.atomic(operation, callee, arguments);
        }
        let mut operands = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            operands.push(self.operand(argument)?);
        }
        Ok(match (name, operands.as_slice()) {
            (b"llvm.memcpy.p0i8.p0i8.i32" | b"llvm.memmove.p0i8.p0i8.i32", &[to, from, size, _, _]) => {
                self.copy(to, from, size);
                None
            }
            (b"llvm.memset.p0i8.i32", &[to, byte, size, _, _]) => {
                self.fill(to, byte, size);
                None
            }
            (b"llvm.bswap.i16" | b"llvm.bswap.i32" | b"llvm.bswap.i64", &[value]) => Some(self.builder.ins().bswap(value)),
            // For zero, Cranelift's counts are the width, whatever the flag says.
            (b"llvm.ctlz.i32" | b"llvm.ctlz.i64", &[value, _]) => Some(self.builder.ins().clz(value)),
            (b"llvm.cttz.i32" | b"llvm.cttz.i64", &[value, _]) => Some(self.builder.ins().ctz(value)),
            (b"llvm.ctpop.i32" | b"llvm.ctpop.i64", &[value]) => Some(self.builder.ins().popcnt(value)),
            (b"llvm.sqrt.f32" | b"llvm.sqrt.f64", &[value]) => Some(self.square_root(value)),
            (b"llvm.fabs.f32" | b"llvm.fabs.f64" | b"llvm.fabs.v4f32", &[value]) => Some(self.builder.ins().fabs(value)),
            (b"llvm.nacl.read.tp", []) => Some(self.constant(types::I32, 0)),
            (b"llvm.stacksave", []) => Some(self.stack_pointer()),
            (b"llvm.stackrestore", &[address]) => {
                self.restore_stack(address);
                None
            }
            (b"llvm.trap", []) => {
                let always = self.constant(types::I8, 1);
                self.trap_if(always, TrapKind::Abort);
                None
            }
            (SETJMP, &[buffer]) => Some(self.setjmp(buffer)?),
            (b"llvm.nacl.longjmp", &[buffer, value]) => {
                self.longjmp(buffer, value);
                None
            }
            _ => return Err(Error::Invalid("what is called has no body and is no intrinsic")),
        })
    }
}
