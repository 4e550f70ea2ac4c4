//! Writes a model as a stream and as bytes; one file per construct, with the same names as in `read`.
//!
//! Records are in the order of the manual, in the abbreviations that the canonical writer of the format, pnacl-freeze, uses: a file made by
//! it is written back byte for byte.

mod abbreviations;
mod constants;
mod function;
mod globals;
mod module;
mod operands;
mod symbols;
mod types;

pub use operands::OperandWriter;

use crate::{Module, Result, Stream};
use abbreviations::Standard;

/// Converts a module to records.
struct Writer<'a> {
    module: &'a Module,
    stream: Stream,
    standard: Standard,
}

impl Module {
    /// Writes the module as a file.
    ///
    /// Every module that [`Module::read`] returns can be written; others too, if their numbers fit in 32 bits. The module need not be
    /// valid.
    ///
    /// # Errors
    /// The errors of [`Stream::write`]; none for modules that were read.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.to_stream().write()
    }

    /// Returns the approximate number of records of the module.
    fn record_count(&self) -> usize {
        let bodies = self.functions.iter().filter_map(|function| function.body.as_ref());
        let inside: usize = bodies.map(|body| body.constants.len() * 2 + body.instructions.len() + 6).sum();
        // The standard abbreviations and blocks are about 50 items.
        inside + self.types.len() + self.functions.len() + 3 * self.globals.len() + self.symbols.len() + 50
    }

    /// Returns the records of the module, with the standard header and abbreviations.
    pub fn to_stream(&self) -> Stream {
        let mut writer =
            Writer { module: self, stream: Stream::with_capacity(self.record_count()), standard: Standard::new(self.types.len()) };
        writer.module();
        writer.stream
    }
}
