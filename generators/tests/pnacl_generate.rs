//! Promises of the PNaCl generator: readable, deterministic, total, and every row generated.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::{Config, Generator, Histogram, RowSet, generate, rows, see, see_abbreviations};
use irsmith_generators::{Choices, SplitMix64, bytes_of_seed};
use irsmith_pnacl::validate::{Validator, Violation, validate};
use irsmith_pnacl::{Limits, Module, Stream};
use std::collections::{BTreeMap, BTreeSet};

/// Generates the case of a seed: every second one with a swarm configuration.
fn case(generator: &mut Generator, seed: u64) -> Module {
    configured_case(generator, seed).1
}

/// Generates the same with its configuration.
fn configured_case(generator: &mut Generator, seed: u64) -> (Config, Module) {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = if seed.is_multiple_of(2) { Config::default() } else { Config::swarm(&mut Choices::new(&mut bytes)) };
    let module = generator.generate(&mut bytes, &config);
    (config, module)
}

/// Generates the file of a seed with its configuration.
fn configured_file(generator: &mut Generator, seed: u64) -> (Config, Vec<u8>) {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = if seed.is_multiple_of(2) { Config::default() } else { Config::swarm(&mut Choices::new(&mut bytes)) };
    let stream = generator.generate_stream(&mut bytes, &config);
    (config, stream.write().unwrap_or_else(|error| panic!("seed {seed}: {error}")))
}

/// Half of the files have other abbreviations, of rows that are on; the others have those of the canonical writer.
#[test]
fn abbreviations_of_files_follow_the_rows() {
    let mut generator = Generator::default();
    let (mut others, files) = (0, 2_000);
    for seed in 0..files {
        let (config, file) = configured_file(&mut generator, seed);
        let module = case(&mut generator, seed);
        let stream = Stream::read(&file, &Limits::default()).unwrap();
        assert!(Module::from_stream(&stream).unwrap() == module, "seed {seed}");
        if module.to_stream().write().unwrap() == file {
            continue;
        }
        others += 1;
        let mut seen = Histogram::default();
        see_abbreviations(&stream, &mut seen);
        let unwanted: Vec<&str> =
            rows().iter().filter(|row| !config.rows.contains(row.id) && seen.count(row.id) > 0).map(|row| row.name.as_str()).collect();
        assert!(unwanted.is_empty(), "seed {seed}: {unwanted:?}");
    }
    assert!((files * 2 / 5..files * 3 / 5).contains(&others), "{others} of {files}");
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

/// The test looks for the rows in the files: if a generator makes another construct than its row says, the row is never found.
#[test]
fn files_have_every_row_within_20000_cases() {
    let mut generator = Generator::default();
    let (mut seen, mut unique) = (Histogram::default(), BTreeSet::new());
    for seed in 0..20_000 {
        let file = configured_file(&mut generator, seed).1;
        let stream = Stream::read(&file, &Limits::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        see(&Module::from_stream(&stream).unwrap_or_else(|error| panic!("seed {seed}: {error}")), &mut seen);
        see_abbreviations(&stream, &mut seen);
        unique.insert(file);
    }
    println!("{seen}");
    println!("{} rows, {} different modules of 20000", rows().len(), unique.len());
    let missing: Vec<&str> = seen.missing().map(|row| row.name.as_str()).collect();
    assert!(missing.is_empty(), "{} rows were never made: {missing:#?}", missing.len());
    assert!(unique.len() > 19_900, "only {} different modules", unique.len());
}

/// Rows that occur in modules though they are disabled, with the reason. A name that ends with a space matches all names that begin with
/// it.
const MADE_ALL_THE_SAME: &[(&str, &[&str])] = &[
    ("where nothing else is a constant of a type, and where an operand must be one", &["undef ", "constant "]),
    ("values and functions have types", &["type "]),
    ("every block ends", &["terminator "]),
    ("a promised value is made", &["select "]),
    ("a phi may declare itself and then name another value", &["forward declaration without use "]),
    ("every global has an initializer, and a compound one is not zero throughout", &["initializer zerofill", "initializer data"]),
    ("long names have the same characters", &["symbol of char6"]),
    ("edges make them together: they are seen in the graph, not in the plan", &["construct ", "layout ", "shape "]),
];

/// The reverse test: a disabled row is not in the file. It detects a form that matches too much. A row that is in at most one of a hundred such
/// files is there by chance, and which seeds do so changes with every row that is added.
#[test]
fn rows_that_are_off_are_in_no_file() {
    let mut generator = Generator::default();
    // Of each row, the files without it, those that have it all the same, and a seed of these.
    let mut unwanted: BTreeMap<&str, (u64, u64, u64)> = BTreeMap::new();
    for seed in (1..8_000).step_by(2) {
        let (config, module) = configured_case(&mut generator, seed);
        let mut seen = Histogram::default();
        see(&module, &mut seen);
        for row in rows().iter().filter(|row| !config.rows.contains(row.id)) {
            let (off, made, example) = unwanted.entry(row.name.as_str()).or_default();
            *off += 1;
            if seen.count(row.id) > 0 {
                (*made, *example) = (*made + 1, seed);
            }
        }
    }
    let is_known = |name: &str| {
        let known = MADE_ALL_THE_SAME.iter().flat_map(|reason| reason.1);
        known.copied().any(|known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || known.ends_with(' ')))
    };
    assert_eq!(unwanted.len(), rows().len(), "every row is off in some files");
    unwanted.retain(|name, (off, made, _)| *made * 100 > *off && !is_known(name));
    assert!(unwanted.is_empty(), "rows that are off, in how many files, in how many of them they stand, and a seed: {unwanted:#?}");
}

/// The same on every platform: this number changes only with the generator.
#[test]
fn the_bytes_of_a_seed_stay_as_they_are() {
    let mut generator = Generator::default();
    // FNV-1a, 64 bits.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for seed in 0..1_000_u64 {
        let executed = if seed.is_multiple_of(2) { Config::exec() } else { Config::defined() };
        let program = generator.generate_stream(&mut Unstructured::new(&bytes_of_seed(seed)), &executed).write().unwrap();
        for byte in [configured_file(&mut generator, seed).1, program].into_iter().flatten() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(hash, HASH, "{hash:#018x}");
}

const HASH: u64 = 0xcb83_3cb5_71d3_7f59;

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
