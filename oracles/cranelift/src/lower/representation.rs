//! Native types and signatures.

use crate::Error;
use crate::signatures::Shape;
use cranelift_codegen::ir::{AbiParam, Signature, Type, types};
use cranelift_codegen::isa::CallConv;
use irsmith_pnacl::{Scalar, ValueType};

/// Returns the native type of values of a type.
pub(crate) fn representation(ty: ValueType) -> Result<Type, Error> {
    Ok(match (ty.lanes(), ty.scalar_kind()) {
        (0, Scalar::Integer(1 | 8)) => types::I8,
        (0, Scalar::Integer(16)) => types::I16,
        (0, Scalar::Integer(32)) => types::I32,
        (0, Scalar::Integer(64)) => types::I64,
        (0, Scalar::Float) => types::F32,
        (0, Scalar::Double) => types::F64,
        (16, Scalar::Integer(1 | 8)) => types::I8X16,
        (8, Scalar::Integer(1 | 16)) => types::I16X8,
        (4, Scalar::Integer(1 | 32)) => types::I32X4,
        (4, Scalar::Float) => types::F32X4,
        _ => return Err(Error::Invalid("a value has a type that values cannot have")),
    })
}

/// Returns the native signature of a function: the context, then the parameters.
pub(crate) fn native_signature(shape: &Shape) -> Result<Signature, Error> {
    let mut signature = Signature::new(CallConv::Fast);
    signature.params.push(AbiParam::new(types::I64));
    for &ty in &shape.parameters {
        signature.params.push(AbiParam::new(representation(ty)?));
    }
    if shape.result != ValueType::VOID {
        signature.returns.push(AbiParam::new(representation(shape.result)?));
    }
    Ok(signature)
}
