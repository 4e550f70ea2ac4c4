//! What native code by Cranelift costs, and whether it agrees with the reference interpreter, over generated programs.
//!
//! `cargo run --release -p irsmith-oracles --features cranelift --example execution_cranelift -- [PROGRAMS] [FIRST SEED]`
#![allow(clippy::print_stdout, reason = "it prints a table")]

use arbitrary::Unstructured;
use irsmith_cranelift::{Error, Level, Program};
use irsmith_generators::pnacl::{self, Config};
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_oracles::pnacl::execution::{Call, Plan};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{self, Machine, Options};
use std::time::{Duration, Instant};

/// Sums over programs.
#[derive(Default)]
struct Sums {
    programs: u32,
    instructions: usize,
    calls: usize,
    differences: u32,
    declined: u32,
    compile: Duration,
    run: Duration,
    free: Duration,
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let programs = arguments.next().unwrap_or(300);
    let first = arguments.next().unwrap_or(0);
    for &level in Level::ALL {
        let mut sums = Sums::default();
        (first..first + programs).for_each(|seed| sums.add(seed, level));
        sums.print(level);
    }
}

/// A generated program, and a call of each of its functions.
fn program(seed: u64) -> (Module, Vec<Call>) {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = Config::exec().swarmed(&mut Choices::new(&mut bytes));
    let module = pnacl::generate(&mut bytes, &config);
    let mut choices = Choices::new(&mut bytes);
    let bodies = (0..module.functions.len() as u32).filter(|&function| module.functions[function as usize].body.is_some());
    let calls = bodies.map(|function| Call { function, arguments: pnacl::arguments(&mut choices, &module, function) }).collect();
    (module, calls)
}

impl Sums {
    fn add(&mut self, seed: u64, level: Level) {
        let (module, calls) = program(seed);
        let Some(plan) = Plan::new(&module).map(|plan| Plan { calls, ..plan }) else { return };
        let entries: Vec<u32> = plan.calls.iter().map(|call| call.function).collect();
        let start = Instant::now();
        let mut native = match Program::compile(&module, &plan.layout, &entries, level) {
            Ok(native) => native,
            Err(error) => {
                self.declined += 1;
                if error != Error::Unsupported("setjmp") {
                    println!("seed {seed}: {error}");
                }
                return;
            }
        };
        self.compile += start.elapsed();
        self.compare(seed, &plan, &mut native);
        let start = Instant::now();
        drop(native);
        self.free += start.elapsed();
        self.programs += 1;
        self.calls += plan.calls.len();
        self.instructions +=
            module.functions.iter().filter_map(|function| function.body.as_ref()).map(|body| body.instructions.len()).sum::<usize>();
    }

    fn compare(&mut self, seed: u64, plan: &Plan<'_>, native: &mut Program) {
        let options = Options { sizes: Plan::SIZES, memory: Plan::MEMORY, results: false };
        let interpreted = interpret::Program::new(plan.module, &options).expect("generated programs are valid");
        let mut machine = Machine::new(&interpreted);
        for call in &plan.calls {
            machine.reset();
            let expected = machine.call(call.function, &call.arguments, &plan.budget).end;
            let start = Instant::now();
            let (end, memory) = native.call(call.function, &call.arguments, &plan.image, plan.budget).expect("there is stack");
            self.run += start.elapsed();
            if end != expected || memory != machine.memory() {
                self.differences += 1;
                let at = memory.iter().zip(machine.memory()).position(|(a, b)| a != b);
                println!("seed {seed}, {call:x?}: {end:x?}, interpreted {expected:x?}; memory differs at {at:x?}");
            }
        }
    }

    fn print(&self, level: Level) {
        let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(self.programs.max(1));
        println!(
            "{}: {} programs of {} instructions, {} calls; {} declined, {} differences; compile {:.0} us, run {:.0} us, free {:.0} us",
            level.name(),
            self.programs,
            self.instructions / self.programs.max(1) as usize,
            self.calls,
            self.declined,
            self.differences,
            each(self.compile),
            each(self.run),
            each(self.free),
        );
    }
}
