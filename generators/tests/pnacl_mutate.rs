//! Promises of mutation: any readable module stays readable through any number of mutations; valid modules stay valid on request.

mod common;

use arbitrary::Unstructured;
use common::{assert_readable, data_modules, generated};
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Keep, MUTATIONS, Mutator};
use irsmith_pnacl::Module;
use irsmith_pnacl::validate::is_valid;
use irsmith_testdata::Data;
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [
        mutated_files_stay_readable,
    ],
    outside: [
        mutated_files_stay_readable,
    ],
}

fn mutate_often(name: &str, mut module: Module, keep: Keep, times: u64, seed: u64, counts: &mut BTreeMap<&'static str, usize>) -> Module {
    let mut mutator = Mutator::new(keep);
    for time in 0..times {
        let bytes = bytes_of_seed(seed * 1_000 + time);
        let before = module.clone();
        let id = mutator.mutate(&mut module, &mut Unstructured::new(&bytes));
        let what = format!("{name}, mutation {time}, {}", id.name());
        assert!(module != before, "{what}: nothing changed");
        assert_readable(&module, &what);
        *counts.entry(id.name()).or_default() += 1;
    }
    module
}

fn mutated_files_stay_readable(data: &Data) {
    let mut counts = BTreeMap::new();
    for (seed, (name, module)) in data_modules(data, 8_000).into_iter().enumerate() {
        mutate_often(&name, module, Keep::Never, 40, seed as u64, &mut counts);
    }
    for (seed, (name, module)) in data_modules(data, usize::MAX).into_iter().filter(|(name, _)| name.contains("/real/")).enumerate() {
        mutate_often(&name, module, Keep::Mostly, 60, seed as u64 + 10_000, &mut counts);
    }
    eprintln!("{counts:#?}");
}

#[test]
fn mutated_generated_modules_stay_readable_and_every_mutation_happens() {
    let mut counts = BTreeMap::new();
    for seed in 0..300 {
        mutate_often("generated", generated(seed), Keep::Mostly, 40, seed, &mut counts);
    }
    println!("{counts:#?}");
    let missing: Vec<_> = MUTATIONS.iter().map(|row| row.name).filter(|name| !counts.contains_key(name)).collect();
    assert!(missing.is_empty(), "never applied: {missing:?}");
}

#[test]
fn valid_modules_stay_valid_when_asked() {
    let mut counts = BTreeMap::new();
    for seed in 0..150 {
        let module = mutate_often("generated", generated(seed), Keep::Always, 40, seed, &mut counts);
        assert!(is_valid(&module), "seed {seed}");
    }
    println!("{counts:#?}");
    // Changes of control flow, instructions and functions must not all be refused.
    for name in ["remove instruction", "remove block", "retarget edge", "remove function", "swap blocks", "add phi", "change signature"] {
        assert!(counts.get(name).copied().unwrap_or(0) > 10, "{name} is hardly ever valid: {:?}", counts.get(name));
    }
}

#[test]
fn an_empty_module_can_be_mutated() {
    let mut counts = BTreeMap::new();
    for seed in 0..50 {
        mutate_often("empty", Module::default(), Keep::Mostly, 60, seed, &mut counts);
    }
}
