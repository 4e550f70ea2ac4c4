//! Measures the speed of the interpreter: `cargo bench -p irsmith-mir --bench interpret`.
//!
//! A loop over additions, products, logic, shifts and a comparison, as in the small modules of the benchmark of PNaCl: instructions a
//! second, the time to decode, and that of a call of one round.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irsmith_mir::interpret::{Budget, End, Machine, Options, Program, Value};
use irsmith_mir::{File, Limits};
use std::fmt::Write;
use std::hint::black_box;

/// Returns a function that executes this many operations in each of the rounds of its argument.
fn file(operations: u32) -> File {
    let mut text =
        "name: f\nbody: |\n  bb.0:\n    %0:_(s32) = COPY $w0\n    %1:_(s32) = G_CONSTANT i32 1\n    %2:_(s32) = G_CONSTANT i32 0\n"
            .to_owned();
    text += "  bb.1:\n    %3:_(s32) = G_PHI %2, %bb.0, %4, %bb.1\n    %5:_(s32) = G_PHI %1, %bb.0, %LAST, %bb.1\n";
    let opcodes = ["G_ADD", "G_SUB", "G_MUL", "G_AND", "G_OR", "G_XOR"];
    for number in 0..operations {
        let operand = if number % 3 == 0 { 3 } else { 1 };
        let _ = writeln!(
            text,
            "    %{}:_(s32) = {} %{}, %{operand}",
            10 + number,
            opcodes[number as usize % 6],
            if number == 0 { 5 } else { 9 + number }
        );
    }
    text += "    %4:_(s32) = G_ADD %3, %1\n    %6:_(s1) = G_ICMP intpred(ult), %4, %0\n    G_BRCOND %6, %bb.1\n    G_BR %bb.2\n";
    text += "  bb.2:\n    $w0 = COPY %LAST\n    RET_ReallyLR implicit $w0\n";
    let text = text.replace("%LAST", &format!("%{}", 9 + operations));
    File::read(text.as_bytes(), &Limits::default()).expect("a readable file")
}

fn speed(criterion: &mut Criterion) {
    let options = Options { stack: 1 << 14, ..Options::default() };
    for operations in [20, 200, 2000] {
        let file = file(operations);
        let program = Program::new(&file, &options).expect("an executable file");
        let mut machine = Machine::new(&program);
        let mut group = criterion.benchmark_group(format!("{operations} operations"));
        group.throughput(Throughput::Elements(operations.into()));
        group.bench_function("decode", |bencher| bencher.iter(|| Program::new(black_box(&file), &options)));
        let mut call = |rounds: u128| {
            let execution = machine.call(0, &[Value::scalar(32, black_box(rounds))], &Budget::default());
            assert!(matches!(execution.end, End::Return(_)));
        };
        group.bench_function("one round", |bencher| bencher.iter(|| call(1)));
        // The two PHIs, the sum, the comparison and the branch of each round count as well.
        group.throughput(Throughput::Elements(1000 * u64::from(operations + 5)));
        group.bench_function("1000 rounds", |bencher| bencher.iter(|| call(1000)));
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
