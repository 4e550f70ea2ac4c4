//! Random bytes for oracles that make draws: a function of the case alone.

use irsmith_generators::SplitMix64;

/// Separates the choices of a generator from those of oracles, which have their own salts.
const GENERATED_SALT: u64 = 0x6765_6e65_7261_7465;

/// Returns bytes from which to generate a model, with the file as the seed: `of_byte` bytes for each byte of the file. A smaller file gives
/// a smaller model, because the minimizer reduces the file.
pub(crate) fn to_generate(file: &[u8], of_byte: usize) -> Vec<u8> {
    random_bytes(file, GENERATED_SALT, of_byte * file.len())
}

/// Returns bytes for draws, enough for one draw per record or instruction; the file itself has too few bytes for this.
pub(crate) fn to_draw(file: &[u8], salt: u64) -> Vec<u8> {
    random_bytes(file, salt, 4096 + 8 * file.len())
}

/// Returns `length` random bytes, a function of the file and of `salt`. The bytes of the file could be used directly, but make poor
/// choices: headers never change, and much of the rest is zero.
fn random_bytes(file: &[u8], salt: u64, length: usize) -> Vec<u8> {
    let hash = file.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut bytes = Vec::new();
    SplitMix64::new(hash ^ salt).extend(&mut bytes, length);
    bytes
}
