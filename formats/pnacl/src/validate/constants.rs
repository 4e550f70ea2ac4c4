//! Rules of constants.

use super::{Part, Report, RuleId};
use crate::model::sign_extend;
use crate::{Constant, Literal, Scalar, ValueType};

/// Checks the constants of a function; `types` are the module's types as types of values.
pub(super) fn check(function: u32, constants: &[Constant], types: &[ValueType], report: &mut Report) {
    for (index, constant) in constants.iter().enumerate() {
        let part = Part::Constant { function, index: index as u32 };
        match types.get(constant.ty.0 as usize) {
            Some(&ty) => check_literal(constant.literal, ty, part, report),
            None => report.add(RuleId::TypeUndefined, part, format_args!("{} is not defined", constant.ty)),
        }
    }
}

fn check_literal(literal: Literal, ty: ValueType, part: Part, report: &mut Report) {
    match literal {
        Literal::Undef if ty.is_first_class() => {}
        Literal::Undef => report.add(RuleId::ConstantVoid, part, format_args!("undef of a type that no value has")),
        Literal::Integer(value) => match ty.scalar_kind() {
            Scalar::Integer(bits) if !ty.is_vector() => {
                if value != sign_extend(value, bits) {
                    report.add(RuleId::LiteralRange, part, format_args!("{value} does not fit in {ty}"));
                }
            }
            _ => report.add(RuleId::ConstantType, part, format_args!("the integer {value} of type {ty}")),
        },
        Literal::Float(bits) => match ty.scalar_kind() {
            Scalar::Double if !ty.is_vector() => {}
            Scalar::Float if !ty.is_vector() => {
                if bits > u64::from(u32::MAX) {
                    report.add(RuleId::LiteralRange, part, format_args!("the bits {bits:#x} do not fit in float"));
                }
            }
            _ => report.add(RuleId::ConstantType, part, format_args!("the float with bits {bits:#x} of type {ty}")),
        },
    }
}
