//! Rules of types.

use super::{Part, Report, RuleId};
use crate::{Alignment, Module, Scalar, Signature, Type, TypeId, ValueType};
use std::collections::HashMap;

/// Returns whether the manual defines vectors of this shape.
pub fn is_vector_shape(lanes: u32, scalar: Scalar) -> bool {
    matches!(
        (lanes, scalar),
        (4 | 8 | 16, Scalar::Integer(1))
            | (16, Scalar::Integer(8))
            | (8, Scalar::Integer(16))
            | (4, Scalar::Integer(32))
            | (4, Scalar::Float)
    )
}

/// Returns whether a function other than an intrinsic may have a parameter of this type; results may be void as well.
pub fn is_parameter_type(ty: ValueType) -> bool {
    ty.is_first_class() && (ty.is_vector() || !matches!(ty.scalar_kind(), Scalar::Integer(..32)))
}

/// Returns whether values of this type can be loaded and stored.
pub fn is_access_type(ty: ValueType) -> bool {
    ty.is_first_class() && !ty.is_i1()
}

/// Returns whether values of this type, which can be loaded and stored, may be accessed with this alignment (manual, *Memory Blocks and
/// Alignment*).
///
/// Integers are aligned to 1, so that no program depends on the effect of misaligned accesses; floats may state their size; a vector is
/// aligned like its lanes.
pub fn is_access_alignment(ty: ValueType, alignment: Alignment) -> bool {
    let element = u64::from(ty.scalar_bits() / 8);
    match (ty.is_vector(), ty.is_float()) {
        (true, _) => alignment.bytes() == element,
        (false, true) => alignment.bytes() == 1 || alignment.bytes() == element,
        (false, false) => alignment.bytes() == 1,
    }
}

/// Checks the types of a module and fills `table` with the corresponding types of values.
pub(super) fn check(module: &Module, table: &mut Vec<ValueType>, report: &mut Report) {
    table.clear();
    for (index, ty) in module.types.iter().enumerate() {
        table.push(ty.value_type(|id| module.ty(id)));
        let checker = TypeChecker { module, id: TypeId(index as u32) };
        checker.check(ty, report);
    }
    if report.wants_warnings() {
        check_repeated(module, report);
    }
}

fn check_repeated(module: &Module, report: &mut Report) {
    let mut first = HashMap::with_capacity(module.types.len());
    for (index, ty) in module.types.iter().enumerate() {
        let id = TypeId(index as u32);
        let earlier = *first.entry(ty).or_insert(id);
        if earlier != id {
            report.add(RuleId::TypeRepeated, Part::Type(id), format_args!("the same type as {earlier}"));
        }
    }
}

struct TypeChecker<'a> {
    module: &'a Module,
    id: TypeId,
}

impl TypeChecker<'_> {
    fn check(&self, ty: &Type, report: &mut Report) {
        let part = Part::Type(self.id);
        match ty {
            Type::Void | Type::Float | Type::Double | Type::Integer(1 | 8 | 16 | 32 | 64) => {}
            Type::Integer(bits) => report.add(RuleId::TypeIntegerWidth, part, format_args!("i{bits}")),
            Type::Vector { lanes, element } => {
                if self.is_defined_before(*element, report) {
                    let shape = ty.value_type(|id| self.module.ty(id));
                    if !is_vector_shape(*lanes, shape.scalar_kind()) {
                        report.add(RuleId::TypeVectorShape, part, format_args!("{shape}, {lanes} of {element}"));
                    }
                }
            }
            Type::Function(signature) => self.check_signature(signature, report),
        }
    }

    fn check_signature(&self, signature: &Signature, report: &mut Report) {
        let part = Part::Type(self.id);
        if signature.varargs {
            report.add(RuleId::TypeVarargs, part, format_args!("further arguments may follow"));
        }
        if self.is_defined_before(signature.result, report) {
            let ty = self.module.value_type(signature.result);
            if ty != ValueType::VOID && !ty.is_first_class() {
                report.add(RuleId::TypeResult, part, format_args!("the result {} is a function", signature.result));
            }
        }
        for (index, &parameter) in signature.parameters.iter().enumerate() {
            if self.is_defined_before(parameter, report) && !self.module.value_type(parameter).is_first_class() {
                report.add(RuleId::TypeParameter, part, format_args!("parameter {index}, {parameter}, is void or a function"));
            }
        }
    }

    fn is_defined_before(&self, id: TypeId, report: &mut Report) -> bool {
        if id.0 as usize >= self.module.types.len() {
            report.add(RuleId::TypeUndefined, Part::Type(self.id), format_args!("{id} is not defined"));
        } else if id >= self.id {
            report.add(RuleId::TypeForward, Part::Type(self.id), format_args!("{id} is not defined before"));
        } else {
            return true;
        }
        false
    }
}
