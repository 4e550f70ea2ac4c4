//! Promises of mutation of records: files read as streams, whatever they mean; every line of the table is applied.

mod common;

use arbitrary::Unstructured;
use common::{assert_readable, data_modules, generated};
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{RECORD_MUTATIONS, mutate_records};
use irsmith_pnacl::{Limits, Module, Stream};
use irsmith_testdata::Data;
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [
        mutated_streams_stay_streams_and_every_mutation_happens,
    ],
    outside: [
        mutated_streams_stay_streams_and_every_mutation_happens,
    ],
}

/// How often a mutation was applied, and how often the result was still a module.
type Counts = BTreeMap<&'static str, (usize, usize)>;

/// Mutates a stream, then the result, and so on. Returns the last file.
fn mutate_often(what: &str, mut stream: Stream, times: u64, seed: u64, counts: &mut Counts) -> Vec<u8> {
    let mut file = Vec::new();
    for time in 0..times {
        let bytes = bytes_of_seed(seed * 1_000 + time);
        let Some((mutant, name)) = mutate_records(&stream, &mut Unstructured::new(&bytes)) else { break };
        let count = counts.entry(name).or_default();
        count.0 += 1;
        match Stream::read(&mutant, &Limits::default()) {
            Ok(read) => {
                if let Ok(module) = Module::from_stream(&read) {
                    count.1 += 1;
                    assert_readable(&module, &format!("{what}, mutation {time}, {name}"));
                }
                stream = read;
            }
            // Records with a definition other than the one they were written with, and headers, may be refused.
            Err(error) => assert!(["definition", "header", "block"].iter().any(|word| name.contains(word)), "{what}, {name}: {error}"),
        }
        file = mutant;
    }
    file
}

fn mutated_streams_stay_streams_and_every_mutation_happens(data: &Data) {
    let mut counts = Counts::new();
    for seed in 0..600 {
        mutate_often("generated", generated(seed).to_stream(), 8, seed, &mut counts);
    }
    for (seed, (name, _)) in data_modules(data, 8_000).into_iter().enumerate() {
        let stream = Stream::read(&std::fs::read(&name).unwrap(), &Limits::default()).unwrap();
        mutate_often(&name, stream, 8, seed as u64, &mut counts);
    }
    eprintln!("applied, still a module: {counts:#?}");
    let missing: Vec<_> = RECORD_MUTATIONS.iter().map(|row| row.name).filter(|name| !counts.contains_key(name)).collect();
    assert!(missing.is_empty(), "never applied: {missing:?}");
}

#[test]
fn one_mutation_breaks_many_modules_and_not_all() {
    let mut counts = Counts::new();
    for seed in 0..1_000 {
        mutate_often("generated", generated(seed).to_stream(), 1, seed, &mut counts);
    }
    let modules: usize = counts.values().map(|(_, modules)| modules).sum();
    assert!((200..800).contains(&modules), "{modules} of 1000 are still modules: {counts:#?}");
}

#[test]
fn equal_bytes_make_equal_mutants() {
    let stream = generated(5).to_stream();
    for seed in 0..200 {
        let mutant = || mutate_records(&stream, &mut Unstructured::new(&bytes_of_seed(seed)));
        assert_eq!(mutant(), mutant());
    }
}

#[test]
fn the_empty_stream_has_nothing_to_mutate() {
    assert_eq!(mutate_records(&Stream::new(), &mut Unstructured::new(&bytes_of_seed(1))), None);
}
