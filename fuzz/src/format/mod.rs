//! The operations of formats that engines use, on the bytes of case files.

mod debuginfo;
mod file_format;
mod mir;
mod model_pass;
mod pnacl;
mod profile;

use std::{fmt, path::Path};

pub use file_format::FileFormat;
use model_pass::ModelPass;
pub use profile::Profile;

use crate::{
    Operation, Oracles,
    panics::unless_panic,
    reduce::{BYTE_PASSES, Level, Pass, Weight},
};

/// A compiler format.
///
/// A corpus entry is always a file of its format. The methods decode, change and encode, so that an engine handles only bytes. A case on
/// which our own reader, writer or printer panics counts as unreadable, and the panic is recorded for
/// [`take_own_panics`](crate::take_own_panics).
#[derive(Clone, Copy)]
pub struct Format(&'static dyn FileFormat);

impl Format {
    /// PNaCl bitcode, `.pexe`.
    pub const PNACL: Format = Format(&pnacl::Pnacl);

    /// SPIR-V modules with debug information, `.spv`.
    pub const DEBUGINFO: Format = Format(&debuginfo::DebugInfo);

    /// LLVM Machine IR, `.mir`.
    pub const MIR: Format = Format(&mir::Mir);

    /// Every format.
    pub const ALL: &'static [Format] = &[Format::PNACL, Format::DEBUGINFO, Format::MIR];

    /// Returns the format that commands know under `name`: its own name, the extension of its files, or an alias.
    pub fn called(name: &str) -> Option<Format> {
        Self::ALL.iter().copied().find(|format| format.names().any(|known| known == name))
    }

    /// Returns every name that [`called`](Self::called) accepts for this format, its own first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let aliases = self.0.aliases().iter().copied();
        let extension = Some(self.extension()).filter(|extension| *extension != self.name());
        [self.name()].into_iter().chain(extension).chain(aliases)
    }

    /// Recognizes the format of a file, by its first bytes or else by the extension of its name.
    pub fn of_file(path: &Path, bytes: &[u8]) -> Option<Format> {
        let by_content = |format: &Format| !format.magic().is_empty() && bytes.starts_with(format.magic());
        Self::ALL.iter().copied().find(by_content).or_else(|| Self::of_name(path))
    }

    /// Returns the format of files with this file's extension.
    pub fn of_name(path: &Path) -> Option<Format> {
        let extension = path.extension()?;
        Self::ALL.iter().copied().find(|format| extension == format.extension())
    }

    /// Makes a format that is not in [`ALL`](Self::ALL), for example for a test.
    pub const fn new(format: &'static dyn FileFormat) -> Self {
        Self(format)
    }

    /// Returns the name in commands and folder names.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Returns the extension of case files, without a dot.
    pub fn extension(&self) -> &'static str {
        self.0.extension()
    }

    /// Returns the first bytes of every file; empty if files of the format can begin differently.
    pub fn magic(&self) -> &'static [u8] {
        self.0.magic()
    }

    /// Returns all oracles of the format, including those in no target.
    pub fn oracles(&self) -> &'static dyn Oracles {
        self.0.oracles()
    }

    /// Returns the profiles of cases that can be generated.
    pub fn profiles(&self) -> &'static [Profile] {
        self.0.profiles()
    }

    /// Generates a valid case as the bytes of its file, a function of `seed` alone; its profile is [`Profile::Swarm`].
    pub fn generate(&self, seed: u64) -> Vec<u8> {
        self.generate_as(Profile::Swarm, seed)
    }

    /// Generates a valid case of a profile, a function of `seed` and the profile.
    pub fn generate_as(&self, profile: Profile, seed: u64) -> Vec<u8> {
        unless_panic(Operation::Generate, None, &[], format_args!("profile {}, seed {seed}", profile.name()), || {
            self.0.generate(profile, seed)
        })
    }

    /// Returns the dialects of the format, by name; empty if there is only one.
    pub fn dialects(&self) -> Vec<String> {
        self.0.dialects()
    }

    /// As [`generate_as`](Self::generate_as), with the constructs of a dialect; `None` when the format has no dialect of this name.
    pub fn generate_in(&self, dialect: &str, profile: Profile, seed: u64) -> Option<Vec<u8>> {
        let case = format_args!("dialect {dialect}, profile {}, seed {seed}", profile.name());
        unless_panic(Operation::Generate, None, &[], case, || self.0.generate_in(dialect, profile, seed))
    }

    /// Returns the case after one structure-aware mutation, at most `max_size` bytes.
    ///
    /// Returns `None` when `bytes` do not read or no mutation fits. Every bit of `seed` counts.
    pub fn mutate(&self, bytes: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
        unless_panic(Operation::Mutate, Some(seed), &[bytes], format_args!(""), || self.0.mutate(bytes, seed))
            .filter(|case| case.len() <= max_size)
    }

    /// Returns the case after one mutation of its records, which may break the module, at most `max_size` bytes.
    ///
    /// Returns `None` when not even the records of `bytes` read or no mutation fits. Every bit of `seed` counts.
    pub fn mutate_records(&self, bytes: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
        unless_panic(Operation::MutateRecords, Some(seed), &[bytes], format_args!(""), || self.0.mutate_records(bytes, seed))
            .filter(|case| case.len() <= max_size)
    }

    /// Returns a splice of two cases, at most `max_size` bytes; `None` as for [`mutate`](Self::mutate).
    pub fn splice(&self, a: &[u8], b: &[u8], max_size: usize, seed: u32) -> Option<Vec<u8>> {
        unless_panic(Operation::Splice, Some(seed), &[a, b], format_args!(""), || self.0.splice(a, b, seed))
            .filter(|case| case.len() <= max_size)
    }

    /// Returns smaller cases derived from this one, the largest steps first; none when `bytes` do not read.
    pub fn reductions(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        unless_panic(Operation::Reductions, None, &[bytes], format_args!(""), || self.0.reductions(bytes))
    }

    /// Returns other forms of a small case, of which the minimizer keeps the first that does as well.
    pub fn alternatives(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        unless_panic(Operation::Reductions, None, &[bytes], format_args!("alternatives"), || self.0.alternatives(bytes))
    }

    /// Returns forms of a small case that the validators of other people may accept when they refuse the case.
    pub fn repaired(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        unless_panic(Operation::Reductions, None, &[bytes], format_args!("repaired"), || self.0.repaired(bytes))
    }

    /// Returns forms of a case that may be larger, but from which the passes may reach a smaller case.
    pub fn enlarged(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        unless_panic(Operation::Reductions, None, &[bytes], format_args!("enlarged"), || self.0.enlarged(bytes))
    }

    /// Returns every pass that makes a case smaller, from coarse to fine: passes over the model first, then over its records, then over
    /// bytes.
    pub fn passes(&self) -> Vec<Box<dyn Pass>> {
        let mut passes = self.0.passes();
        passes.extend(BYTE_PASSES.iter().map(|row| Box::new(*row) as Box<dyn Pass>));
        passes
    }

    /// Returns the size of a case, by which cases are compared. Any bytes have a size.
    ///
    /// Cases that read better than `level` are weighed as if they read only at `level`.
    pub fn weigh(&self, bytes: &[u8], level: Level) -> Weight {
        let weight = || if level < Level::Bytes { self.0.weigh(bytes, level) } else { None };
        unless_panic(Operation::Weigh, None, &[bytes], format_args!("level {level:?}"), weight).unwrap_or_else(|| Weight::of_bytes(bytes))
    }

    /// Returns whether a case reads and its format's validator accepts it.
    pub fn is_valid(&self, bytes: &[u8]) -> bool {
        unless_panic(Operation::Weigh, None, &[bytes], format_args!(""), || Some(self.0.is_valid(bytes))).unwrap_or(false)
    }

    /// As [`is_valid`](Self::is_valid), by the rules of a dialect; false when the format has no dialect of this name.
    pub fn is_valid_in(&self, dialect: &str, bytes: &[u8]) -> bool {
        unless_panic(Operation::Weigh, None, &[bytes], format_args!("dialect {dialect}"), || Some(self.0.is_valid_in(dialect, bytes)))
            .unwrap_or(false)
    }

    /// Reads the case and writes it again at `level`; `None` when `bytes` do not read there.
    pub fn rewrite(&self, bytes: &[u8], level: Level) -> Option<Vec<u8>> {
        if level == Level::Bytes {
            return Some(bytes.to_vec());
        }
        unless_panic(Operation::Rewrite, None, &[bytes], format_args!("level {level:?}"), || self.0.rewrite(bytes, level))
    }

    /// Writes the choices that an oracle draws from the case into the case; `None` if there are no such choices.
    pub fn pinned(&self, bytes: &[u8], oracle: &str, element: &str) -> Option<Vec<u8>> {
        unless_panic(Operation::Pinned, None, &[bytes], format_args!("{oracle}, {element}"), || self.0.pinned(bytes, oracle, element))
    }

    /// Returns whether the validators of other people that are installed accept a case; `None` if there is none for the format, or it
    /// cannot tell.
    pub fn accepted_by_others(&self, bytes: &[u8]) -> Option<bool> {
        unless_panic(Operation::Weigh, None, &[bytes], format_args!("validators of others"), || self.0.accepted_by_others(bytes))
    }

    /// Returns the text listing of a case; `None` when `bytes` do not read.
    pub fn list(&self, bytes: &[u8]) -> Option<String> {
        unless_panic(Operation::List, None, &[bytes], format_args!(""), || self.0.list(bytes))
    }
}

/// Formats are compared by their names.
impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
