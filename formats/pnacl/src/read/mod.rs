//! Reads a model from a stream; one file per construct, with the same names as in `write`.
//!
//! The reader accepts everything that can be interpreted. Constructs that it accepts although a tool rejects them are recorded for the
//! validator ([`Note`]).

mod constants;
mod function;
mod globals;
mod kinds;
mod module;
mod notes;
mod numbering;
mod operands;
mod places;
mod records;
mod symbols;
mod types;

pub use notes::{Note, NoteKind};
pub use operands::OperandReader;
pub use places::{BodyPlaces, Places};

use crate::{Limits, Module, Result, Stream};
use records::Reader;

/// A module with the details that a typed model omits.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The module.
    pub module: Module,
    /// The item of the stream from which each part was read.
    pub places: Places,
    /// The recorded notes.
    pub notes: Vec<Note>,
}

impl Module {
    /// Reads a file.
    ///
    /// # Errors
    /// The first broken rule that makes the file unreadable, with its position.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self> {
        Self::from_stream(&Stream::read(bytes, limits)?)
    }

    /// Reads the records of a stream.
    ///
    /// # Errors
    /// As [`Module::read`].
    pub fn from_stream(stream: &Stream) -> Result<Self> {
        // The places of some errors are known only if the places of all records are kept: an unreadable stream is read again.
        let reading = Reader::new(stream, false).run().or_else(|_| Reader::new(stream, true).run())?;
        Ok(reading.module)
    }
}

impl Reading {
    /// Reads the records of a stream and records places and notes.
    ///
    /// # Errors
    /// As [`Module::read`].
    pub fn from_stream(stream: &Stream) -> Result<Self> {
        Reader::new(stream, true).run()
    }
}
