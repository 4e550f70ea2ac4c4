//! The three descriptors.

use std::io::{Read, Write};

/// The streams of descriptors 0 to 2.
pub struct Streams<'io> {
    /// Descriptor 0.
    pub input: Box<dyn Read + 'io>,
    /// Descriptor 1.
    pub output: Box<dyn Write + 'io>,
    /// Descriptor 2.
    pub error: Box<dyn Write + 'io>,
}

impl<'io> Streams<'io> {
    /// Makes an empty input, and two outputs.
    pub fn to(output: impl Write + 'io, error: impl Write + 'io) -> Self {
        Self { input: Box::new(std::io::empty()), output: Box::new(output), error: Box::new(error) }
    }

    pub(super) fn writer(&mut self, descriptor: u32) -> Option<&mut (dyn Write + 'io)> {
        match descriptor {
            1 => Some(&mut *self.output),
            2 => Some(&mut *self.error),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}
