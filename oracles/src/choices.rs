//! Bytes to choose with, for oracles that draw: a function of the case alone.

use irsmith_generators::SplitMix64;

/// Keeps the choices of a generator apart from those of oracles, which have salts of their own.
const GENERATED_SALT: u64 = 0x6765_6e65_7261_7465;

/// Bytes to generate a model with, of which a file is the seed: so many for each byte of it. The smaller the file, the smaller the model, for
/// the minimizer works on the file.
pub(crate) fn to_generate(file: &[u8], of_byte: usize) -> Vec<u8> {
    random_bytes(file, GENERATED_SALT, of_byte * file.len())
}

/// Bytes to choose with, enough for a draw at every record or instruction, which the file's own bytes would not be.
pub(crate) fn to_draw(file: &[u8], salt: u64) -> Vec<u8> {
    random_bytes(file, salt, 4096 + 8 * file.len())
}

/// As many random bytes, a function of the file and of `salt`. The file's own bytes would do as choices, but make poor ones: headers never
/// change, and much of the rest is zero.
fn random_bytes(file: &[u8], salt: u64, length: usize) -> Vec<u8> {
    let hash = file.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut bytes = Vec::new();
    SplitMix64::new(hash ^ salt).extend(&mut bytes, length);
    bytes
}
