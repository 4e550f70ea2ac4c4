//! What a format brings.

use std::panic::RefUnwindSafe;

use super::Profile;
use crate::{
    Oracles,
    reduce::{Level, Pass, Weight},
};

/// What a format brings, over the bytes of case files; one value of one type a format.
///
/// Reading, writing and printing may panic: [`Format`](super::Format), through which all calls go, takes a case on which they do for one
/// that does not read, and sees to sizes.
pub trait FileFormat: Sync + RefUnwindSafe {
    /// The name in commands and folder names: a word in lower case.
    fn name(&self) -> &'static str;

    /// Other names that commands take beside [`name`](Self::name) and [`extension`](Self::extension).
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// The extension of case files, without a dot; no other format has it.
    fn extension(&self) -> &'static str;

    /// The first bytes of every file; none where files of the format begin in many ways.
    fn magic(&self) -> &'static [u8] {
        b""
    }

    /// All oracles of the format, those in no target too.
    fn oracles(&self) -> &'static dyn Oracles;

    /// The kinds of cases that [`generate`](Self::generate) knows; [`Profile::Swarm`] is always one.
    fn profiles(&self) -> &'static [Profile];

    /// A valid case, a function of the profile and `seed`.
    fn generate(&self, profile: Profile, seed: u64) -> Vec<u8>;

    /// The releases or variants of the format that cases can be generated for; none where there is one alone.
    fn dialects(&self) -> Vec<String> {
        Vec::new()
    }

    /// As [`generate`](Self::generate), with what a dialect of the format has; `None` when there is no dialect of this name.
    fn generate_in(&self, _dialect: &str, _profile: Profile, _seed: u64) -> Option<Vec<u8>> {
        None
    }

    /// The case after one mutation of its model; `None` when it does not read or no mutation fits. Every bit of `seed` counts.
    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>>;

    /// The case after one mutation of the layer below its model, with no regard to what that means together. A format without such a layer
    /// changes the model.
    fn mutate_records(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        self.mutate(bytes, seed)
    }

    /// A cross of two cases; `None` as for [`mutate`](Self::mutate).
    fn splice(&self, a: &[u8], b: &[u8], seed: u32) -> Option<Vec<u8>>;

    /// Smaller cases near this one, the boldest first; none when `bytes` do not read.
    fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>>;

    /// Ways to make a case smaller, from coarse to fine: the model first, then what is below it. Those over plain bytes come by themselves.
    fn passes(&self) -> Vec<Box<dyn Pass>>;

    /// The size of a case that reads at `level` or a later one; `None` when it does not.
    fn weigh(&self, bytes: &[u8], level: Level) -> Option<Weight>;

    /// The case as the writer of `level` writes what its reader reads; `None` when `bytes` do not read there. Never asked for
    /// [`Level::Bytes`].
    fn rewrite(&self, bytes: &[u8], level: Level) -> Option<Vec<u8>>;

    /// The case with what a failure of an oracle is about spelled in it, where that is otherwise drawn by the case: so that a smaller case is
    /// still about the same. `None` where there is nothing to spell.
    fn pinned(&self, _bytes: &[u8], _oracle: &str, _element: &str) -> Option<Vec<u8>> {
        None
    }

    /// The text listing of a case; `None` when `bytes` do not read.
    fn list(&self, bytes: &[u8]) -> Option<String>;
}
