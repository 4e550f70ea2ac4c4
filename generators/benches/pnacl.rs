//! Generation: modules a second at the default size, and cost against size.

use arbitrary::Unstructured;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irsmith_generators::pnacl::{Config, Generator};
use irsmith_generators::{Choices, bytes_of_seed};
use std::hint::black_box;

/// Seeds of a round, so that a figure is a mean over many cases.
const SEEDS: u64 = 1_000;

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pnacl/generate");
    let inputs: Vec<Vec<u8>> = (0..SEEDS).map(bytes_of_seed).collect();
    let mut generator = Generator::default();
    group.throughput(Throughput::Elements(SEEDS));
    group.bench_function("default", |bencher| {
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

criterion_group!(benches, generate);
criterion_main!(benches);
