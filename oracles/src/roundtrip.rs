//! What is written comes back equal.

use crate::Fault;
use crate::codec::{Codec, Trip};

/// That a model is written, read, and equal to what it was.
pub(crate) fn survives<C: Codec>(codec: &C, model: &C::Model) -> Result<Trip<C>, Fault> {
    let trip = Trip::of(codec, model)?;
    is_equal(codec, model, &trip.again)?;
    Ok(trip)
}

/// That a model is equal to what it was before a trip.
pub(crate) fn is_equal<C: Codec>(codec: &C, before: &C::Model, after: &C::Model) -> Result<(), Fault> {
    codec.difference(before, after).map_or(Ok(()), |difference| Err(Fault::of(C::CHANGED, difference)))
}
