//! Expands a seed to the bytes of a case.

/// SplitMix64 (Steele, Lea, Flood 2014): a 64-bit counter through a mixing function. Small, fast, and the same on every platform; not
/// for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts the sequence of a seed. Seeds that differ slightly give completely different sequences.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Appends `length` bytes of the sequence, little endian.
    pub fn extend(&mut self, bytes: &mut Vec<u8>, length: usize) {
        let start = bytes.len();
        bytes.resize(start + length, 0);
        let mut words = bytes[start..].chunks_exact_mut(8);
        for word in &mut words {
            word.copy_from_slice(&self.next().to_le_bytes());
        }
        let rest = words.into_remainder();
        if !rest.is_empty() {
            rest.copy_from_slice(&self.next().to_le_bytes()[..rest.len()]);
        }
    }
}

/// Bytes of a case of the default size: cases of all formats rarely draw more.
pub const BYTES_OF_CASE: usize = 4096;

/// Returns [`BYTES_OF_CASE`] bytes of a seed, for `arbitrary::Unstructured`.
pub fn bytes_of_seed(seed: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    SplitMix64::new(seed).extend(&mut bytes, BYTES_OF_CASE);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First outputs of the reference implementation for seed 1234567.
        let mut sequence = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| sequence.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn any_length_is_a_prefix_of_a_longer_one() {
        let bytes = bytes_of_seed(7);
        assert_eq!(bytes.len(), BYTES_OF_CASE);
        let mut short = Vec::new();
        SplitMix64::new(7).extend(&mut short, 13);
        assert_eq!(short, bytes[..13]);
    }
}
