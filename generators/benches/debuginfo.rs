//! Generation of modules with debug information: modules per second at the default size, and cost by size.

use arbitrary::Unstructured;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irsmith_generators::debuginfo::{Config, Generator};
use irsmith_generators::{BYTES_OF_CASE, Choices, SplitMix64, bytes_of_seed};
use std::hint::black_box;

/// Seeds of a round, so that a figure is a mean over many cases.
const SEEDS: u64 = 1_000;

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("debuginfo/generate");
    let inputs: Vec<Vec<u8>> = (0..SEEDS).map(bytes_of_seed).collect();
    let mut generator = Generator::default();
    let mean: usize =
        inputs.iter().map(|bytes| generator.generate(&mut Unstructured::new(bytes), &Config::default()).instructions.len()).sum();
    group.throughput(Throughput::Elements(SEEDS));
    group.bench_function(format!("default, {} instructions each", mean / inputs.len()), |bencher| {
        bencher.iter(|| {
            for bytes in &inputs {
                black_box(generator.generate(&mut Unstructured::new(bytes), &Config::default()));
            }
        });
    });
    group.bench_function("swarm", |bencher| {
        bencher.iter(|| {
            for bytes in &inputs {
                let mut bytes = Unstructured::new(bytes);
                let config = Config::swarm(&mut Choices::new(&mut bytes));
                black_box(generator.generate(&mut bytes, &config));
            }
        });
    });
    group.bench_function("default, from the seed to the file", |bencher| {
        bencher.iter(|| {
            for seed in 0..SEEDS {
                let bytes = bytes_of_seed(seed);
                let module = generator.generate(&mut Unstructured::new(&bytes), &Config::default());
                black_box(module.write().map(|file| file.len())).ok();
            }
        });
    });
    group.finish();
}

/// Cost by size, which should be the same for each instruction.
fn size(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("debuginfo/generate, by instructions");
    let mut generator = Generator::default();
    for factor in [1, 10, 100] {
        let mut bytes = Vec::new();
        SplitMix64::new(7).extend(&mut bytes, 4 * BYTES_OF_CASE * factor);
        let config = Config { functions: 6 * factor as u32, graph: 60 * factor as u32, ..Config::default() };
        let instructions = generator.generate(&mut Unstructured::new(&bytes), &config).instructions.len();
        group.throughput(Throughput::Elements(instructions as u64));
        group.bench_function(format!("{instructions} instructions"), |bencher| {
            bencher.iter(|| black_box(generator.generate(&mut Unstructured::new(&bytes), &config)));
        });
    }
    group.finish();
}

criterion_group!(benches, generate, size);
criterion_main!(benches);
