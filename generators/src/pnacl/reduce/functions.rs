//! Reductions of functions, parameters and types.

use super::super::edit::{constant, remove_function, remove_type};
use super::super::mutate::remove_parameter;
use super::instructions::simplest;
use irsmith_pnacl::{Body, Instruction, Module, Type, TypeId};
use std::ops::Range;

fn long_bodies(module: &Module) -> Vec<usize> {
    let long = |index: &usize| module.functions[*index].body.as_ref().is_some_and(|body| body.instructions.len() > 1);
    (0..module.functions.len()).filter(long).collect()
}

/// Counts bodies of more than one instruction.
pub(super) fn count_long_bodies(module: &Module) -> usize {
    long_bodies(module).len()
}

/// Replaces bodies by one return.
pub(super) fn empty_bodies(module: &mut Module, range: Range<usize>) {
    for function in long_bodies(module).drain(range) {
        let mut body = Body::default();
        let result = module.signature_of(function as u32).map(|signature| signature.result);
        let value = result.and_then(|ty| simplest(module.value_type(ty)).map(|literal| constant(&mut body.constants, ty, literal)));
        body.instructions.push(Instruction::Ret { value });
        module.functions[function].body = Some(body);
    }
}

/// Counts functions.
pub(super) fn count(module: &Module) -> usize {
    module.functions.len()
}

/// Removes functions.
pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    range.rev().for_each(|index| remove_function(module, index));
}

fn bodies(module: &Module) -> Vec<usize> {
    (0..module.functions.len()).filter(|&index| module.functions[index].body.is_some()).collect()
}

/// Counts bodies.
pub(super) fn count_bodies(module: &Module) -> usize {
    bodies(module).len()
}

/// Removes bodies.
pub(super) fn drop_bodies(module: &mut Module, range: Range<usize>) {
    for function in bodies(module).drain(range) {
        module.functions[function].body = None;
    }
}

fn parameters(module: &Module) -> Vec<(usize, usize)> {
    let count = |function: usize| module.signature_of(function as u32).map_or(0, |signature| signature.parameters.len());
    (0..module.functions.len()).flat_map(|function| (0..count(function)).map(move |place| (function, place))).collect()
}

/// Counts parameters.
pub(super) fn count_parameters(module: &Module) -> usize {
    parameters(module).len()
}

/// Removes parameters.
pub(super) fn remove_parameters(module: &mut Module, range: Range<usize>) {
    for (function, place) in parameters(module).drain(range).rev() {
        remove_parameter(module, function, place);
    }
    // The former signatures would remain, and make the module larger.
    remove_unused_types(module);
}

/// Counts types.
pub(super) fn count_types(module: &Module) -> usize {
    module.types.len()
}

/// Removes unused and duplicate types.
pub(super) fn remove_types(module: &mut Module, range: Range<usize>) {
    for index in range.rev() {
        let twin = module.types[..index].iter().position(|ty| *ty == module.types[index]);
        let used = used_types(module);
        if module.types.len() > 1 && (twin.is_some() || !used[index]) {
            remove_type(module, index, twin.unwrap_or(usize::from(index == 0)));
        }
    }
}

fn remove_unused_types(module: &mut Module) {
    for index in (0..module.types.len()).rev() {
        if matches!(module.types[index], Type::Function(_)) && !used_types(module)[index] && module.types.len() > 1 {
            remove_type(module, index, usize::from(index == 0));
        }
    }
}

pub(in crate::pnacl) fn used_types(module: &Module) -> Vec<bool> {
    let mut used = vec![false; module.types.len()];
    let mut mark = |id: TypeId| {
        if let Some(used) = used.get_mut(id.0 as usize) {
            *used = true;
        }
    };
    for ty in &module.types {
        match ty {
            Type::Vector { element, .. } => mark(*element),
            Type::Function(signature) => {
                mark(signature.result);
                signature.parameters.iter().for_each(|&id| mark(id));
            }
            _ => {}
        }
    }
    for function in &module.functions {
        mark(function.ty);
        if let Some(body) = &function.body {
            body.constants.iter().for_each(|constant| mark(constant.ty));
            body.instructions.iter().for_each(|instruction| instruction.for_each_type(&mut mark));
        }
    }
    used
}
