//! What the PNaCl generator promises: readable, deterministic, total, and every row made.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::{Config, Generator, RowSet, generate, rows};
use irsmith_generators::{Choices, SplitMix64, bytes_of_seed};
use irsmith_pnacl::validate::{Validator, Violation, validate};
use irsmith_pnacl::{Limits, Module};
use std::collections::BTreeSet;

/// A case of a seed: every second one with a swarm configuration.
fn case(generator: &mut Generator, seed: u64) -> Module {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = if seed.is_multiple_of(2) { Config::default() } else { Config::swarm(&mut Choices::new(&mut bytes)) };
    generator.generate(&mut bytes, &config)
}

#[test]
fn modules_read_back_as_they_were_written() {
    let mut generator = Generator::default();
    for seed in 0..5_000 {
        let module = case(&mut generator, seed);
        let bytes = module.write().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let again = Module::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(again == module, "seed {seed}: read differently");
    }
}

#[test]
fn histogram_has_every_row_within_20000_cases() {
    let mut generator = Generator::default();
    let mut unique = BTreeSet::new();
    for seed in 0..20_000 {
        let module = case(&mut generator, seed);
        let stream = module.to_stream();
        generator.rewrite_abbreviations(&stream, &mut Unstructured::new(&bytes_of_seed(seed)));
        unique.insert(stream.write().unwrap_or_else(|error| panic!("seed {seed}: {error}")));
    }
    println!("{}", generator.histogram());
    println!("{} rows, {} different modules of 20000", rows().len(), unique.len());
    let missing: Vec<&str> = generator.histogram().missing().map(|row| row.name.as_str()).collect();
    assert!(missing.is_empty(), "{} rows were never made: {missing:#?}", missing.len());
    assert!(unique.len() > 19_900, "only {} different modules", unique.len());
}

#[test]
fn equal_bytes_make_equal_modules_whatever_came_before() {
    let mut used = Generator::default();
    for seed in 0..500 {
        let bytes = bytes_of_seed(seed);
        let fresh = generate(&mut Unstructured::new(&bytes), &Config::default());
        assert!(used.generate(&mut Unstructured::new(&bytes), &Config::default()) == fresh, "seed {seed}");
    }
}

#[test]
fn any_number_of_bytes_makes_a_module() {
    let bytes = bytes_of_seed(3);
    for length in 0..1_000 {
        let module = generate(&mut Unstructured::new(&bytes[..length]), &Config::default());
        let written = module.write().unwrap();
        assert!(Module::read(&written, &Limits::default()).unwrap() == module, "{length} bytes");
    }
}

#[test]
fn every_module_is_valid() {
    let mut generator = Generator::default();
    let mut validator = Validator::default();
    for seed in 0..20_000 {
        let module = case(&mut generator, seed);
        let errors: Vec<String> =
            validator.validate(&module).iter().filter(|violation| violation.is_error()).map(ToString::to_string).collect();
        assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
    }
}

#[test]
fn modules_of_extreme_sizes_are_valid() {
    let small =
        Config { functions: 0, parameters: 0, blocks: 0, instructions: 0, depth: 0, globals: 0, initializers: 0, ..Config::default() };
    let small = Config { data: 0, cases: 0, name: 0, ..small };
    let deep = Config { blocks: 1_000, depth: 1_000, instructions: 40, cases: 300, ..Config::default() };
    let wide = Config { functions: 300, parameters: 60, globals: 200, initializers: 40, name: 500, ..Config::default() };
    let mut generator = Generator::default();
    for config in [small, deep, wide, Config { rows: RowSet::NONE, ..Config::default() }] {
        for seed in 0..100 {
            let mut bytes = Vec::new();
            SplitMix64::new(seed).extend(&mut bytes, 60_000);
            let module = generator.generate(&mut Unstructured::new(&bytes), &config);
            let violations = validate(&module);
            assert!(!violations.iter().any(Violation::is_error), "{config:?}, seed {seed}: {violations:#?}");
        }
    }
}
