//! The generator in an existing module: adds instructions, functions, globals, types and names to it.

use super::bodies::body;
use super::build::{Build, Scratch};
use super::config::Config;
use super::declarations::function;
use super::edit::{graft, with_positions};
use super::functions::Callable;
use super::rows::table;
use super::statements::prepare;
use crate::Choices;
use irsmith_pnacl::tables::{INTRINSICS, intrinsic};
use irsmith_pnacl::{Instruction, Module, ValueKind, ValueTypes};

/// Takes over a module; [`Build::take`] gives it back.
pub(super) fn resume<'a, 'u>(choices: Choices<'a, 'u>, config: &'a Config, scratch: &'a mut Scratch, module: Module) -> Build<'a, 'u> {
    let mut build = Build::new(choices, config, scratch, table(), module);
    prepare(&mut build);
    adopt_functions(&mut build);
    build
}

fn adopt_functions(build: &mut Build<'_, '_>) {
    for symbol in build.symbols.all() {
        let declared = |index: u32| build.functions.get(index).is_some_and(|function| function.body.is_none());
        if symbol.value.kind() == ValueKind::Function
            && declared(symbol.value.index())
            && let Some(row) = intrinsic(&symbol.name)
        {
            build.functions.adopt_intrinsic(row.id, symbol.value.index());
        }
    }
    for function in 0..build.functions.len() as u32 {
        if let Some(known) = build.functions.get(function)
            && known.body.is_some()
        {
            let result = build.types.result_of(known.ty);
            build.functions.adopt(Callable { function, result });
        }
    }
}

/// Adds a function with a body.
pub(super) fn add_function(build: &mut Build<'_, '_>) {
    function(build);
    if let Some(&last) = build.functions.defined().last() {
        body(build, last);
    }
}

/// Adds some instructions before place `at` of a function; they use values of the same block, of the entry block, parameters and constants.
pub(super) fn add_instructions(build: &mut Build<'_, '_>, function: usize, at: usize) {
    let mut module = build.take();
    let types = ValueTypes::of(&module, function as u32);
    with_positions(&mut module, function, |module, body| {
        build.values.start();
        let gives_address = |row: &Instruction| match row {
            Instruction::Alloca { .. } => true,
            Instruction::Call { callee, .. } => {
                INTRINSICS.iter().any(|row| row.returns_address && build.functions.intrinsic(row.id) == Some(callee.index()))
            }
            _ => false,
        };
        build.values.adopt(body, &types, |row| row.has_result(module), gives_address, at);
        build.give(std::mem::take(module));
        for _ in 0..=build.choices.below(3) {
            build.statement();
        }
        *module = build.take();
        let new = build.values.take();
        body.constants = new.constants;
        graft(module, body, at, new.instructions);
    });
    build.give(module);
}
