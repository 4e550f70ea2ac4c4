//! Runs that check nothing: every oracle skips every initial case of an engine.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use irsmith_oracles::{Missing, Verdict};

use crate::Target;

/// Seeds that are tried before a target counts as checking none of them.
const TRIED: usize = 1000;

/// Reasons of skips that a message lists.
const NAMED: usize = 3;

/// Why a target checks nothing.
#[derive(Clone, Debug)]
pub enum Unchecked {
    /// The requirements of no oracle of the target are met.
    Needs(Missing),
    /// Every oracle skips every seed.
    Seeds {
        /// How many seeds were tried.
        seeds: usize,
        /// How often each reason was given.
        skips: BTreeMap<String, u64>,
    },
}

impl Unchecked {
    /// Tries `seeds` until `target` checks one of them: an oracle passes or fails.
    ///
    /// Without seeds this is not an error: an engine then makes cases from nothing.
    ///
    /// # Errors
    ///
    /// Why nothing is checked.
    pub fn look_for(target: &Target, seeds: impl IntoIterator<Item = Vec<u8>>) -> Result<(), Self> {
        if let Some(missing) = target.missing() {
            return Err(Self::Needs(missing));
        }
        let (mut tried, mut skips) = (0, BTreeMap::new());
        for seed in seeds.into_iter().take(TRIED) {
            let mut checked = false;
            target.run(&seed, &mut |_, verdict| match verdict {
                Verdict::Skip(reason) => *skips.entry(reason.to_owned()).or_default() += 1,
                Verdict::Pass | Verdict::Fail(_) => checked = true,
            });
            if checked {
                return Ok(());
            }
            tried += 1;
        }
        if tried == 0 { Ok(()) } else { Err(Self::Seeds { seeds: tried, skips }) }
    }
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Needs(missing) => write!(f, "nothing can be checked: {missing}"),
            Self::Seeds { seeds, skips } => {
                write!(f, "nothing can be checked: every oracle skips every one of {seeds} seeds ({})", most_frequent(skips))
            }
        }
    }
}

/// Returns the most frequent reasons of `skips` with their counts.
pub fn most_frequent(skips: &BTreeMap<String, u64>) -> String {
    let mut reasons: Vec<(&String, &u64)> = skips.iter().collect();
    reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), *reason));
    let named: Vec<String> = reasons.iter().take(NAMED).map(|(reason, count)| format!("{reason} {count}")).collect();
    named.join(", ")
}

/// Reads the files in `folder`, in the order of their names; leaves out subfolders and unreadable files.
pub fn files(folder: &Path) -> impl Iterator<Item = Vec<u8>> + use<> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().filter(|path| path.is_file()).flat_map(fs::read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target;

    #[test]
    fn seeds_of_another_format_are_refused_and_reported() {
        let (pnacl, debuginfo) = (target("pnacl_roundtrip").unwrap(), target("debuginfo_validate").unwrap());
        let modules = || (0..3).map(|seed| pnacl.generate(seed));
        assert!(Unchecked::look_for(pnacl, modules()).is_ok());
        let error = Unchecked::look_for(debuginfo, modules()).unwrap_err().to_string();
        assert!(error.contains("every one of 3 seeds (") && error.contains("unreadable "), "{error}");
        let mixed = modules().chain([debuginfo.generate(1)]);
        assert!(Unchecked::look_for(debuginfo, mixed).is_ok(), "one that reads is enough");
        assert!(Unchecked::look_for(debuginfo, []).is_ok(), "an engine can begin with nothing");
    }

    #[test]
    fn the_reasons_named_are_the_most_frequent() {
        let skips = [("a", 1), ("b", 9), ("c", 5), ("d", 5)].map(|(reason, count)| (reason.to_owned(), count)).into();
        assert_eq!(most_frequent(&skips), "b 9, c 5, d 5");
    }
}
