//! Facts that were recorded once, some of which are judged with each case.

use irsmith_generators::RecordedMistake;

use crate::Fault;

/// Returns so many of the facts in their order, from one on that the first two draws choose; behind the last comes the first.
pub(crate) fn some_of<I: Iterator + Clone>(facts: I, draws: &[u8], count: usize) -> impl Iterator<Item = I::Item> {
    let drawn = draws.iter().take(2).fold(0, |all, &byte| all << 8 | usize::from(byte));
    let first = drawn % facts.clone().count().max(1);
    facts.cycle().skip(first).take(count)
}

/// Checks that an assembler says of a mistake what is recorded; `said` is its error as it is printed.
pub(crate) fn judge_mistake(mistake: &RecordedMistake, said: Result<(), String>) -> Result<(), Fault> {
    let (expected, found) = (mistake.error(), said.err().unwrap_or_else(|| "no error".into()));
    if found == expected {
        return Ok(());
    }
    Err(Fault::new("recorded", mistake.expected, format!("{}\nexpected: {expected}\nfound:    {found}", mistake.text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_has_its_turn() {
        let some = |draws: &[u8]| some_of(0..300, draws, 3).collect::<Vec<_>>();
        assert_eq!(some(&[0, 0]), [0, 1, 2]);
        assert_eq!(some(&[1, 43]), [299, 0, 1]);
        assert_eq!(some_of(0..0, &[7], 3).count(), 0);
    }
}
