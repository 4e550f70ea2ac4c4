//! What the round trips of all formats share: a writer and the reader of what it writes.

use crate::{Difference, Fault};

/// A writer of models with the reader of what it writes: of bytes, of records or of text. A format has one for each of its layers.
pub(crate) trait Codec {
    /// What is written.
    type Model;
    /// What it is written as.
    type Written;

    /// The property that fails where a model does not come back equal.
    const CHANGED: &'static str = "model-changed";

    /// Writes a model.
    fn write(&self, model: &Self::Model) -> Result<Self::Written, Fault>;

    /// Reads what was written.
    fn read(&self, written: &Self::Written) -> Result<Self::Model, Fault>;

    /// The first difference between a model that was written and the one that was read.
    fn difference(&self, before: &Self::Model, after: &Self::Model) -> Option<Difference>;
}

/// A model on its way out and back.
#[derive(Debug)]
pub(crate) struct Trip<C: Codec> {
    /// What it was written as.
    pub(crate) written: C::Written,
    /// What that was read as.
    pub(crate) again: C::Model,
}

impl<C: Codec> Trip<C> {
    /// Writes a model and reads what was written.
    pub(crate) fn of(codec: &C, model: &C::Model) -> Result<Self, Fault> {
        let written = codec.write(model)?;
        let again = codec.read(&written)?;
        Ok(Self { written, again })
    }
}
