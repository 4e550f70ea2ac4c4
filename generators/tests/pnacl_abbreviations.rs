//! Promises of rewriting abbreviations: the same records, in a stream that can be written and read.

mod common;

use arbitrary::Unstructured;
use common::{assert_readable, data_modules, generated};
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::rewrite_abbreviations;
use irsmith_pnacl::stream::{ItemKind, UNABBREV_RECORD};
use irsmith_pnacl::validate::{Violation, validate_file};
use irsmith_pnacl::{Limits, Module, Stream};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [
        any_file_stays_the_same_in_other_abbreviations,
    ],
    outside: [
        any_file_stays_the_same_in_other_abbreviations,
    ],
}

/// Rewrites a stream, checks the promise, and returns the bytes.
fn check(name: &str, stream: &Stream, seed: u64) -> Vec<u8> {
    let rewritten = rewrite_abbreviations(stream, &mut Unstructured::new(&bytes_of_seed(seed)));
    assert!(rewritten.same_records(stream), "{name}: other records, at {:?}", rewritten.first_difference(stream));
    let bytes = rewritten.write().unwrap_or_else(|error| panic!("{name}: cannot be written: {error}"));
    let again = Stream::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{name}: cannot be read: {error}"));
    assert!(again.same_records(stream), "{name}: other records when read, at {:?}", again.first_difference(stream));
    bytes
}

#[test]
fn generated_modules_stay_the_same_in_other_abbreviations() {
    let mut different = 0;
    let mut abbreviated = 0;
    for seed in 0..2_000 {
        let module = generated(seed);
        let stream = module.to_stream();
        let bytes = check(&format!("seed {seed}"), &stream, seed + 7);
        assert!(Module::read(&bytes, &Limits::default()).unwrap() == module, "seed {seed}");
        assert_readable(&module, &format!("seed {seed}"));
        let violations = validate_file(&bytes, &Limits::default()).unwrap();
        assert!(!violations.iter().any(Violation::is_error), "seed {seed}: {violations:#?}");
        different += usize::from(bytes != stream.write().unwrap());
        let again = Stream::read(&bytes, &Limits::default()).unwrap();
        let uses = |item: &irsmith_pnacl::stream::Item| matches!(&item.kind, ItemKind::Record(row) if row.abbreviation != UNABBREV_RECORD);
        abbreviated += usize::from(again.items().iter().any(uses));
    }
    assert!(different > 1_990 && abbreviated > 1_900, "{different} differ, {abbreviated} use abbreviations");
}

fn any_file_stays_the_same_in_other_abbreviations(data: &Data) {
    for (seed, (name, module)) in data_modules(data, usize::MAX).into_iter().enumerate() {
        let file = std::fs::read(&name).unwrap();
        let stream = Stream::read(&file, &Limits::default()).unwrap();
        for round in 0..3 {
            let bytes = check(&name, &stream, seed as u64 * 3 + round);
            assert!(Module::read(&bytes, &Limits::default()).unwrap() == module, "{name}");
        }
    }
}

#[test]
fn only_the_first_abbreviations_block_counts_even_if_it_is_empty() {
    for seed in 0..200 {
        let mut stream = Stream::new();
        stream.enter(8, 3);
        for sections in [0, 2] {
            stream.enter(0, 3);
            for _ in 0..sections {
                stream.record(UNABBREV_RECORD, 1, &[12]);
            }
            stream.end();
        }
        stream.enter(12, 4);
        (0..8).for_each(|operand| stream.record(UNABBREV_RECORD, 2, &[operand]));
        stream.end();
        stream.end();
        check(&format!("seed {seed}"), &stream, seed);
    }
}
