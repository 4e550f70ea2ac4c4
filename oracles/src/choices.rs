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

/// Draws for parts of a file. What is drawn for a part depends on its name and number alone, so that it stays the same while a minimizer removes
/// other parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartDraws(pub(crate) u64);

impl PartDraws {
    /// Returns those of a file for an oracle with a salt.
    pub(crate) fn of_file(file: &[u8], salt: u64) -> Self {
        Self(seed_of(file) ^ salt)
    }

    /// Returns what to draw for a part: the name of what contains it, and its number there.
    pub(crate) fn of(self, name: &str, number: u32) -> Draws {
        Draws(SplitMix64::new(self.0 ^ draws_of(name.as_bytes()) ^ u64::from(number).rotate_left(32)))
    }
}

/// A sequence of draws.
pub(crate) struct Draws(SplitMix64);

impl Draws {
    /// Draws a number of 64 bits.
    pub(crate) const fn number(&mut self) -> u64 {
        self.0.next()
    }

    /// Draws a number below a limit, 0 for the limit 0.
    pub(crate) const fn below(&mut self, limit: usize) -> usize {
        ((self.number() as u128 * limit as u128) >> 64) as usize
    }

    /// Returns `true` in `parts` of 256 draws.
    pub(crate) const fn chance(&mut self, parts: usize) -> bool {
        self.below(256) < parts
    }

    pub(crate) fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(self.below(list.len()))
    }
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
    random_bytes(seed_of(file), salt, 4096 + 8 * file.len())
}

/// Returns the pinned seed, or that of the file.
fn seed_of(file: &[u8]) -> u64 {
    PINNED.get().unwrap_or_else(|| draws_of(file))
}

/// Returns `length` random bytes, a function of the hash of a file and of `salt`. The bytes of the file could be used directly, but make poor
/// choices: headers never change, and much of the rest is zero.
fn random_bytes(hash: u64, salt: u64, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    SplitMix64::new(hash ^ salt).extend(&mut bytes, length);
    bytes
}
