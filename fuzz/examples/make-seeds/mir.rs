//! The seeds of Machine IR.

use arbitrary::Unstructured;
use irsmith_fuzz::{Format, Profile};
use irsmith_generators::{
    Choices, bytes_of_seed,
    mir::{Config, Generator, Histogram, Kind, RowSet, see},
};
use irsmith_mir::{
    Dialect, Style,
    tables::{Machine, Version},
};

use crate::{Seed, numbered, rows};

/// Candidates of cases.
const CANDIDATES: u64 = 60_000;
/// Enough cases that a target with tools has initial coverage.
const PORTABLE: usize = 6;
/// The largest of these, in bytes: engines read all seeds at each start.
const LARGEST: usize = 8 << 10;

/// Makes files that llc reads, and cases with every row.
pub(crate) fn seeds() -> Vec<Seed> {
    let portable = (0..).map(|seed| Format::MIR.generate_as(Profile::Portable, seed)).filter(|case| case.len() <= LARGEST).take(PORTABLE);
    numbered("portable", "mir", portable).chain(numbered("rows", "mir", rows::covering(RowSet::ALL, CANDIDATES, make))).collect()
}

/// Generates the case of a seed, and finds its rows.
fn make(seed: u64) -> (Vec<u8>, RowSet) {
    let mut generator = Generator::default();
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let target = Machine::TARGETS[seed as usize % Machine::TARGETS.len()];
    let kind = [Kind::Generic, Kind::Target, Kind::Both][seed as usize / 2 % 3];
    // A few rows are of new releases.
    let dialect = if (seed / 6).is_multiple_of(5) { Dialect::of_release(Version::NEWEST) } else { Dialect::DEFAULT };
    let config = Config { dialect, call_sites: seed % 16 == 1, ..Config::new(target, kind) }.swarmed(&mut Choices::new(&mut bytes));
    let file = generator.generate(&mut bytes, &config);
    let mut seen = Histogram::default();
    see(&file, &mut seen);
    (file.write_in(Style::Simplified).into_bytes(), rows::made(&seen))
}
