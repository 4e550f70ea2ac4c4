//! The seeds of SPIR-V with debug information.

use arbitrary::Unstructured;
use irsmith_debuginfo::Dialect;
use irsmith_fuzz::{Format, Profile};
use irsmith_generators::{
    Choices, bytes_of_seed,
    debuginfo::{Config, Generator, Histogram, RowSet, see},
};

use crate::{Seed, numbered, rows};

/// Candidates of cases.
const CANDIDATES: u64 = 40_000;
/// One of this many candidates is of each other dialect, because a few forms exist only there.
const OTHERS: u64 = 8;
/// A row that our validator refuses, because debug instructions must be in their own section.
const REFUSED: &str = "debug instructions among types and constants";
/// Operations of the longest expressions.
const OPERATIONS: u32 = 24;
/// Enough cases that a target with tools has initial coverage.
const PORTABLE: u64 = 6;

/// Makes modules that external tools accept, and cases with every valid row.
pub(crate) fn seeds() -> Vec<Seed> {
    let wanted = RowSet::filter(|row| !row.name.ends_with(REFUSED));
    let portable = (0..PORTABLE).map(|seed| Format::DEBUGINFO.generate_as(Profile::Portable, seed));
    numbered("portable", "spv", portable).chain(numbered("rows", "spv", rows::covering(wanted, CANDIDATES, make))).collect()
}

/// Generates the case of a seed, and finds its rows.
fn make(seed: u64) -> (Vec<u8>, RowSet) {
    // A module of OpenCL.DebugInfo.100 can become one of NonSemantic.Shader.DebugInfo, which has instructions of its own.
    let (dialect, shader) = match seed % OTHERS {
        0 => (Dialect::OpenCl, false),
        1 => (Dialect::SpirvDebug, false),
        2 => (Dialect::OpenCl, true),
        _ => (Dialect::DebugInfo, false),
    };
    let mut generator = Generator::default();
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = Config { dialect, shader, ..Config::swarm(&mut Choices::new(&mut bytes)) };
    // Most rows are operations, and long expressions of the experimental list contain many of them in few words.
    let config = if seed.is_multiple_of(2) { Config { experimental: 240, operands: OPERATIONS, ..config } } else { config };
    let module = generator.generate(&mut bytes, &config);
    let mut seen = Histogram::default();
    see(&module, &mut seen);
    (module.write().expect("generated cases can be written"), rows::made(&seen))
}
