//! Measures the time of each part of an execution, on generated programs.
//!
//! `cargo bench -p irsmith-oracles --bench execution` prints microseconds of processor time per case and the share of each part, then cases
//! per second and core. A case is a module of the profile `exec` with all the calls of its plan. On a busy machine caches are shared, and
//! figures are up to twice as large.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_oracles::pnacl::execution::{Plan, reference, wasm};
use irsmith_pnacl::{Limits, Module};
use nix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::time::Duration;

const CASES: u64 = 2000;

/// The parts in order.
const PARTS: [&str; 8] = ["generate", "write", "read", "plan", "interpret", "lower", "compile", "run"];

#[derive(Default)]
struct Clock {
    parts: [Duration; PARTS.len()],
}

impl Clock {
    fn time<T>(&mut self, part: &str, work: impl FnOnce() -> T) -> T {
        let start = processor_time();
        let result = black_box(work());
        let index = PARTS.iter().position(|name| *name == part).expect("a part");
        self.parts[index] += processor_time() - start;
        result
    }
}

/// Returns the processor time that the thread has used.
fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every thread has this clock").into()
}

fn main() {
    // Ignores Cargo's own arguments, such as --bench.
    let mut clock = Clock::default();
    let (mut instructions, mut calls, mut blocks) = (0, 0, 0);
    for seed in 0..CASES {
        let bytes = bytes_of_seed(seed);
        let module = clock.time("generate", || generate(&mut Unstructured::new(&bytes), &Config::exec()));
        let file = clock.time("write", || module.write().expect("a generated module can be written"));
        let module = clock.time("read", || Module::read(&file, &Limits::default()).expect("and read"));
        let mut plan = clock.time("plan", || Plan::new(&module).expect("its globals are small"));
        clock.time("plan", || plan.draw(&mut Choices::new(&mut Unstructured::new(&bytes))));
        let runs = clock.time("interpret", || reference(&plan).expect("it is valid"));
        let lowered = clock.time("lower", || wasm::lower(&plan).expect("it can be lowered"));
        let mut program = clock.time("compile", || wasm::Program::new(&plan, &lowered).expect("it can be compiled"));
        for (call, ours) in plan.calls.iter().zip(&runs) {
            let end = clock.time("run", || program.call(&plan, call).expect("it runs"));
            assert!(end == ours.end && program.memory(&plan) == ours.memory, "seed {seed}");
            blocks += ours.blocks;
        }
        calls += plan.calls.len();
        let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
        instructions += bodies.map(|body| body.instructions.len()).sum::<usize>();
    }
    report(&clock, instructions, calls, blocks);
}

#[expect(clippy::print_stdout)]
fn report(clock: &Clock, instructions: usize, calls: usize, blocks: u64) {
    let each = |count: f64| count / CASES as f64;
    let total: Duration = clock.parts.iter().sum();
    println!(
        "{CASES} cases, each of {:.0} instructions, {:.1} calls, {:.0} executed blocks",
        each(instructions as f64),
        each(calls as f64),
        each(blocks as f64)
    );
    for (name, part) in PARTS.iter().zip(clock.parts) {
        let share = 100.0 * part.as_secs_f64() / total.as_secs_f64();
        println!("{name:10} {:8.1} us {share:5.1} %", each(1e6 * part.as_secs_f64()));
    }
    println!("{:10} {:8.1} us, {:.0} cases/s", "all", each(1e6 * total.as_secs_f64()), CASES as f64 / total.as_secs_f64());
}
