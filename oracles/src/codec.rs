//! Shared by the round trips of all formats: a writer and the matching reader.

use crate::{Difference, Fault};

/// A writer of models with the matching reader: for bytes, records or text. A format has one codec for each of its layers.
pub(crate) trait Codec {
    /// The type that is written.
    type Model;
    /// The written form.
    type Written;

    /// The property that fails if a model is not equal after the round trip.
    const CHANGED: &'static str = "model-changed";

    /// Writes a model.
    fn write(&self, model: &Self::Model) -> Result<Self::Written, Fault>;

    /// Reads a written form.
    fn read(&self, written: &Self::Written) -> Result<Self::Model, Fault>;

    /// Returns the first difference between the model that was written and the model that was read.
    fn difference(&self, before: &Self::Model, after: &Self::Model) -> Option<Difference>;
}

/// The result of writing a model and reading it again.
#[derive(Debug)]
pub(crate) struct Trip<C: Codec> {
    /// The written form.
    pub(crate) written: C::Written,
    /// The model read from it.
    pub(crate) again: C::Model,
}

impl<C: Codec> Trip<C> {
    /// Writes a model and reads the result.
    pub(crate) fn of(codec: &C, model: &C::Model) -> Result<Self, Fault> {
        let written = codec.write(model)?;
        let again = codec.read(&written)?;
        Ok(Self { written, again })
    }
}
