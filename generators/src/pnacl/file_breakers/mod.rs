//! Breakers of files: each makes a file with one mistake below the model, and says by which error it must be refused, and where.
//!
//! [`BIT_BREAKERS`] write the mistake bit by bit into a readable file: in the header, the structure of blocks, abbreviations and single
//! values. [`RECORD_BREAKERS`] change the records of a readable module, [`TEXT_BREAKERS`] the tokens of its assembly. Most breakers draw from both sides of a bound, so some of their
//! files must be read: the nearest ones without the mistake.
//!
//! As with the breakers of models, facts are repeated from the manual and not taken from the reader. Bits are written by
//! `bits::Bits`, which shares no code with the writer of the format.

mod abbreviations;
mod bits;
mod blocks;
mod draft;
mod header;
mod messages;
mod mistakes;
mod records;
mod text;
mod tokens;
mod values;

use irsmith_pnacl::{BitAddress, ErrorKind, Stream};
use std::ops::RangeInclusive;

use crate::Choices;
use arbitrary::Unstructured;
pub use draft::FileDraft;
pub use messages::message;
pub use mistakes::{MISTAKES, SOUND};
pub use records::{RECORD_BREAKERS, RecordBreaker, RecordTrial, Records, Verdict};
pub use text::{TEXT_BREAKERS, mistype};
pub use tokens::{Class, Token, tokens};

/// A file, and what a reader of streams must say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The file.
    pub bytes: Vec<u8>,
    /// The result of reading it.
    pub expected: Expected,
}

/// The result of reading a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The file is refused by this error, with a position in this range.
    Refused(ErrorKind, RangeInclusive<BitAddress>),
    /// The file is read.
    Read,
    /// The file is read, and the record at this position has this code and these operands.
    Record(BitAddress, u32, Vec<u64>),
}

/// A way to make files with one mistake.
#[derive(Clone, Copy, Debug)]
pub struct FileBreaker {
    /// The mistake, in a few words.
    pub name: &'static str,
    /// Makes a file; `None` if this stream has no place for it.
    make: fn(&mut FileDraft<'_, '_>) -> Option<Trial>,
}

impl FileBreaker {
    /// Makes a file with the mistake, or its nearest neighbour without it, from a readable file and its stream; `u` chooses the place.
    /// `None` if there is no place.
    pub fn make(&self, file: &[u8], stream: &Stream, u: &mut Unstructured<'_>) -> Option<Trial> {
        (self.make)(&mut FileDraft::new(file, stream, Choices::new(u)))
    }
}

const fn row(name: &'static str, make: fn(&mut FileDraft<'_, '_>) -> Option<Trial>) -> FileBreaker {
    FileBreaker { name, make }
}

/// Every breaker of the layers of bits and of the stream.
pub const BIT_BREAKERS: &[&[FileBreaker]] = &[header::BREAKERS, blocks::BREAKERS, abbreviations::BREAKERS, values::BREAKERS];

impl Trial {
    fn refused(bytes: Vec<u8>, kind: ErrorKind, at: u64) -> Option<Self> {
        Self::refused_within(bytes, kind, at..=at)
    }

    fn refused_within(bytes: Vec<u8>, kind: ErrorKind, at: RangeInclusive<u64>) -> Option<Self> {
        let at = BitAddress(*at.start())..=BitAddress(*at.end());
        Some(Self { bytes, expected: Expected::Refused(kind, at) })
    }

    fn read(bytes: Vec<u8>) -> Option<Self> {
        Some(Self { bytes, expected: Expected::Read })
    }

    fn record(bytes: Vec<u8>, at: u64, code: u32, operands: Vec<u64>) -> Option<Self> {
        Some(Self { bytes, expected: Expected::Record(BitAddress(at), code, operands) })
    }
}
