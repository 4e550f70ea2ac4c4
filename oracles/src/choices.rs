//! Bytes to choose with, for oracles that draw: a function of the case alone.

use irsmith_generators::SplitMix64;

/// As many random bytes, a function of the file and of `salt`. The file's own bytes would do as choices, but make poor ones: headers never
/// change, and much of the rest is zero.
pub(crate) fn random_bytes(file: &[u8], salt: u64, length: usize) -> Vec<u8> {
    let hash = file.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut bytes = Vec::new();
    SplitMix64::new(hash ^ salt).extend(&mut bytes, length);
    bytes
}
