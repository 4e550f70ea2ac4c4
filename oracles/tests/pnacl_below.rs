//! The oracles below the model pass on generated cases, on their mutants and on the seeds.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate, mutate, mutate_records};
use irsmith_oracles::Verdict;
use irsmith_oracles::pnacl::{BROKEN_BITS, BROKEN_RECORDS, BROKEN_TEXT, Case, LIMITS_EXACT, Oracle, RECORDED, RUNTIME, WALKED};
use irsmith_pnacl::Stream;

const ORACLES: &[Oracle] = &[BROKEN_BITS, BROKEN_RECORDS, BROKEN_TEXT, WALKED, LIMITS_EXACT, RECORDED, RUNTIME];

fn judge(name: &str, bytes: &[u8], failures: &mut Vec<String>) {
    let case = Case::new(bytes);
    for oracle in ORACLES {
        if let Verdict::Fail(failure) = oracle.verdict(&case) {
            failures.push(format!("{name}: {}\n{}", failure.signature, failure.evidence));
        }
    }
}

#[test]
fn no_case_fails() {
    let mut failures = Vec::new();
    for seed in 0..200_u64 {
        let draws = bytes_of_seed(seed);
        let mut draws = Unstructured::new(&draws);
        let mut module = generate(&mut draws, &Config::default());
        let bytes = module.write().unwrap();
        judge(&format!("seed {seed}"), &bytes, &mut failures);
        let stream = Stream::read(&bytes, &irsmith_pnacl::Limits::default()).unwrap();
        if let Some((mutant, name)) = mutate_records(&stream, &mut Unstructured::new(&bytes_of_seed(seed + 1000))) {
            judge(&format!("seed {seed}, {name}"), &mutant, &mut failures);
        }
        for mutation in 0..3 {
            mutate(&mut module, &mut Unstructured::new(&bytes_of_seed(seed * 3 + mutation)));
        }
        judge(&format!("seed {seed}, mutated"), &module.write().unwrap(), &mut failures);
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures[..failures.len().min(12)].join("\n"));
}
