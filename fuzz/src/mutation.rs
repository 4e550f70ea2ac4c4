//! Mutations of an engine: structure-aware, or byte by byte.
//!
//! Structure-aware mutations reach deep code; byte mutations reach files that no writer makes. Each mutation is drawn according to the
//! target's [`byte_share`](Target::byte_share). There are two structure-aware levels: mutations of the model keep a module readable,
//! mutations of the records below it may not ([`record_share`](Target::record_share)).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{Rng, Target};

/// How many of 100 crossovers that libFuzzer proposes are made.
///
/// libFuzzer chooses the mutator and the crossover equally often; a splice of two cases is a much larger step than a mutation, and half of
/// all steps would be too many.
const SPLICE_SHARE: u8 = 25;

/// How many structure-aware mutations are tried before bytes are mutated instead: many mutations make a case larger, and near the size
/// limit another one may still fit.
const ATTEMPTS: usize = 4;

/// The mutations that an engine makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutator {
    /// Bytes only, without knowledge of the format: the baseline of experiments.
    Bytes,
    /// Structure only; bytes if a case does not read.
    Structure,
    /// Both, in the share that the target states.
    #[default]
    Mixed,
}

impl Mutator {
    /// Every mutator with its name in commands.
    pub const NAMES: [(&str, Mutator); 3] = [("bytes", Mutator::Bytes), ("structure", Mutator::Structure), ("mixed", Mutator::Mixed)];

    fn byte_share(self, target: &Target) -> u8 {
        match self {
            Mutator::Bytes => 100,
            Mutator::Structure => 0,
            Mutator::Mixed if target.only_generated => 0,
            Mutator::Mixed => target.byte_share,
        }
    }
}

impl fmt::Display for Mutator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::NAMES.iter().find(|(_, mutator)| mutator == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

impl FromStr for Mutator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::NAMES.iter().find(|(name, _)| *name == text);
        named.map(|(_, mutator)| *mutator).ok_or_else(|| format!("unknown mutator {text:?}: bytes, structure or mixed"))
    }
}

