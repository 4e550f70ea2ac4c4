//! Mutations of functions.

use super::super::edit::{remove_function, swap_functions, type_id, with_positions};
use super::super::kinds::Kind;
use super::super::resume::add_function;
use super::sites::body;
use super::{Mutant, Touched};
use irsmith_pnacl::{Instruction, Linkage, Module, Type, TypeId, Value, ValueTypes};

/// Counts functions.
pub(super) fn count(module: &Module) -> usize {
    module.functions.len()
}

/// Adds a generated function with a body.
pub(super) fn add(mutant: &mut Mutant<'_, '_>, _: usize) -> Touched {
    mutant.build(add_function);
    Touched::Nothing
}

/// Appends an internal copy of a function.
pub(super) fn copy(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    if let Some(function) = body(&mutant.module, index) {
        let mut copy = mutant.module.functions[function].clone();
        copy.linkage = Linkage::Internal;
        mutant.module.functions.push(copy);
    }
    Touched::Nothing
}

/// Removes a function and all calls of it.
pub(super) fn remove(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    remove_function(&mut mutant.module, index);
    Touched::All
}

/// Exchanges two functions in the file.
pub(super) fn swap(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let other = mutant.choices.below(mutant.module.functions.len());
    swap_functions(&mut mutant.module, index, other);
    Touched::Nothing
}

/// Turns a definition into a declaration.
pub(super) fn drop_body(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    if let Some(function) = body(&mutant.module, index) {
        mutant.module.functions[function].body = None;
    }
    Touched::Nothing
}

/// Changes the linkage.
pub(super) fn change_linkage(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let linkage = &mut mutant.module.functions[index].linkage;
    *linkage = if *linkage == Linkage::External { Linkage::Internal } else { Linkage::External };
    Touched::Nothing
}

/// Adds or removes a parameter of a function, and the argument of its direct calls.
pub(super) fn change_signature(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some(count) = mutant.module.signature_of(index as u32).map(|signature| signature.parameters.len()) else { return Touched::Nothing };
    if count > 0 && mutant.choices.chance(128) {
        let place = mutant.choices.below(count);
        remove_parameter(&mut mutant.module, index, place);
    } else {
        let kind = Kind::SIGNATURE[mutant.choices.below(Kind::SIGNATURE.len())];
        if let Some(ty) = type_id(&mut mutant.module, kind.ty()) {
            add_parameter(&mut mutant.module, index, ty);
        }
    }
    Touched::All
}

/// Gives a function the signature that `change` makes of its own.
fn set_signature(module: &mut Module, function: usize, change: impl FnOnce(&mut irsmith_pnacl::Signature)) {
    let Some(mut signature) = module.signature_of(function as u32).cloned() else { return };
    change(&mut signature);
    let new = Type::Function(signature);
    let place = module.types.iter().position(|ty| *ty == new).unwrap_or_else(|| {
        module.types.push(new);
        module.types.len() - 1
    });
    module.functions[function].ty = TypeId(place as u32);
}

fn add_parameter(module: &mut Module, function: usize, ty: TypeId) {
    set_signature(module, function, |signature| signature.parameters.push(ty));
    let value_type = module.value_type(ty);
    for_each_call(module, function, |module, constants, arguments| {
        if let Some(value) = super::super::edit::undef(module, constants, value_type) {
            arguments.push(value);
        }
    });
}

/// Removes a parameter; its uses become undef, and direct calls lose the argument.
pub(in crate::pnacl) fn remove_parameter(module: &mut Module, function: usize, place: usize) {
    let ty = ValueTypes::of(module, function as u32).parameters().get(place).copied();
    if let Some(mut body) = module.functions[function].body.take() {
        let gone = Value::parameter(place as u32);
        let mut used = false;
        body.instructions.iter().for_each(|instruction| instruction.for_each_value(|value| used |= value == gone));
        let instead = if used { ty.and_then(|ty| super::super::edit::undef(module, &mut body.constants, ty)) } else { None };
        for instruction in &mut body.instructions {
            instruction.for_each_value_mut(|value| {
                if *value == gone {
                    *value = instead.unwrap_or(*value);
                } else if value.kind() == irsmith_pnacl::ValueKind::Parameter && value.index() as usize > place {
                    *value = Value::parameter(value.index() - 1);
                }
            });
        }
        module.functions[function].body = Some(body);
    }
    set_signature(module, function, |signature| {
        signature.parameters.remove(place);
    });
    for_each_call(module, function, |_, _, arguments| {
        if place < arguments.len() {
            arguments.remove(place);
        }
    });
}

/// Changes the arguments of all direct calls of a function.
fn for_each_call(
    module: &mut Module,
    function: usize,
    change: impl Fn(&mut Module, &mut Vec<irsmith_pnacl::Constant>, &mut smallvec::SmallVec<[Value; 4]>),
) {
    for caller in 0..module.functions.len() {
        with_positions(module, caller, |module, body| {
            let irsmith_pnacl::Body { constants, instructions } = body;
            for instruction in instructions {
                if let Instruction::Call { callee, arguments, .. } = instruction
                    && *callee == Value::function(function as u32)
                {
                    change(module, constants, arguments);
                }
            }
        });
    }
}
