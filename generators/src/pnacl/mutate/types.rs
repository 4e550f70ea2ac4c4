//! Mutations of types.

use super::super::declarations::some_type;
use super::super::edit::{remove_type, swap_types};
use super::{Mutant, Touched};
use irsmith_pnacl::{Module, Type, TypeId};

/// Counts types.
pub(super) fn count(module: &Module) -> usize {
    module.types.len()
}

/// Adds a type that valid modules may have.
pub(super) fn add(mutant: &mut Mutant<'_, '_>, _: usize) -> Touched {
    mutant.build(some_type);
    Touched::Nothing
}

/// Removes a type; its uses name another.
pub(super) fn remove(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let count = mutant.module.types.len();
    if count > 1 {
        let instead = (index + 1 + mutant.choices.below(count - 1)) % count;
        remove_type(&mut mutant.module, index, instead);
    }
    Touched::All
}

/// Exchanges two types in the file.
pub(super) fn swap(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let other = mutant.choices.below(mutant.module.types.len());
    swap_types(&mut mutant.module, index, other);
    Touched::Nothing
}

/// Changes a type to another; seldom valid. Void stays, and nothing becomes void: results would appear and disappear.
pub(super) fn change(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let count = mutant.module.types.len() as u32;
    let other = TypeId(mutant.choices.up_to(count - 1));
    let draw = mutant.choices.byte();
    match &mut mutant.module.types[index] {
        Type::Void => {}
        Type::Function(signature) => match draw & 3 {
            0 => signature.varargs = !signature.varargs,
            1 => signature.parameters.push(other),
            _ => {
                if let Some(parameter) = signature.parameters.last_mut() {
                    *parameter = other;
                }
            }
        },
        Type::Vector { lanes, element } => {
            if draw & 1 == 0 {
                *lanes = [2, 4, 8, 16, 3][usize::from(draw >> 4) % 5];
            } else {
                *element = other;
            }
        }
        ty => {
            let others = [Type::Float, Type::Double, Type::Integer(32), Type::Integer(8), Type::Integer(u32::from(draw))];
            ty.clone_from(&others[usize::from(draw) % others.len()]);
        }
    }
    Touched::Nothing
}
