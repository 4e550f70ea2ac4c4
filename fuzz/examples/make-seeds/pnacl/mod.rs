//! The seeds of PNaCl.

#[path = "../../../../formats/pnacl/tests/support/listings.rs"]
mod listings;
mod manual;
mod programs;

use arbitrary::Unstructured;
use irsmith_generators::{
    Choices, bytes_of_seed,
    pnacl::{Config, Generator, RowSet},
};

use crate::{Seed, numbered, rows};

/// Cases to choose from.
const CANDIDATES: u64 = 30_000;

/// The examples of the manual, programs to be executed, and cases with every row.
pub(crate) fn seeds() -> Vec<Seed> {
    let rows = numbered("rows", "pexe", rows::covering(RowSet::filter(|_| true), CANDIDATES, make));
    manual::seeds().into_iter().chain(programs::seeds()).chain(rows).collect()
}

/// The case of a seed in abbreviations of its own, and the rows it has.
fn make(seed: u64) -> (Vec<u8>, RowSet) {
    let mut generator = Generator::default();
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = Config::swarm(&mut Choices::new(&mut bytes));
    let stream = generator.generate(&mut bytes, &config).to_stream();
    let stream = generator.rewrite_abbreviations(&stream, &mut Unstructured::new(&bytes_of_seed(!seed)));
    (stream.write().expect("generated cases can be written"), rows::made(generator.histogram()))
}
