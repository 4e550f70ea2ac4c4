//! Bodies to the model and back: time a function, and that it does not grow with the length of a body.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use irsmith_mir::{Limits, body};
use std::hint::black_box;

/// An instruction of each common form; 14 make a function, as in the measurements of llc.
const LINES: [&str; 13] = [
    "  liveins: $edi, $rsi",
    "",
    "  frame-setup PUSH64r killed $rbp, implicit-def $rsp, implicit $rsp",
    "  CFI_INSTRUCTION def_cfa_offset 16",
    "  %0:gr32 = COPY $edi",
    "  %1:gr64 = COPY $rsi",
    "  %2:gr32 = MOV32rm %1, 1, $noreg, 4, $noreg, debug-location !12 :: (load (s32) from %ir.p, align 4)",
    "  %3:gr32 = nsw ADD32rr %0, %2, implicit-def dead $eflags",
    "  MOV32mr %1, 1, $noreg, 8, $noreg, %3 :: (store (s32) into %ir.q + 8)",
    "  %4:gr32 = IMUL32rri %3, 42, implicit-def dead $eflags",
    "  CMP32ri8 %4, 7, implicit-def $eflags",
    "  %5:gr8 = SETCCr 4, implicit $eflags",
    "  %6:gr32 = MOVZX32rr8 killed %5",
];

/// A body of so many instructions.
fn text(instructions: usize) -> String {
    let mut text = String::from("bb.0:\n  liveins: $edi, $rsi\n\n");
    let lines = LINES[2..].iter().cycle();
    lines.take(instructions - 1).for_each(|line| {
        text.push_str(line);
        text.push('\n');
    });
    text.push_str("  RET 0, implicit $eax\n");
    text
}

fn functions(c: &mut Criterion) {
    const FUNCTIONS: u64 = 1000;
    let text = text(14);
    let blocks = body::parse(&text, &Limits::default()).expect("the text is right");
    assert_eq!(body::print(&blocks), text);
    let mut group = c.benchmark_group("1000 bodies of 14 instructions");
    group.throughput(Throughput::Elements(FUNCTIONS));
    group.bench_function("parse", |b| {
        b.iter(|| (0..FUNCTIONS).for_each(|_| drop(black_box(body::parse(black_box(&text), &Limits::default())))));
    });
    group.bench_function("print", |b| b.iter(|| (0..FUNCTIONS).for_each(|_| drop(black_box(body::print(black_box(&blocks)))))));
    group.bench_function("parse and print", |b| {
        b.iter(|| {
            (0..FUNCTIONS).for_each(|_| {
                let blocks = body::parse(black_box(&text), &Limits::default()).expect("the text is right");
                black_box(body::print(&blocks));
            });
        });
    });
    group.finish();
}

fn lengths(c: &mut Criterion) {
    let mut group = c.benchmark_group("a body of so many instructions");
    for instructions in [10, 100, 1_000, 10_000, 100_000] {
        let text = text(instructions);
        group.throughput(Throughput::Elements(instructions as u64));
        group.bench_with_input(BenchmarkId::from_parameter(instructions), &text, |b, text| {
            b.iter_batched(|| (), |()| body::parse(text, &Limits::default()).map(|blocks| body::print(&blocks)), BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = functions, lengths
}
criterion_main!(benches);
