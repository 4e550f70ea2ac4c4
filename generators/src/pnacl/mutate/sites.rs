//! Places in a module by number.

use irsmith_pnacl::{Body, Instruction, Module};

/// One place: the module.
pub(super) fn one(_: &Module) -> usize {
    1
}

/// Returns functions with a body and their numbers.
pub(super) fn with_body(module: &Module) -> impl Iterator<Item = (usize, &Body)> {
    module.functions.iter().enumerate().filter_map(|(index, function)| Some((index, function.body.as_ref()?)))
}

/// Returns the number of bodies.
pub(super) fn bodies(module: &Module) -> usize {
    with_body(module).count()
}

/// Returns the function of the body with this number.
pub(super) fn body(module: &Module, number: usize) -> Option<usize> {
    with_body(module).nth(number).map(|(function, _)| function)
}

/// Returns the number of instructions.
pub(super) fn places(module: &Module) -> usize {
    with_body(module).map(|(_, body)| body.instructions.len()).sum()
}

/// Finds place `number` among the places of all bodies, where each instruction has `weight` places: returns the function, the instruction,
/// and the place within it.
pub(super) fn find(module: &Module, number: usize, weight: impl Fn(&Instruction) -> usize) -> Option<(usize, usize, usize)> {
    let mut left = number;
    for (function, body) in with_body(module) {
        for (at, instruction) in body.instructions.iter().enumerate() {
            let weight = weight(instruction);
            if left < weight {
                return Some((function, at, left));
            }
            left -= weight;
        }
    }
    None
}

/// Counts the places of all bodies, in the order of [`find`].
pub(super) fn count(module: &Module, weight: impl Fn(&Instruction) -> usize) -> usize {
    with_body(module).flat_map(|(_, body)| &body.instructions).map(weight).sum()
}

/// Finds number `number` among lists, one per body.
pub(super) fn find_in_bodies(module: &Module, number: usize, length: impl Fn(&Body) -> usize) -> Option<(usize, usize)> {
    let mut left = number;
    for (function, body) in with_body(module) {
        let length = length(body);
        if left < length {
            return Some((function, left));
        }
        left -= length;
    }
    None
}
