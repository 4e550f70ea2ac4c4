//! Dispatches instructions to their lowerings.

use super::{Lowering, representation};
use crate::Error;
use cranelift_codegen::ir;
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::{Instruction, Value};

impl Lowering<'_, '_> {
    /// Lowers an instruction that is not a terminator; returns its result, if it has a new one.
    pub(super) fn instruction(&mut self, instruction: &Instruction) -> Result<Option<ir::Value>, Error> {
        Ok(match instruction {
            Instruction::Binary { a, b, op } => Some(self.binary(*a, *b, *op)?),
            Instruction::Cast { value, ty, op } => {
                let (from, to) = (self.type_of(*value), self.environment.module.value_type(*ty));
                let value = self.operand(*value)?;
                Some(self.cast(*op, value, from, to)?)
            }
            Instruction::ExtractElement { vector, index } => Some(self.extract(*vector, *index)?),
            Instruction::InsertElement { vector, element, index } => Some(self.insert(*vector, *element, *index)?),
            Instruction::Alloca { size, alignment } => {
                let size = self.operand(*size)?;
                Some(self.alloca(size, *alignment))
            }
            Instruction::Load { pointer, ty, .. } => {
                let native = representation(self.environment.module.value_type(*ty))?;
                let pointer = self.operand(*pointer)?;
                Some(self.load(pointer, native))
            }
            Instruction::Store { pointer, value, .. } => {
                let (pointer, value) = (self.operand(*pointer)?, self.operand(*value)?);
                self.store(pointer, value);
                None
            }
            Instruction::Compare { a, b, predicate } => {
                let ty = self.type_of(*a);
                let (a, b) = (self.operand(*a)?, self.operand(*b)?);
                Some(self.compare(*predicate, ty, a, b)?)
            }
            Instruction::Select { a, b, condition } => {
                let lanewise = self.type_of(*condition).is_vector();
                let (a, b, condition) = (self.operand(*a)?, self.operand(*b)?, self.operand(*condition)?);
                Some(self.select(condition, lanewise, a, b))
            }
            Instruction::Call { callee, arguments, .. } => self.call(callee.index(), arguments)?,
            Instruction::CallIndirect { pointer, result, arguments, .. } => self.call_indirect(*pointer, *result, arguments)?,
            // Phis are parameters of their blocks; a declaration adds nothing.
            Instruction::Phi { .. } | Instruction::Declare { .. } => None,
            Instruction::Ret { .. }
            | Instruction::Branch { .. }
            | Instruction::BranchIf { .. }
            | Instruction::Switch { .. }
            | Instruction::Unreachable {} => return Err(Error::Invalid("a terminator stands within a block")),
        })
    }

    fn binary(&mut self, a: Value, b: Value, op: BinaryOp) -> Result<ir::Value, Error> {
        let ty = self.type_of(a);
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        if ty.is_float() { self.float_binary(op, a, b) } else { Ok(self.integer_binary(op, a, b)) }
    }
}
