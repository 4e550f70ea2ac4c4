//! The seeds of Machine IR.

use arbitrary::Unstructured;
use irsmith_fuzz::{Format, Profile};
use irsmith_generators::{
    Choices, bytes_of_seed,
    mir::{Config, Generator, Histogram, Kind, RowSet, see},
};
use irsmith_mir::{Style, tables::Machine};

use crate::{Seed, numbered, rows};

/// Candidates of cases.
const CANDIDATES: u64 = 20_000;
/// Enough cases that a target with tools has initial coverage.
const PORTABLE: u64 = 6;

/// Makes files that llc reads, and cases with every row.
pub(crate) fn seeds() -> Vec<Seed> {
    let portable = (0..PORTABLE).map(|seed| Format::MIR.generate_as(Profile::Portable, seed));
    numbered("portable", "mir", portable).chain(numbered("rows", "mir", rows::covering(RowSet::ALL, CANDIDATES, make))).collect()
}

/// Generates the case of a seed, and finds its rows.
fn make(seed: u64) -> (Vec<u8>, RowSet) {
    let mut generator = Generator::default();
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let target = Machine::TARGETS[seed as usize % Machine::TARGETS.len()];
    let kind = [Kind::Generic, Kind::Target, Kind::Both][seed as usize / 2 % 3];
    let config = Config { call_sites: seed % 16 == 1, ..Config::new(target, kind) }.swarmed(&mut Choices::new(&mut bytes));
    let file = generator.generate(&mut bytes, &config);
    let mut seen = Histogram::default();
    see(&file, &mut seen);
    (file.write_in(Style::Simplified).into_bytes(), rows::made(&seen))
}
