//! The seeds of PNaCl.

#[path = "../../../../formats/pnacl/tests/support/listings.rs"]
mod listings;
mod manual;
mod programs;

use arbitrary::Unstructured;
use irsmith_generators::{
    Choices, bytes_of_seed,
    pnacl::{Config, Histogram, RowSet, generate, rewrite_abbreviations, see, see_abbreviations},
};

use crate::{Seed, numbered, rows};

/// Candidates of cases.
const CANDIDATES: u64 = 30_000;

/// Makes the examples of the manual, programs for execution, and cases with every row.
pub(crate) fn seeds() -> Vec<Seed> {
    let rows = numbered("rows", "pexe", rows::covering(RowSet::filter(|_| true), CANDIDATES, make));
    manual::seeds().into_iter().chain(programs::seeds()).chain(rows).collect()
}

/// Generates the case of a seed with its own abbreviations, and finds its rows.
fn make(seed: u64) -> (Vec<u8>, RowSet) {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = Config::swarm(&mut Choices::new(&mut bytes));
    let module = generate(&mut bytes, &config);
    let stream = rewrite_abbreviations(&module.to_stream(), &mut Unstructured::new(&bytes_of_seed(!seed)));
    let mut seen = Histogram::default();
    see(&module, &mut seen);
    see_abbreviations(&stream, &mut seen);
    (stream.write().expect("generated cases can be written"), rows::made(&seen))
}
