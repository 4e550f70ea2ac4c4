//! What a format offers to the engines, over the bytes of case files.

mod pnacl;
mod profile;

pub use profile::Profile;

use crate::{
    panics::{catch_panic, unless_panic},
    reduce::{Level, Pass, Weight},
};

/// A compiler format.
///
/// A corpus entry is always a file of its format. The methods decode, change and encode, so that
/// an engine needs to know bytes only. A case on which our own reader, writer or printer panics counts as one that does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// PNaCl bitcode, `.pexe`.
    Pnacl,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Format] = &[Format::Pnacl];

    /// The name in commands and folder names.
    pub fn name(&self) -> &'static str {
        match self {
            Format::Pnacl => "pnacl",
        }
    }

    /// The extension of case files, without a dot.
    pub fn extension(&self) -> &'static str {
        match self {
            Format::Pnacl => "pexe",
        }
    }

    /// A valid case as the bytes of its file, a function of `seed` alone; its profile is [`Profile::Swarm`].
    pub fn generate(&self, seed: u64) -> Vec<u8> {
        self.generate_as(Profile::Swarm, seed)
    }

    /// A valid case of a profile, a function of `seed` and the profile.
    pub fn generate_as(&self, profile: Profile, seed: u64) -> Vec<u8> {
        match self {
            Format::Pnacl => unless_panic(|| pnacl::generate(profile, seed)),
        }
    }

    /// The case after one structure-aware mutation, at most `max_size` bytes.
    ///
    /// `None` when `bytes` do not read or no mutation fits. Every bit of `seed` counts.
    pub fn mutate(&self, bytes: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
        match self {
            Format::Pnacl => unless_panic(|| pnacl::mutate(bytes, max_size, seed)),
        }
    }

    /// The case after one mutation of its records, with no regard to what they mean together, at most `max_size` bytes.
    ///
    /// `None` when not even the records of `bytes` read or no mutation fits. Every bit of `seed` counts.
    pub fn mutate_records(&self, bytes: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
        match self {
            Format::Pnacl => unless_panic(|| pnacl::mutate_records(bytes, max_size, seed)),
        }
    }

    /// A cross of two cases, at most `max_size` bytes; `None` as for [`mutate`](Self::mutate).
    pub fn splice(&self, a: &[u8], b: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
        match self {
            Format::Pnacl => unless_panic(|| pnacl::splice(a, b, max_size, seed)),
        }
    }

    /// Smaller cases near this one, the boldest first; none when `bytes` do not read.
    pub fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        match self {
            Format::Pnacl => unless_panic(|| pnacl::reductions(bytes)),
        }
    }

    /// Every way to make a case smaller, from coarse to fine: the model first, then the records
    /// below it, then bytes.
    pub fn passes(&self) -> Vec<Box<dyn Pass>> {
        match self {
            Format::Pnacl => pnacl::passes(),
        }
    }

    /// The size of a case, for the order in which cases count as smaller. Any bytes have one.
    ///
    /// Cases that read better than `level` are weighed as if they read so far only.
    pub fn weigh(&self, bytes: &[u8], level: Level) -> Weight {
        match self {
            Format::Pnacl => catch_panic(|| pnacl::weigh(bytes, level)).unwrap_or_else(|_| Weight::of_bytes(bytes)),
        }
    }

    /// The case as the writer of `level` writes what its reader reads; `None` when `bytes` do not
    /// read there.
    pub fn rewrite(&self, bytes: &[u8], level: Level) -> Option<Vec<u8>> {
        match self {
            Format::Pnacl => unless_panic(|| pnacl::rewrite(bytes, level)),
        }
    }

    /// The text listing of a case; `None` when `bytes` do not read.
    pub fn list(&self, bytes: &[u8]) -> Option<String> {
        match self {
            Format::Pnacl => unless_panic(|| pnacl::list(bytes)),
        }
    }
}
