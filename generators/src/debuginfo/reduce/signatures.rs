//! Reductions of the types of functions: parameters and results.

use super::cut::{Orphans, collect, cut};
use super::program::functions;
use super::uses::Graph;
use crate::debuginfo::edit::{fresh, is};
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use spirv::Op;
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns the parameters of all functions: the result of the function, and the number of the parameter in it.
fn parameters(module: &Module) -> Vec<(Id, usize)> {
    let mut parameters = Vec::new();
    for function in functions(module) {
        let Some(name) = module.instructions[function.start].result() else { continue };
        let count = function.filter(|&at| is(&module.instructions[at], Op::FunctionParameter)).count();
        parameters.extend((0..count).map(|number| (name, number)));
    }
    parameters
}

pub(super) fn count_parameters(module: &Module) -> usize {
    parameters(module).len()
}

/// Removes parameters, with the arguments of calls.
pub(super) fn remove_parameters(module: &mut Module, range: Range<usize>) {
    for (function, number) in parameters(module)[range].iter().rev() {
        if remove_parameter(module, *function, *number).is_none() {
            return;
        }
    }
}

/// Returns nothing if the function is not of the usual form.
fn remove_parameter(module: &mut Module, function: Id, number: usize) -> Option<()> {
    let mut freed = BTreeSet::new();
    for instruction in &mut module.instructions {
        let Instruction::Core(call) = instruction else { continue };
        if call.is(Op::FunctionCall) && call.id(2) == Some(function) && call.words.len() > 3 + number {
            freed.insert(Id(call.words.remove(3 + number)));
        }
    }
    retype(module, function, |words| {
        if words.len() > 1 + number {
            words.remove(1 + number);
        }
    })?;
    let start = module.instructions.iter().position(|each| is(each, Op::Function) && each.result() == Some(function))?;
    let mut parameters = (start..module.instructions.len()).filter(|&at| is(&module.instructions[at], Op::FunctionParameter));
    let gone = BTreeSet::from([parameters.nth(number)?]);
    cut(module, gone, Orphans::Go);
    collect(module, freed);
    Some(())
}

/// Gives a function a type with other words after its result: the type of the result, and those of the parameters.
fn retype(module: &mut Module, function: Id, change: impl FnOnce(&mut Vec<u32>)) -> Option<()> {
    let at = module.instructions.iter().position(|each| is(each, Op::Function) && each.result() == Some(function))?;
    let old = module.instructions[at].core()?.id(3)?;
    let old_at = module.instructions.iter().position(|each| is(each, Op::TypeFunction) && each.result() == Some(old))?;
    let mut words = module.instructions[old_at].core()?.words[1..].to_vec();
    change(&mut words);
    let result = words.first().copied()?;
    let same = |each: &&Instruction| each.core().is_some_and(|core| core.is(Op::TypeFunction) && core.words[1..] == words);
    let known = module.instructions.iter().find(same).and_then(Instruction::result);
    let ty = match known {
        Some(known) => known,
        None => {
            let name = fresh(module)?;
            let row = CoreInstruction::new(Op::TypeFunction, [name.0].into_iter().chain(words));
            module.instructions.insert(old_at + 1, Instruction::Core(row));
            name
        }
    };
    for instruction in &mut module.instructions {
        if let Instruction::Core(core) = instruction
            && core.is(Op::Function)
            && core.id(1) == Some(function)
        {
            (core.words[0], core.words[3]) = (result, ty.0);
        }
    }
    collect(module, BTreeSet::from([old]));
    Some(())
}

/// Returns functions with a result.
fn results(module: &Module) -> Vec<Id> {
    let void = void(module);
    let with = |function: &Range<usize>| module.instructions[function.start].result_type() != void;
    functions(module).into_iter().filter(with).filter_map(|function| module.instructions[function.start].result()).collect()
}

fn void(module: &Module) -> Option<Id> {
    module.instructions.iter().find(|each| is(each, Op::TypeVoid)).and_then(Instruction::result)
}

/// Functions with a result, if the module has the type that stands for none.
pub(super) fn count_results(module: &Module) -> usize {
    if void(module).is_some() { results(module).len() } else { 0 }
}

/// Removes the results of functions; the values of their calls are undefined.
pub(super) fn remove_results(module: &mut Module, range: Range<usize>) {
    let Some(void) = void(module) else { return };
    for function in results(module)[range].to_vec() {
        let is_call = |each: &Instruction| each.core().is_some_and(|core| core.is(Op::FunctionCall) && core.id(2) == Some(function));
        let calls: Vec<usize> = (0..module.instructions.len()).filter(|&at| is_call(&module.instructions[at])).collect();
        let Some(graph) = Graph::of(module) else { return };
        let is_used = calls.iter().any(|&at| module.instructions[at].result().is_some_and(|result| !graph.users(result).is_empty()));
        if is_used || retype(module, function, |words| words[0] = void.0).is_none() {
            continue;
        }
        let Some(body) = functions(module).into_iter().find(|body| module.instructions[body.start].result() == Some(function)) else {
            continue;
        };
        let mut freed = BTreeSet::new();
        for at in body {
            if let Instruction::Core(core) = &mut module.instructions[at]
                && core.is(Op::ReturnValue)
            {
                freed.extend(core.id(0));
                *core = CoreInstruction::new(Op::Return, []);
            }
        }
        for instruction in &mut module.instructions {
            if is_call(instruction)
                && let Instruction::Core(core) = instruction
            {
                core.words[0] = void.0;
            }
        }
        collect(module, freed);
    }
}
