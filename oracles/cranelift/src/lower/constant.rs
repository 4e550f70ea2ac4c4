//! Operands and constants.

use super::{Lowering, representation};
use crate::Error;
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::{self, ConstantData, InstBuilder, Type, types};
use irsmith_pnacl::{Literal, Value, ValueKind, ValueType};

impl Lowering<'_, '_> {
    /// Returns the native value of an operand.
    pub(super) fn operand(&mut self, value: Value) -> Result<ir::Value, Error> {
        let index = value.index() as usize;
        match value.kind() {
            ValueKind::Function | ValueKind::Global => {
                let address = self.environment.layout.address(value);
                Ok(self.constant(types::I32, i64::from(address)))
            }
            ValueKind::Parameter => self.parameters.get(index).copied().ok_or(Error::Invalid("an operand names no parameter")),
            ValueKind::Constant => self.literal(index),
            ValueKind::Instruction => {
                if let Some(&variable) = self.jumper.as_ref().and_then(|jumper| jumper.variables.get(index)) {
                    return Ok(self.builder.use_var(variable));
                }
                self.results.get(index).copied().flatten().ok_or(Error::Invalid("an operand names what is not defined there"))
            }
        }
    }

    /// Returns the type of an operand.
    pub(super) fn type_of(&self, value: Value) -> ValueType {
        self.types.get(value)
    }

    /// Returns an integer that must be a constant, truncated to 32 bits.
    pub(super) fn constant_operand(&self, value: Value) -> Result<u32, Error> {
        let constant = match value.kind() {
            ValueKind::Constant => self.body.constants.get(value.index() as usize),
            _ => None,
        };
        match constant.map(|constant| constant.literal) {
            Some(Literal::Integer(number)) => Ok(number as u32),
            Some(Literal::Undef) => Ok(0),
            _ => Err(Error::Invalid("an operand must be a constant")),
        }
    }

    fn literal(&mut self, index: usize) -> Result<ir::Value, Error> {
        let constant = self.body.constants.get(index).ok_or(Error::Invalid("an operand names no constant"))?;
        let ty = self.environment.module.value_type(constant.ty);
        let native = representation(ty)?;
        Ok(match constant.literal {
            Literal::Undef => self.zero(native),
            Literal::Integer(number) if ty.is_i1() => self.constant(native, number & 1),
            Literal::Integer(number) => self.constant(native, number),
            Literal::Float(bits) if native == types::F32 => self.builder.ins().f32const(Ieee32::with_bits(bits as u32)),
            Literal::Float(bits) => self.builder.ins().f64const(Ieee64::with_bits(bits)),
        })
    }

    /// Returns an integer constant, truncated to its type.
    pub(super) fn constant(&mut self, ty: Type, number: i64) -> ir::Value {
        let cut = if ty.bits() < 64 { number & ((1 << ty.bits()) - 1) } else { number };
        self.builder.ins().iconst(ty, cut)
    }

    /// Returns a vector of one integer in all lanes.
    pub(super) fn splat(&mut self, ty: Type, number: i64) -> ir::Value {
        let lane = number.to_le_bytes();
        let size = ty.lane_bits() as usize / 8;
        self.vector_constant(ty, std::array::from_fn(|byte| lane[byte % size]))
    }

    /// Returns a vector of these bytes.
    pub(super) fn vector_constant(&mut self, ty: Type, bytes: [u8; 16]) -> ir::Value {
        let constant = self.builder.func.dfg.constants.insert(ConstantData::from(&bytes[..]));
        self.builder.ins().vconst(ty, constant)
    }

    /// Returns the zero of a type.
    pub(super) fn zero(&mut self, ty: Type) -> ir::Value {
        match ty {
            types::F32 => self.builder.ins().f32const(Ieee32::with_bits(0)),
            types::F64 => self.builder.ins().f64const(Ieee64::with_bits(0)),
            ty if ty.is_vector() => self.vector_constant(ty, [0; 16]),
            ty => self.builder.ins().iconst(ty, 0),
        }
    }
}
