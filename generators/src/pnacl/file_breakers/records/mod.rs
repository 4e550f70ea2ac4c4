//! Mistakes in the records of a readable module: each is refused with an error at its record, or reported by the validator there.

mod counts;
mod draft;
mod forms;
mod notes;
mod order;
mod places;
mod ranges;
mod references;

use irsmith_pnacl::ErrorKind;

use crate::Choices;
use arbitrary::Unstructured;
use draft::RecordDraft;
pub use draft::Records;

/// A file, and what a reader of modules must say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordTrial {
    /// The file. Its records can be read.
    pub bytes: Vec<u8>,
    /// The index of the item that the verdict is about.
    pub item: usize,
    /// The result of reading and validating it.
    pub verdict: Verdict,
}

/// The result of reading and validating the records of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The file is no module, because of this error at the item.
    Refused(ErrorKind),
    /// The file is a module, and the validator reports this rule at the item.
    Reported(&'static str),
    /// The file holds the same module as before the change.
    Same,
    /// The file is a module.
    Read,
}

/// A way to change the records of a module.
#[derive(Clone, Copy, Debug)]
pub struct RecordBreaker {
    /// The change, in a few words.
    pub name: &'static str,
    /// Changes the records; `None` if they have no place for the change.
    make: fn(&mut RecordDraft<'_, '_>) -> Option<RecordTrial>,
}

impl RecordBreaker {
    /// Makes a file with the change; `u` chooses the place. `None` if there is no place.
    pub fn make(&self, records: &Records<'_>, u: &mut Unstructured<'_>) -> Option<RecordTrial> {
        (self.make)(&mut RecordDraft { records, choices: Choices::new(u) })
    }
}

const fn row(name: &'static str, make: fn(&mut RecordDraft<'_, '_>) -> Option<RecordTrial>) -> RecordBreaker {
    RecordBreaker { name, make }
}

/// Every breaker of records.
pub const RECORD_BREAKERS: &[&[RecordBreaker]] =
    &[forms::BREAKERS, ranges::BREAKERS, references::BREAKERS, places::BREAKERS, counts::BREAKERS, notes::BREAKERS, order::BREAKERS];

/// Ids of blocks (manual, *Enter Block Record*).
mod block {
    pub(super) const ABBREVIATIONS: u32 = 0;
    pub(super) const MODULE: u32 = 8;
    pub(super) const CONSTANTS: u32 = 11;
    pub(super) const FUNCTION: u32 = 12;
    pub(super) const SYMBOLS: u32 = 14;
    pub(super) const TYPES: u32 = 17;
    pub(super) const GLOBALS: u32 = 19;
    /// Every kind of block, with the name that messages have for it.
    pub(super) const ALL: [(u32, &str); 7] = [
        (ABBREVIATIONS, "abbreviations"),
        (MODULE, "module"),
        (CONSTANTS, "constants"),
        (FUNCTION, "function"),
        (SYMBOLS, "valuesymtab"),
        (TYPES, "types"),
        (GLOBALS, "globals"),
    ];
}