/// Mutates the case in `data[..size]` in place and returns its new size, at most `max_size`.
///
/// Has the signature of libFuzzer's custom mutator. `change_bytes` is the engine's own byte mutation, with the same signature but without
/// the seed. The result is a function of the arguments, as far as `change_bytes` is.
pub fn mutate_in_place(
    target: &Target,
    mutator: Mutator,
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    change_bytes: impl FnOnce(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut rng = Rng::new(u64::from(seed));
    if !rng.percent(mutator.byte_share(target))
        && let Some(case) = (0..ATTEMPTS).find_map(|_| structured(target, &data[..size], max_size, &mut rng))
    {
        data[..case.len()].copy_from_slice(&case);
        return case.len();
    }
    change_bytes(data, size, max_size)
}

fn structured(target: &Target, bytes: &[u8], max_size: usize, rng: &mut Rng) -> Option<Vec<u8>> {
    let case = if target.only_generated || rng.percent(target.profile.fresh_share()) {
        Some(target.generate(rng.draw()))
    } else {
        let (records, seed) = (rng.percent(target.record_share), rng.draw() as u32);
        let change = |records| {
            if records { target.format.mutate_records(bytes, max_size, seed) } else { target.format.mutate(bytes, max_size, seed) }
        };
        // A stream that is not a module has only records to mutate.
        change(records).or_else(|| change(true))
    };
    case.filter(|case| case.len() <= max_size)
}

/// Writes a splice of `a` and `b` to `out` and returns its size; 0 when none is made.
///
/// Has the signature of libFuzzer's custom crossover; libFuzzer tries something else after a 0.
pub fn splice_into(target: &Target, mutator: Mutator, a: &[u8], b: &[u8], out: &mut [u8], seed: u32) -> usize {
    let mut rng = Rng::new(u64::from(seed));
    if target.only_generated || rng.percent(mutator.byte_share(target)) || !rng.percent(SPLICE_SHARE) {
        return 0;
    }
    match target.format.splice(a, b, out.len(), rng.draw() as u32) {
        Some(case) if case.len() <= out.len() => {
            out[..case.len()].copy_from_slice(&case);
            case.len()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    fn target(byte_share: u8) -> Target {
        Target { byte_share, record_share: 30, ..Target::of(Format::PNACL) }
    }

    /// Counts how many of 1,000 mutations of a generated case were left to the byte mutation.
    fn byte_mutations(target: &Target, mutator: Mutator) -> usize {
        let case = target.generate(3);
        let mut data = case.clone();
        data.resize(1 << 16, 0);
        let mut count = 0;
        for seed in 0..1000 {
            data[..case.len()].copy_from_slice(&case);
            let max_size = data.len();
            mutate_in_place(target, mutator, &mut data, case.len(), max_size, seed, |_, size, _| {
                count += 1;
                size
            });
        }
        count
    }

    #[test]
    fn the_share_of_byte_mutations_is_the_targets() {
        assert_eq!(byte_mutations(&target(30), Mutator::Bytes), 1000);
        assert!(byte_mutations(&target(30), Mutator::Structure) < 50);
        let mixed = byte_mutations(&target(30), Mutator::Mixed);
        assert!((240..400).contains(&mixed), "{mixed} of 1000");
    }

    #[test]
    fn records_change_where_the_target_asks_and_where_there_is_no_module() {
        let modules = |record_share, case: &[u8]| {
            let target = Target { record_share, ..target(0) };
            let mutants = (0..300).filter_map(|seed| structured(&target, case, 1 << 16, &mut Rng::new(seed)));
            mutants.filter(|mutant| target.format.mutate(mutant, 1 << 16, 0).is_some()).count()
        };
        let case = Format::PNACL.generate(3);
        assert_eq!(modules(0, &case), 300, "changes of the model keep it one");
        assert!((10..250).contains(&modules(100, &case)), "{} of 300", modules(100, &case));
        let damaged = (0..).find_map(|seed| {
            Format::PNACL.mutate_records(&case, 1 << 16, seed).filter(|mutant| Format::PNACL.mutate(mutant, 1 << 16, 0).is_none())
        });
        let damaged = damaged.unwrap();
        assert!(Format::PNACL.mutate_records(&damaged, 1 << 16, 1).is_some());
        assert!(structured(&target(0), &damaged, 1 << 16, &mut Rng::new(1)).is_some());
    }

    #[test]
    fn targets_of_generated_cases_have_no_others() {
        let target = Target { only_generated: true, ..target(30) };
        assert_eq!(byte_mutations(&target, Mutator::Mixed), 0);
        assert_eq!(byte_mutations(&target, Mutator::Bytes), 1000);
        let made = |case: &[u8]| (0..20).map(|seed| structured(&target, case, 1 << 16, &mut Rng::new(seed))).collect::<Vec<_>>();
        let (a, b) = (target.generate(3), target.generate(4));
        assert_eq!(made(&a), made(&b), "nothing of a case stays");
        let mut out = [0; 1 << 16];
        assert_eq!((0..200).map(|seed| splice_into(&target, Mutator::Mixed, &a, &b, &mut out, seed)).max(), Some(0));
    }

    #[test]
    fn results_fit_and_depend_on_the_seed_alone() {
        let target = target(0);
        let case = target.generate(3);
        let mutant = |seed| {
            let mut data = case.clone();
            let size = case.len();
            let new = mutate_in_place(&target, Mutator::Structure, &mut data, size, size, seed, |_, n, _| n);
            data[..new].to_vec()
        };
        let mutants: Vec<_> = (0..50).map(mutant).collect();
        assert_eq!(mutants, (0..50).map(mutant).collect::<Vec<_>>());
        assert!(mutants.iter().any(|mutant| *mutant != case));
    }

    #[test]
    fn names_read_back() {
        for (name, mutator) in Mutator::NAMES {
            assert_eq!(name.parse(), Ok(mutator));
            assert_eq!(mutator.to_string(), name);
        }
        assert!("blind".parse::<Mutator>().is_err());
    }
}
