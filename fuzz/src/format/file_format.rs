//! The trait that a format implements.

use std::panic::RefUnwindSafe;

use super::Profile;
use crate::{
    Oracles,
    reduce::{Level, Pass, Weight},
};

/// The operations of a format on the bytes of case files; each format is one value of a type.
///
/// Reading, writing and printing may panic: all calls go through [`Format`](super::Format), which treats a case on which they panic as
/// unreadable, and enforces sizes.
pub trait FileFormat: Sync + RefUnwindSafe {
    /// The name in commands and folder names: a lower-case word.
    fn name(&self) -> &'static str;

    /// Other names that commands accept, in addition to [`name`](Self::name) and [`extension`](Self::extension).
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// The extension of case files, without a dot; unique among formats.
    fn extension(&self) -> &'static str;

    /// The first bytes of every file; empty if files of the format can begin differently.
    fn magic(&self) -> &'static [u8] {
        b""
    }

    /// All oracles of the format, including those in no target.
    fn oracles(&self) -> &'static dyn Oracles;

    /// The profiles that [`generate`](Self::generate) supports; [`Profile::Swarm`] is always one of them.
    fn profiles(&self) -> &'static [Profile];

    /// Generates a valid case, a function of the profile and `seed`.
    fn generate(&self, profile: Profile, seed: u64) -> Vec<u8>;

    /// The releases or variants of the format for which cases can be generated; empty if there is only one.
    fn dialects(&self) -> Vec<String> {
        Vec::new()
    }

    /// As [`generate`](Self::generate), with the constructs of a dialect; `None` when there is no dialect of this name.
    fn generate_in(&self, _dialect: &str, _profile: Profile, _seed: u64) -> Option<Vec<u8>> {
        None
    }

    /// Returns whether a case reads and is valid in a dialect; false when there is no dialect of this name.
    fn is_valid_in(&self, _dialect: &str, _bytes: &[u8]) -> bool {
        false
    }

    /// Returns the case after one mutation of its model; `None` when it does not read or no mutation fits. Every bit of `seed` counts.
    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>>;

    /// Returns the case after one mutation of the layer below its model, which may break the model. A format without such a layer mutates
    /// the model.
    fn mutate_records(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        self.mutate(bytes, seed)
    }

    /// Returns a splice of two cases; `None` as for [`mutate`](Self::mutate).
    fn splice(&self, a: &[u8], b: &[u8], seed: u32) -> Option<Vec<u8>>;

    /// Returns smaller cases derived from this one, the largest steps first; none when `bytes` do not read.
    fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>>;

    /// Returns other forms of a small case: orders, types, operations and spellings that may do as well. Of those that do, the minimizer
    /// keeps the one that comes first in the order of weights and then of bytes, so that many cases of one fault end in one file. None when
    /// `bytes` do not read.
    fn alternatives(&self, _bytes: &[u8]) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Passes that make a case smaller, from coarse to fine: passes over the model first, then over the layers below. Passes over plain
    /// bytes are added automatically.
    fn passes(&self) -> Vec<Box<dyn Pass>>;

    /// Returns whether a case reads and the validator of the format accepts it.
    fn is_valid(&self, bytes: &[u8]) -> bool {
        self.weigh(bytes, Level::Valid).is_some_and(|weight| weight.level == Level::Valid)
    }

    /// Returns the size of a case that reads at `level` or a later one; `None` when it does not.
    fn weigh(&self, bytes: &[u8], level: Level) -> Option<Weight>;

    /// Reads the case and writes it again at `level`; `None` when `bytes` do not read there. Never called for [`Level::Bytes`].
    fn rewrite(&self, bytes: &[u8], level: Level) -> Option<Vec<u8>>;

    /// Writes the choices that an oracle draws from the case into the case, so that smaller cases keep them. `None` if there are no such
    /// choices.
    fn pinned(&self, _bytes: &[u8], _oracle: &str, _element: &str) -> Option<Vec<u8>> {
        None
    }

    /// Returns whether the validators of other people that are installed accept a case: a minimized case stays as valid as its original.
    /// `None` if there is none for the format, or it cannot tell.
    fn accepted_by_others(&self, _bytes: &[u8]) -> Option<bool> {
        None
    }

    /// Returns forms of a small case that [`accepted_by_others`](Self::accepted_by_others) may accept when it refuses the case. None when
    /// `bytes` do not read.
    fn repaired(&self, _bytes: &[u8]) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Returns forms of a case that may be larger, but from which the passes may reach a smaller case. None when `bytes` do not read.
    fn enlarged(&self, _bytes: &[u8]) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Returns the text listing of a case; `None` when `bytes` do not read.
    fn list(&self, bytes: &[u8]) -> Option<String>;
}
