//! Stream to model; one file per construct, under the names of `write`.
//!
//! The reader takes whatever can be understood. What it lets pass although a tool refuses it, it notes for the validator ([`Note`]).

mod constants;
mod function;
mod globals;
mod module;
mod notes;
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

/// A module with what a typed model leaves out.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The module.
    pub module: Module,
    /// Which item of the stream each part comes from.
    pub places: Places,
    /// What the reader let pass.
    pub notes: Vec<Note>,
}

impl Module {
    /// Reads a file.
    ///
    /// # Errors
    /// The first rule broken that keeps the file from being understood, with its place.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self> {
        Self::from_stream(&Stream::read(bytes, limits)?)
    }

    /// Reads the records of a stream.
    ///
    /// # Errors
    /// As [`Module::read`].
    pub fn from_stream(stream: &Stream) -> Result<Self> {
        Ok(Reader::new(stream, false).run()?.module)
    }
}

impl Reading {
    /// Reads the records of a stream and keeps places and notes.
    ///
    /// # Errors
    /// As [`Module::read`].
    pub fn from_stream(stream: &Stream) -> Result<Self> {
        Reader::new(stream, true).run()
    }
}
