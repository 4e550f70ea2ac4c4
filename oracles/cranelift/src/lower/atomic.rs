//! Atomic operations, by Cranelift's own: with one thread there is no difference, and they are under test too.

use super::Lowering;
use super::access::Access;
use crate::Error;
use cranelift_codegen::ir::{self, AtomicRmwOp, InstBuilder, Type, types};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_, '_> {
    /// Lowers an operation, given by the rest of the intrinsic's name.
    pub(super) fn atomic(&mut self, operation: &[u8], callee: u32, arguments: &[Value]) -> Result<Option<ir::Value>, Error> {
        let kind = operation.split(|&byte| byte == b'.').next().unwrap_or_default();
        Ok(match (kind, arguments) {
            (b"load", &[pointer, _]) => {
                let ty = access_type(self.environment.shapes[callee as usize].result)?;
                let host = self.aligned(pointer, ty, Access::Read)?;
                Some(self.builder.ins().atomic_load(ty, self.flags.memory, host))
            }
            (b"store", &[value, pointer, _]) => {
                let ty = access_type(self.type_of(value))?;
                let host = self.aligned(pointer, ty, Access::Write)?;
                let value = self.operand(value)?;
                self.builder.ins().atomic_store(self.flags.memory, value, host);
                None
            }
            (b"rmw", &[operation, pointer, value, _]) => {
                let (ty, operation) = (access_type(self.type_of(value))?, self.operation(operation)?);
                let host = self.aligned(pointer, ty, Access::Write)?;
                let value = self.operand(value)?;
                Some(self.builder.ins().atomic_rmw(ty, self.flags.memory, operation, host, value))
            }
            (b"cmpxchg", &[pointer, expected, desired, _, _]) => {
                let ty = access_type(self.type_of(expected))?;
                let host = self.aligned(pointer, ty, Access::Write)?;
                let (expected, desired) = (self.operand(expected)?, self.operand(desired)?);
                Some(self.builder.ins().atomic_cas(self.flags.memory, host, expected, desired))
            }
            (b"fence", _) => {
                self.builder.ins().fence();
                None
            }
            (b"is", _) => Some(self.constant(types::I8, 1)),
            _ => return Err(Error::Invalid("there is no such atomic operation")),
        })
    }

    /// Returns the host's address for an access that must be aligned to its size.
    fn aligned(&mut self, pointer: Value, ty: Type, access: Access) -> Result<ir::Value, Error> {
        let address = self.operand(pointer)?;
        let odd = self.builder.ins().band_imm_u(address, i64::from(ty.bytes() - 1));
        self.trap_if(odd, TrapKind::Misaligned);
        Ok(self.checked(address, ty.bytes(), access))
    }

    fn operation(&self, operation: Value) -> Result<AtomicRmwOp, Error> {
        Ok(match self.constant_operand(operation)? {
            1 => AtomicRmwOp::Add,
            2 => AtomicRmwOp::Sub,
            3 => AtomicRmwOp::Or,
            4 => AtomicRmwOp::And,
            5 => AtomicRmwOp::Xor,
            6 => AtomicRmwOp::Xchg,
            _ => return Err(Error::Invalid("there is no such read-modify-write operation")),
        })
    }
}

fn access_type(ty: ValueType) -> Result<Type, Error> {
    match super::representation(ty)? {
        native @ (types::I8 | types::I16 | types::I32 | types::I64) => Ok(native),
        _ => Err(Error::Invalid("atomic accesses are of integers")),
    }
}
