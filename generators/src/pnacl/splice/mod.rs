//! Splicing two modules: a part of one is copied into the other, with the types, functions and globals that it needs.

mod import;
mod sequence;

use super::edit;
use crate::Choices;
use arbitrary::Unstructured;
use import::Import;
use irsmith_pnacl::validate::is_valid;
use irsmith_pnacl::{Instruction, Module, Value, ValueType};
use smallvec::SmallVec;

/// Limit of the functions and globals that one splice copies.
const MAX_PARTS: usize = 8;

/// The part that is copied.
#[derive(Clone, Copy)]
enum Way {
    /// A function, and a call of it.
    Function,
    /// A body in place of another of the same signature.
    Body,
    /// A global.
    Global,
    /// Instructions of a block into another block.
    Sequence,
}

/// Copies a part of `donor` into `module`.
///
/// Total: if the donor has nothing to copy, the module stays unchanged. The result can be written and reads back unchanged; splicing two
/// valid modules gives a valid module.
pub fn splice(module: &Module, donor: &Module, bytes: &mut Unstructured<'_>) -> Module {
    let mut choices = Choices::new(bytes);
    let careful = is_valid(module) && is_valid(donor);
    let ways = [Way::Function, Way::Body, Way::Sequence, Way::Sequence, Way::Global];
    let first = ways[choices.below(ways.len())];
    // The last two are possible more often, and keep valid modules valid.
    for way in [first, Way::Sequence, Way::Function, Way::Global] {
        if let Some(result) = cross(module, donor, way, &mut choices)
            && result != *module
            && (!careful || is_valid(&result))
        {
            return result;
        }
    }
    module.clone()
}

fn cross(module: &Module, donor: &Module, way: Way, choices: &mut Choices<'_, '_>) -> Option<Module> {
    let mut import = Import::new(module.clone(), donor);
    let parts = 1 + choices.below(MAX_PARTS);
    match way {
        Way::Global => {
            import.global(choices.index(donor.globals.len())? as u32);
            Some(import.finish(parts))
        }
        Way::Function => {
            let function = *choices.pick(&defined(donor))?;
            let new = import.function(function as u32);
            let mut result = import.finish(parts);
            call(&mut result, new, choices);
            Some(result)
        }
        Way::Body => {
            let pairs: Vec<(usize, usize)> = defined(module)
                .into_iter()
                .flat_map(|own| defined(donor).into_iter().map(move |other| (own, other)))
                .filter(|&(own, other)| same_signature(module, own, donor, other))
                .take(1_000)
                .collect();
            let &(own, other) = choices.pick(&pairs)?;
            let body = donor.functions[other].body.as_ref().map(|body| import.body(body));
            import.module.functions[own].body = body;
            Some(import.finish(parts))
        }
        Way::Sequence => {
            let target = *choices.pick(&defined(module))?;
            let source = *choices.pick(&defined(donor))?;
            sequence::take(&mut import, target, source, choices)?;
            Some(import.finish(parts))
        }
    }
}

/// Functions with a body.
fn defined(module: &Module) -> Vec<usize> {
    (0..module.functions.len()).filter(|&index| module.functions[index].body.is_some()).collect()
}

fn same_signature(a: &Module, own: usize, b: &Module, other: usize) -> bool {
    let of = |module: &Module, function: usize| {
        module.signature_of(function as u32).map(|signature| {
            let types = std::iter::once(&signature.result).chain(&signature.parameters);
            (signature.varargs, types.map(|&id| module.value_type(id)).collect::<SmallVec<[ValueType; 8]>>())
        })
    };
    of(a, own) == of(b, other)
}

/// Calls a function with undefined arguments from somewhere.
fn call(module: &mut Module, callee: u32, choices: &mut Choices<'_, '_>) {
    let Some(signature) = module.signature_of(callee).cloned() else { return };
    let callers: Vec<usize> = defined(module).into_iter().filter(|&index| index as u32 != callee).collect();
    let Some(&caller) = choices.pick(&callers) else { return };
    edit::with_positions(module, caller, |module, body| {
        let mut arguments = SmallVec::new();
        for &ty in &signature.parameters {
            let ty = module.value_type(ty);
            arguments.extend(edit::undef(module, &mut body.constants, ty));
        }
        if arguments.len() < signature.parameters.len() {
            return;
        }
        let mut at = choices.below(body.instructions.len());
        while matches!(body.instructions[at], Instruction::Phi { .. }) && at + 1 < body.instructions.len() {
            at += 1;
        }
        edit::insert(body, at, Instruction::Call { tail: false, callee: Value::function(callee), arguments });
    });
}
