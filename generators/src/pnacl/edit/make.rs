//! Types and constants on demand.

use irsmith_pnacl::{Constant, Literal, Module, Scalar, Type, TypeId, Value, ValueType};

/// Returns the number of a type, which is added if the module lacks it; `None` for a type that files cannot contain.
pub(in crate::pnacl) fn type_id(module: &mut Module, ty: ValueType) -> Option<TypeId> {
    if let Some(known) = module.types.iter().position(|known| known.value_type(|id| module.ty(id)) == ty && ty != ValueType::UNKNOWN) {
        return Some(TypeId(known as u32));
    }
    let new = if ty.is_vector() {
        Type::Vector { lanes: ty.lanes(), element: type_id(module, ty.element())? }
    } else {
        match ty.scalar_kind() {
            Scalar::Void => Type::Void,
            Scalar::Integer(bits) => Type::Integer(bits),
            Scalar::Float => Type::Float,
            Scalar::Double => Type::Double,
            Scalar::Unknown => return None,
        }
    };
    module.types.push(new);
    Some(TypeId(module.types.len() as u32 - 1))
}

/// Returns a constant of a list with this type and value, which is added if it is missing.
pub(in crate::pnacl) fn constant(constants: &mut Vec<Constant>, ty: TypeId, literal: Literal) -> Value {
    let wanted = Constant { ty, literal };
    let index = constants.iter().position(|known| *known == wanted).unwrap_or_else(|| {
        constants.push(wanted);
        constants.len() - 1
    });
    Value::constant(index as u32)
}

/// Returns an undefined value of a type.
pub(in crate::pnacl) fn undef(module: &mut Module, constants: &mut Vec<Constant>, ty: ValueType) -> Option<Value> {
    if !ty.is_first_class() {
        return None;
    }
    let ty = type_id(module, ty)?;
    Some(constant(constants, ty, Literal::Undef))
}
