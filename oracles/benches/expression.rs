//! DWARF expressions here and in gimli, in one run.
//!
//! `cargo bench -p irsmith-oracles --bench expression` prints nanoseconds of processor time an expression on each side, and the ratio, as
//! the median of several rounds. gimli is given bytes that were lowered before, and a machine that answers what it asks.

use irsmith_debuginfo::interpret::expression::{Elsewhere, Machine, Operation, evaluate};
use irsmith_oracles::debuginfo::gimli::{Procedures, lower, run};
use nix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 21;
const EVALUATIONS: u32 = 20_000;

/// Numbers and literals of operations.
type Numbers = &'static [(u32, &'static [u32])];

/// What is evaluated, by what it asks of an evaluator.
const EXPRESSIONS: &[(&str, Numbers)] = &[
    ("an address and an offset", &[(8, &[4096]), (3, &[16])]),
    ("a register and an offset", &[(116, &[8])]),
    ("loads", &[(116, &[8]), (0, &[]), (3, &[16]), (0, &[]), (146, &[2]), (7, &[])]),
    (
        "generic arithmetic",
        &[
            (8, &[77]),
            (50, &[]),
            (30, &[]),
            (21, &[]),
            (51, &[]),
            (2, &[]),
            (36, &[]),
            (8, &[9]),
            (29, &[]),
            (31, &[]),
            (26, &[]),
            (7, &[]),
        ],
    ),
    ("typed arithmetic", &[(8, &[77]), (10, &[32, 4]), (21, &[]), (30, &[]), (3, &[5]), (10, &[16, 5]), (10, &[64, 7]), (7, &[])]),
    // 100 times around.
    ("a loop", &[(46, &[]), (8, &[100]), (21, &[]), (25, &[]), (1, &[]), (5, &[]), (47, &[]), (2, &[]), (21, &[]), (38, &[-8_i32 as u32])]),
    ("pieces", &[(78, &[]), (145, &[4]), (79, &[]), (145, &[4]), (145, &[8]), (8, &[64]), (4, &[16, 0])]),
];

fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every thread has this clock").into()
}

/// Nanoseconds that one evaluation takes.
fn measure(mut evaluation: impl FnMut()) -> f64 {
    let start = processor_time();
    for _ in 0..EVALUATIONS {
        evaluation();
    }
    (processor_time() - start).as_secs_f64() * 1e9 / f64::from(EVALUATIONS)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

#[expect(clippy::print_stdout)]
fn main() {
    // Cargo's own arguments, such as --bench, mean nothing here.
    let machine =
        Machine { registers: (0..32).map(|register| register * 64).collect(), elsewhere: Elsewhere::Pattern, ..Machine::default() };
    let procedures = Procedures::new(&machine);
    for (name, operations) in EXPRESSIONS {
        let operations: Vec<Operation> = operations.iter().map(|(code, literals)| Operation::new(*code, literals)).collect();
        let bytes = lower(&operations, machine.address).expect("DWARF has each of them");
        assert!(evaluate(&operations, &machine, None).end.is_ok() && run(&bytes, &procedures, &machine, None).is_ok(), "{name}");
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let our = measure(|| drop(black_box(evaluate(black_box(&operations), &machine, None))));
            let their = measure(|| drop(black_box(run(black_box(&bytes), &procedures, &machine, None))));
            ours.push(our);
            theirs.push(their);
            ratios.push(their / our);
        }
        println!("{name}: {:.0} ns, gimli {:.0} ns, ratio {:.1}", median(ours), median(theirs), median(ratios));
    }
}
