//! Generated cases that together contain every row of a format's table.

use irsmith_generators::{Histogram, RowSet, RowTag};

/// Cost of a file in addition to its bytes, in bytes: a higher cost makes fewer and larger files.
const FILE_COST: usize = 1000;

/// A generated candidate.
struct Candidate<T> {
    seed: u64,
    size: usize,
    rows: RowSet<T>,
}

/// Chooses a small set of cases that together contain the rows of `missing`: repeatedly the case with the most missing rows for its size.
/// `make` generates the candidates from the seeds below `candidates`, with the rows that each contains.
///
/// # Panics
///
/// When the candidates do not contain all of these rows.
pub(crate) fn covering<T: RowTag>(mut missing: RowSet<T>, candidates: u64, make: impl Fn(u64) -> (Vec<u8>, RowSet<T>)) -> Vec<Vec<u8>> {
    let candidate = |seed| {
        let (bytes, rows) = make(seed);
        Candidate { seed, size: bytes.len(), rows }
    };
    let candidates: Vec<Candidate<T>> = (0..candidates).map(candidate).collect();
    let mut chosen = Vec::new();
    while count(&missing, &missing) > 0 {
        let worth = |candidate: &&Candidate<T>| count(&candidate.rows, &missing) * 1_000_000 / (candidate.size + FILE_COST);
        let best = candidates.iter().rev().max_by_key(worth).expect("there are candidates");
        assert!(count(&best.rows, &missing) > 0, "in no candidate: {:?}", names(&missing));
        T::rows().iter().filter(|row| best.rows.contains(row.id)).for_each(|row| missing.set(row.id, false));
        chosen.push(make(best.seed).0);
    }
    chosen
}

fn names<T: RowTag>(rows: &RowSet<T>) -> Vec<&'static str> {
    T::rows().iter().filter(|row| rows.contains(row.id)).map(|row| row.name.as_str()).collect()
}

/// Returns the rows that any candidate contains.
pub(crate) fn made<T: RowTag>(histogram: &Histogram<T>) -> RowSet<T> {
    RowSet::filter(|row| histogram.count(row.id) > 0)
}

/// Returns how many rows two sets share.
fn count<T: RowTag>(a: &RowSet<T>, b: &RowSet<T>) -> usize {
    T::rows().iter().filter(|row| a.contains(row.id) && b.contains(row.id)).count()
}
