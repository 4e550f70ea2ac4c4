//! Measures the cost of native code by Cranelift, and checks that it agrees with the reference interpreter, over generated programs.
//!
//! `cargo run --release -p irsmith-oracles --features cranelift --example execution_cranelift -- [PROGRAMS] [FIRST SEED]`
#![allow(clippy::print_stdout, reason = "it prints a table")]

use arbitrary::Unstructured;
use irsmith_cranelift::{Level, Program};
use irsmith_generators::pnacl::{self, Config};
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_oracles::pnacl::execution::{Plan, Run, disagreement, reference};
use irsmith_pnacl::Module;
use std::time::Duration;

/// Returns the processor time of this thread, as Linux reports it: other work on the machine does not count.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells times of threads");
    Duration::from_nanos(stat.split(' ').next().and_then(|time| time.parse().ok()).expect("the first number is nanoseconds"))
}

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

fn generate(bytes: &mut Unstructured<'_>) -> Module {
    let config = Config::exec().swarmed(&mut Choices::new(bytes));
    pnacl::generate(bytes, &config)
}

impl Sums {
    fn add(&mut self, seed: u64, level: Level) {
        let bytes = bytes_of_seed(seed);
        let mut bytes = Unstructured::new(&bytes);
        let module = generate(&mut bytes);
        let Some(mut plan) = Plan::new(&module) else { return };
        plan.draw(&mut Choices::new(&mut bytes));
        let runs = reference(&plan).expect("generated programs are valid");
        let entries: Vec<u32> = plan.calls.iter().map(|call| call.function).collect();
        let start = processor_time();
        let mut native = match Program::compile(&module, &plan.layout, &entries, level) {
            Ok(native) => native,
            Err(error) => {
                self.declined += 1;
                println!("seed {seed}: {error}");
                return;
            }
        };
        self.compile += processor_time() - start;
        self.compare(seed, &plan, &runs, &mut native);
        let start = processor_time();
        drop(native);
        self.free += processor_time() - start;
        self.programs += 1;
        self.instructions +=
            module.functions.iter().filter_map(|function| function.body.as_ref()).map(|body| body.instructions.len()).sum::<usize>();
    }

    fn compare(&mut self, seed: u64, plan: &Plan<'_>, runs: &[Run], native: &mut Program) {
        for (number, (call, run)) in plan.calls.iter().zip(runs).enumerate() {
            let start = processor_time();
            let (end, memory) = native.call(call.function, &call.arguments, &plan.image, call.budget).expect("there is stack");
            self.run += processor_time() - start;
            self.calls += 1;
            if let Some(found) = disagreement(plan, number, run, end, memory) {
                self.differences += 1;
                println!("seed {seed}: {} {}\n{}", found.property, found.element, found.evidence);
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
