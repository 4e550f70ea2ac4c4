//! Facts that were recorded once, some of which are judged with each case.

use irsmith_generators::RecordedMistake;

use crate::Fault;

/// Returns so many of the facts in their order, from one on that the first two draws choose; behind the last comes the first.
pub(crate) fn some_of<I: Iterator + Clone>(facts: I, draws: &[u8], count: usize) -> impl Iterator<Item = I::Item> {
    let drawn = draws.iter().take(2).fold(0, |all, &byte| all << 8 | usize::from(byte));
    let first = drawn % facts.clone().count().max(1);
    facts.cycle().skip(first).take(count)
}

/// Returns the sections of a recorded listing, each without the line of its name, `--- name`.
pub(crate) fn sections(listing: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    listing.split("--- ").skip(1).map(|section| section.split_once('\n').unwrap_or((section, "")))
}

/// Checks that violations are printed as they were recorded under this name; `found` has a line for each.
pub(crate) fn judge_listing(listing: &'static str, name: &str, element: &str, found: &str) -> Result<(), Fault> {
    let recorded = sections(listing).find(|section| section.0 == name).map_or("nothing is recorded\n", |section| section.1);
    if recorded == found {
        return Ok(());
    }
    Err(Fault::new("other-message", element, format!("{name}\nexpected:\n{recorded}found:\n{found}")))
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
    fn listings_have_names() {
        const LISTING: &str = "--- a\n1\n2\n--- b\n--- c\n3\n";
        assert_eq!(sections(LISTING).collect::<Vec<_>>(), [("a", "1\n2\n"), ("b", ""), ("c", "3\n")]);
        assert_eq!(judge_listing(LISTING, "a", "e", "1\n2\n"), Ok(()));
        assert!(judge_listing(LISTING, "a", "e", "1\n").is_err() && judge_listing(LISTING, "d", "e", "").is_err());
    }

    #[test]
    fn every_fact_has_its_turn() {
        let some = |draws: &[u8]| some_of(0..300, draws, 3).collect::<Vec<_>>();
        assert_eq!(some(&[0, 0]), [0, 1, 2]);
        assert_eq!(some(&[1, 43]), [299, 0, 1]);
        assert_eq!(some_of(0..0, &[7], 3).count(), 0);
    }
}
