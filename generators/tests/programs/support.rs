//! Runs programs on the reference interpreter.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::{Config, Execution, Generator, arguments};
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{Bits, Budget, End, Machine, Options, Program, Sizes};

/// The limits of a call.
pub(crate) const BUDGET: Budget = Budget { blocks: Execution::BLOCKS, depth: 64 };

/// Generates the program of a seed.
pub(crate) fn case(generator: &mut Generator, config: &Config, seed: u64) -> Module {
    generator.generate(&mut Unstructured::new(&bytes_of_seed(seed)), config)
}

/// A module ready to run.
pub(crate) fn load(module: &Module, seed: u64) -> Program {
    let options = Options { sizes: Sizes { stack: Execution::STACK, heap: 0 }, memory: 1 << 20, results: false };
    Program::new(module, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// Returns calls of every function that has a body, this many of each.
pub(crate) fn calls(module: &Module, seed: u64, each: usize) -> Vec<(u32, Vec<Bits>)> {
    let bytes = bytes_of_seed(!seed);
    let mut bytes = Unstructured::new(&bytes);
    let mut calls = Vec::new();
    for (function, _) in module.functions.iter().enumerate().filter(|(_, function)| function.body.is_some()) {
        for _ in 0..each {
            calls.push((function as u32, arguments(&mut Choices::new(&mut bytes), module, function as u32)));
        }
    }
    calls
}

/// Returns how calls end, without the place, which differs after changes of a module, and the final memory.
pub(crate) fn outcomes(module: &Module, seed: u64, each: usize) -> Vec<(Result<Bits, u8>, Vec<u8>)> {
    let program = load(module, seed);
    let mut machine = Machine::new(&program);
    let outcome = |(function, values): (u32, Vec<Bits>)| {
        machine.reset();
        let end = match machine.call(function, &values, &BUDGET).end {
            End::Return(bits) => Ok(bits),
            End::Trap(trap) => Err(trap.kind.code()),
            _ => Err(0),
        };
        (end, machine.memory().to_vec())
    };
    calls(module, seed, each).into_iter().map(outcome).collect()
}
