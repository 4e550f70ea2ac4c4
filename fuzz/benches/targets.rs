//! Executions per second of each target, on generated cases of the target's profile, without instrumentation.
//!
//! `cargo bench -p irsmith-fuzz` prints criterion's figures: an element is an execution. The figure with instrumentation, mutation and
//! libFuzzer is the `exec/s` of `irsmith fuzz TARGET --jobs 1`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irsmith_fuzz::TARGETS;

/// Cases of one measurement: enough for many shapes, few enough to stay in the caches.
const CASES: u64 = 100;

fn targets(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("targets");
    group.throughput(Throughput::Elements(CASES)).sample_size(20);
    for target in TARGETS.iter().filter(|target| target.smoke_cases as u64 >= CASES) {
        let cases: Vec<Vec<u8>> = (0..CASES).map(|seed| target.generate(seed)).collect();
        group.bench_function(target.name, |b| {
            b.iter(|| {
                let mut verdicts = 0;
                for case in &cases {
                    target.run(case, &mut |_, _| verdicts += 1);
                }
                verdicts
            });
        });
    }
    group.finish();
}

criterion_group!(benches, targets);
criterion_main!(benches);
