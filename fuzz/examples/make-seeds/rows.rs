//! Generated cases that together have every row.

use arbitrary::Unstructured;
use irsmith_generators::{
    Choices, bytes_of_seed,
    pnacl::{Config, Generator, RowSet, rows},
};

use crate::Seed;

/// Cases to choose from.
const CANDIDATES: u64 = 30_000;
/// What a file costs beyond its bytes, in bytes: more makes fewer and larger files.
const FILE_COST: usize = 1000;

/// A generated case that may be chosen.
struct Candidate {
    seed: u64,
    size: usize,
    rows: RowSet,
}

/// A small set of cases with every row: again and again the case with the most rows that are still missing for its size.
///
/// # Panics
///
/// When the candidates do not have every row.
pub(crate) fn seeds() -> Vec<Seed> {
    let candidates: Vec<Candidate> = (0..CANDIDATES).map(candidate).collect();
    let mut missing = RowSet::filter(|_| true);
    let mut chosen = Vec::new();
    while count(&missing, &missing) > 0 {
        let worth = |candidate: &&Candidate| count(&candidate.rows, &missing) * 1_000_000 / (candidate.size + FILE_COST);
        let best = candidates.iter().rev().max_by_key(worth).expect("there are candidates");
        assert!(count(&best.rows, &missing) > 0, "some rows are in no candidate: {missing:?}");
        rows().iter().filter(|row| best.rows.contains(row.id)).for_each(|row| missing.set(row.id, false));
        chosen.push((format!("rows-{:03}.pexe", chosen.len()), make(best.seed).0));
    }
    chosen
}

/// How many rows two sets share.
fn count(a: &RowSet, b: &RowSet) -> usize {
    rows().iter().filter(|row| a.contains(row.id) && b.contains(row.id)).count()
}

fn candidate(seed: u64) -> Candidate {
    let (bytes, rows) = make(seed);
    Candidate { seed, size: bytes.len(), rows }
}

/// The case of a seed in abbreviations of its own, and the rows it has.
fn make(seed: u64) -> (Vec<u8>, RowSet) {
    let mut generator = Generator::default();
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = Config::swarm(&mut Choices::new(&mut bytes));
    let stream = generator.generate(&mut bytes, &config).to_stream();
    let stream = generator.rewrite_abbreviations(&stream, &mut Unstructured::new(&bytes_of_seed(!seed)));
    let histogram = generator.histogram();
    (stream.write().expect("generated cases can be written"), RowSet::filter(|row| histogram.count(row.id) > 0))
}
