//! Random bytes for oracles that make draws: a function of the case alone.

use irsmith_generators::SplitMix64;
use std::cell::Cell;

thread_local! {
    /// See [`pin_draws`].
    static PINNED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Sets the seed of what oracles draw in this thread, instead of the hash of each case: a case that a minimizer makes smaller would
/// otherwise draw other passes, arguments and functions than its original, and mostly pass. `None` undoes this.
pub fn pin_draws(seed: Option<u64>) {
    PINNED.set(seed);
}

/// Returns the seed of what oracles draw for a file, unless it is pinned.
pub fn draws_of(file: &[u8]) -> u64 {
    file.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Separates the choices of a generator from those of oracles, which have their own salts.
const GENERATED_SALT: u64 = 0x6765_6e65_7261_7465;

/// Returns bytes from which to generate a model, with the file as the seed: `of_byte` bytes for each byte of the file. A smaller file gives
/// a smaller model, because the minimizer reduces the file.
pub(crate) fn to_generate(file: &[u8], of_byte: usize) -> Vec<u8> {
    random_bytes(draws_of(file), GENERATED_SALT, of_byte * file.len())
}

/// Returns bytes for draws, enough for one draw per record or instruction; the file itself has too few bytes for this.
pub(crate) fn to_draw(file: &[u8], salt: u64) -> Vec<u8> {
    random_bytes(PINNED.get().unwrap_or_else(|| draws_of(file)), salt, 4096 + 8 * file.len())
}

/// Returns `length` random bytes, a function of the hash of a file and of `salt`. The bytes of the file could be used directly, but make poor
/// choices: headers never change, and much of the rest is zero.
fn random_bytes(hash: u64, salt: u64, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    SplitMix64::new(hash ^ salt).extend(&mut bytes, length);
    bytes
}
