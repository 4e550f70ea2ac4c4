//! Seeds and hashes: the only randomness of the engines, the same on every platform and run.

use irsmith_generators::SplitMix64;

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// Returns FNV-1a of `bytes`: names a case by its content.
pub fn content_hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(FNV_OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME))
}

/// Derives a seed for the part of a run called `label`, number `ordinal`, of a run seeded with `seed`.
///
/// Different labels and ordinals give unrelated seeds, so that two workers of one campaign, or one worker before and after a restart, do
/// not repeat each other.
pub fn derive_seed(seed: u64, label: &str, ordinal: u64) -> u64 {
    Rng::new(seed ^ content_hash(label.as_bytes()) ^ ordinal.wrapping_mul(FNV_PRIME)).draw()
}

/// A reproducible random number generator.
///
/// Every bit of the seed affects every bit of the output. Engines pass seeds that are small or share bits, and using such bits directly
/// would lose choices.
#[derive(Clone, Debug)]
pub struct Rng(SplitMix64);

impl Rng {
    /// Starts a sequence that is a function of `seed` alone.
    pub const fn new(seed: u64) -> Self {
        Rng(SplitMix64::new(seed))
    }

    /// Returns the next 64 random bits.
    pub const fn draw(&mut self) -> u64 {
        self.0.next()
    }

    /// Returns a number below `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let scaled = (u128::from(self.draw()) * bound as u128) >> 64;
        scaled as usize
    }

    /// Returns true in `share` of 100 draws.
    pub fn percent(&mut self, share: u8) -> bool {
        self.below(100) < usize::from(share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_seeds_are_unrelated() {
        let mut firsts: Vec<u64> = (0..1000).map(|seed| Rng::new(seed).draw() >> 32).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert!(firsts.len() > 995, "only {} different values", firsts.len());
    }

    #[test]
    fn derived_seeds_differ_by_label_and_ordinal() {
        assert_ne!(derive_seed(1, "a", 0), derive_seed(1, "b", 0));
        assert_ne!(derive_seed(1, "a", 0), derive_seed(1, "a", 1));
        assert_eq!(derive_seed(1, "a", 2), derive_seed(1, "a", 2));
    }

    #[test]
    fn below_stays_below_and_reaches_every_value() {
        let mut rng = Rng::new(7);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[rng.below(5)] = true;
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(rng.below(0), 0);
    }
}
