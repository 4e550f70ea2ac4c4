//! Generation of Machine IR: functions per second at the default size, and cost by size.

use arbitrary::Unstructured;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irsmith_generators::mir::{Config, Generator, Kind};
use irsmith_generators::{BYTES_OF_CASE, Choices, SplitMix64, bytes_of_seed};
use irsmith_mir::File;
use irsmith_mir::tables::Target;
use std::hint::black_box;

/// Seeds of a round, so that a figure is a mean over many cases.
const SEEDS: u64 = 1_000;

fn instructions(file: &File) -> usize {
    file.functions.iter().flat_map(|function| &function.blocks).map(|block| block.instructions.len()).sum()
}

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mir/generate");
    let inputs: Vec<Vec<u8>> = (0..SEEDS).map(bytes_of_seed).collect();
    let mut generator = Generator::default();
    for (name, target, kind) in [
        ("generic, X86", Target::X86, Kind::Generic),
        ("generic, AArch64", Target::AArch64, Kind::Generic),
        ("X86", Target::X86, Kind::Target),
        ("AArch64", Target::AArch64, Kind::Target),
    ] {
        let config = Config::new(target, kind);
        let files: Vec<File> = inputs.iter().map(|bytes| generator.generate(&mut Unstructured::new(bytes), &config)).collect();
        let functions: usize = files.iter().map(|file| file.functions.len()).sum();
        let each = files.iter().map(instructions).sum::<usize>() as f64 / functions as f64;
        group.throughput(Throughput::Elements(functions as u64));
        group.bench_function(format!("{name}: functions of {each:.1} instructions"), |bencher| {
            bencher.iter(|| {
                for bytes in &inputs {
                    black_box(generator.generate(&mut Unstructured::new(bytes), &config));
                }
            });
        });
    }
    group.bench_function("swarm", |bencher| {
        bencher.iter(|| {
            for bytes in &inputs {
                let mut bytes = Unstructured::new(bytes);
                let config = Config::swarm(&mut Choices::new(&mut bytes));
                black_box(generator.generate(&mut bytes, &config));
            }
        });
    });
    group.finish();
}

/// Cost by size, which should be the same for each instruction.
fn size(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mir/generate, by instructions");
    let mut generator = Generator::default();
    for factor in [1, 10, 100] {
        let mut bytes = Vec::new();
        SplitMix64::new(7).extend(&mut bytes, 8 * BYTES_OF_CASE * factor);
        let config = Config { instructions: 100 * factor as u32, depth: 0, functions: 1, ..Config::new(Target::AArch64, Kind::Generic) };
        let count = instructions(&generator.generate(&mut Unstructured::new(&bytes), &config));
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{count} instructions"), |bencher| {
            bencher.iter(|| black_box(generator.generate(&mut Unstructured::new(&bytes), &config)));
        });
    }
    group.finish();
}

criterion_group!(benches, generate, size);
criterion_main!(benches);
