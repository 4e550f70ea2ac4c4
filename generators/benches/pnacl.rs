//! Generation: modules per second at the default size, and cost by size; changes of modules.

use arbitrary::Unstructured;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irsmith_generators::pnacl::{self, Config, Generator, Keep, Mutator};
use irsmith_generators::{BYTES_OF_CASE, Choices, SplitMix64, bytes_of_seed};
use irsmith_pnacl::Module;
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
    for (name, config) in [("defined", Config::defined()), ("exec", Config::exec())] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for bytes in &inputs {
                    black_box(generator.generate(&mut Unstructured::new(bytes), &config));
                }
            });
        });
    }
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

/// Cost by size: bodies of increasing numbers of instructions, which should cost the same for each.
fn size(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pnacl/generate, by instructions");
    let mut generator = Generator::default();
    for factor in [1, 10, 100, 1_000] {
        let mut bytes = Vec::new();
        SplitMix64::new(7).extend(&mut bytes, BYTES_OF_CASE * factor);
        let config = Config { functions: 10 * factor as u32, ..Config::default() };
        let module = generator.generate(&mut Unstructured::new(&bytes), &config);
        let instructions: usize =
            module.functions.iter().filter_map(|function| function.body.as_ref()).map(|body| body.instructions.len()).sum();
        group.throughput(Throughput::Elements(instructions as u64));
        group.bench_function(format!("{instructions} instructions"), |bencher| {
            bencher.iter(|| black_box(generator.generate(&mut Unstructured::new(&bytes), &config)));
        });
    }
    group.finish();
}

/// Changes of modules of the default size.
fn change(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pnacl/change");
    let modules: Vec<Module> =
        (0..SEEDS).map(|seed| pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default())).collect();
    let streams: Vec<_> = modules.iter().map(Module::to_stream).collect();
    let bytes = bytes_of_seed(SEEDS);
    let draws = |seed: usize| Unstructured::new(&bytes[seed % 1_024..]);
    group.throughput(Throughput::Elements(SEEDS));
    for keep in [Keep::Always, Keep::Never] {
        let mut mutator = Mutator::new(keep);
        group.bench_function(format!("mutate, keep valid: {keep:?}"), |bencher| {
            bencher.iter(|| {
                for (seed, module) in modules.iter().enumerate() {
                    black_box(mutator.mutate(&mut module.clone(), &mut draws(seed)));
                }
            });
        });
    }
    group.bench_function("splice", |bencher| {
        bencher.iter(|| {
            for (seed, pair) in modules.windows(2).enumerate() {
                black_box(pnacl::splice(&pair[0], &pair[1], &mut draws(seed)));
            }
        });
    });
    group.bench_function("rewrite abbreviations", |bencher| {
        bencher.iter(|| {
            for (seed, stream) in streams.iter().enumerate() {
                black_box(pnacl::rewrite_abbreviations(stream, &mut draws(seed)));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, generate, size, change);
criterion_main!(benches);
