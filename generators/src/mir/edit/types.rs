//! The low-level types of a function.

use super::place::{each_instruction_mut, each_register_mut};
use irsmith_mir::{Element, Function, MemorySize, OperandKind, RegisterQualifier, Type};
use std::collections::BTreeSet;

/// Returns the types that occur anywhere in a function.
pub(in crate::mir) fn types(function: &Function) -> BTreeSet<Type> {
    let mut types = BTreeSet::new();
    each_type_mut(&mut function.clone(), &mut |ty| _ = types.insert(*ty));
    types
}

/// Replaces a type by another everywhere in a function, including integer constants of a scalar's width; a constant that does not fit into
/// the new width becomes zero.
pub(in crate::mir) fn replace_type(function: &mut Function, from: Type, to: Type) {
    each_type_mut(function, &mut |ty| {
        if *ty == from {
            *ty = to;
        }
    });
    let (Type::Single(Element::Scalar(from)), Type::Single(Element::Scalar(to))) = (from, to) else { return };
    each_instruction_mut(function, &mut |instruction| {
        for operand in &mut instruction.operands {
            if let OperandKind::Integer(integer) = &mut operand.kind
                && integer.bits == u32::from(from)
            {
                integer.bits = u32::from(to).max(1);
                let fits =
                    integer.digits.parse::<i64>().is_ok_and(|number| i128::from(number).unsigned_abs() >> (to.clamp(1, 64) - 1) == 0);
                if !fits {
                    integer.digits = "0".into();
                }
            }
        }
    });
}

fn each_type_mut(function: &mut Function, f: &mut dyn FnMut(&mut Type)) {
    each_instruction_mut(function, &mut |instruction| {
        each_register_mut(instruction, &mut |_, operand| {
            if let RegisterQualifier::Type(ty) = &mut operand.qualifier {
                f(ty);
            }
        });
        for memory in &mut instruction.memory {
            if let MemorySize::Type(ty) = &mut memory.size {
                f(ty);
            }
        }
    });
}
