//! Loads and stores: the check that keeps an access within the program's memory, and the access.
//!
//! Memory safety depends on this file. A native address is made in one place, [`Lowering::host_address`], and each of its callers has
//! checked the whole range of the access before, by a branch that dominates it.

use super::Lowering;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, Type, types};
use irsmith_pnacl::interpret::{Layout, TrapKind};

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// All memory may be read.
    Read,
    /// All but constants may be written.
    Write,
}

impl Access {
    /// Returns the first address that may be accessed. The last one is in the layout.
    fn start(self, layout: &Layout) -> u32 {
        match self {
            Self::Read => Layout::BASE,
            Self::Write => layout.writable,
        }
    }
}

impl Lowering<'_, '_> {
    /// Loads a value.
    pub(super) fn load(&mut self, address: ir::Value, ty: Type) -> ir::Value {
        let host = self.checked(address, ty.bytes(), Access::Read);
        self.builder.ins().load(ty, self.flags.memory, host, 0)
    }

    /// Stores a value.
    pub(super) fn store(&mut self, address: ir::Value, value: ir::Value) {
        let size = self.builder.func.dfg.value_type(value).bytes();
        let host = self.checked(address, size, Access::Write);
        self.builder.ins().store(self.flags.memory, value, host, 0);
    }

    /// Returns the host's address of `size` accessible bytes; otherwise the execution ends.
    pub(super) fn checked(&mut self, address: ir::Value, size: u32, access: Access) -> ir::Value {
        let start = access.start(self.environment.layout);
        let outside = match (self.environment.layout.end - start).checked_sub(size) {
            // An address before the start wraps around to an offset beyond the last.
            Some(last) => {
                let offset = self.builder.ins().iadd_imm_s(address, -i64::from(start));
                self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, offset, i64::from(last))
            }
            None => self.constant(types::I8, 1),
        };
        self.trap_if(outside, TrapKind::Memory);
        self.host_address(address)
    }

    /// As [`Lowering::checked`], for a size known at run time; a range of size 0 may be anywhere.
    pub(super) fn checked_range(&mut self, address: ir::Value, size: ir::Value, access: Access) -> ir::Value {
        let start = access.start(self.environment.layout);
        let offset = self.builder.ins().iadd_imm_s(address, -i64::from(start));
        let offset = self.builder.ins().uextend(types::I64, offset);
        let wide = self.builder.ins().uextend(types::I64, size);
        let end = self.builder.ins().iadd(offset, wide);
        let room = i64::from(self.environment.layout.end - start);
        let beyond = self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, end, room);
        let some = self.builder.ins().icmp_imm_u(IntCC::NotEqual, size, 0);
        let outside = self.builder.ins().band(beyond, some);
        self.trap_if(outside, TrapKind::Memory);
        self.host_address(address)
    }

    fn host_address(&mut self, address: ir::Value) -> ir::Value {
        let wide = self.builder.ins().uextend(types::I64, address);
        self.builder.ins().iadd(self.bias, wide)
    }
}
