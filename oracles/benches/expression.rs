//! Compares DWARF expressions here and in gimli, in one run.
//!
//! `cargo bench -p irsmith-oracles --bench expression` prints nanoseconds of processor time per expression on each side, and the ratio, as
//! the median of several rounds. gimli gets bytes that were lowered before, and a machine that supplies the requested values.

use irsmith_debuginfo::interpret::expression::{Elsewhere, Machine, Operation, evaluate};
use irsmith_debuginfo::tables::Op;
use irsmith_oracles::debuginfo::gimli::{Procedures, lower, run};
use nix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 21;
const EVALUATIONS: u32 = 20_000;

/// Operations and their literals.
type Operations = &'static [(Op, &'static [u32])];

/// The evaluated expressions, by the kind of work for an evaluator.
const EXPRESSIONS: &[(&str, Operations)] = &[
    ("an address and an offset", &[(Op::Constu, &[4096]), (Op::PlusUconst, &[16])]),
    ("a register and an offset", &[(Op::BREG[6], &[8])]),
    (
        "loads",
        &[(Op::BREG[6], &[8]), (Op::Deref, &[]), (Op::PlusUconst, &[16]), (Op::Deref, &[]), (Op::DerefSize, &[2]), (Op::StackValue, &[])],
    ),
    (
        "generic arithmetic",
        &[
            (Op::Constu, &[77]),
            (Op::LIT[4], &[]),
            (Op::Mul, &[]),
            (Op::Dup, &[]),
            (Op::LIT[5], &[]),
            (Op::Minus, &[]),
            (Op::Shra, &[]),
            (Op::Constu, &[9]),
            (Op::Mod, &[]),
            (Op::Neg, &[]),
            (Op::Abs, &[]),
            (Op::StackValue, &[]),
        ],
    ),
    (
        "typed arithmetic",
        &[
            (Op::Constu, &[77]),
            (Op::Convert, &[32, 4]),
            (Op::Dup, &[]),
            (Op::Mul, &[]),
            (Op::PlusUconst, &[5]),
            (Op::Convert, &[16, 5]),
            (Op::Convert, &[64, 7]),
            (Op::StackValue, &[]),
        ],
    ),
    // A loop with 100 iterations.
    (
        "a loop",
        &[
            (Op::LIT[0], &[]),
            (Op::Constu, &[100]),
            (Op::Dup, &[]),
            (Op::Rot, &[]),
            (Op::Plus, &[]),
            (Op::Swap, &[]),
            (Op::LIT[1], &[]),
            (Op::Minus, &[]),
            (Op::Dup, &[]),
            (Op::Bra, &[-8_i32 as u32]),
        ],
    ),
    (
        "pieces",
        &[
            (Op::REG[0], &[]),
            (Op::Piece, &[4]),
            (Op::REG[1], &[]),
            (Op::Piece, &[4]),
            (Op::Piece, &[8]),
            (Op::Constu, &[64]),
            (Op::BitPiece, &[16, 0]),
        ],
    ),
];

fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every thread has this clock").into()
}

/// Returns the nanoseconds of one evaluation.
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
    // Ignores Cargo's own arguments, such as --bench.
    let machine =
        Machine { registers: (0..32).map(|register| register * 64).collect(), elsewhere: Elsewhere::Pattern, ..Machine::default() };
    let procedures = Procedures::new(&machine);
    for (name, operations) in EXPRESSIONS {
        let operations: Vec<Operation> = operations.iter().map(|(op, literals)| Operation::new(*op, literals)).collect();
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
