//! A model that is written and read again is equal to the original.

use crate::Fault;
use crate::codec::{Codec, Trip};

/// Checks that a model that is written and read again is equal to the original.
pub(crate) fn survives<C: Codec>(codec: &C, model: &C::Model) -> Result<Trip<C>, Fault> {
    let trip = Trip::of(codec, model)?;
    is_equal(codec, model, &trip.again)?;
    Ok(trip)
}

/// Checks that a model is equal to the original after a round trip.
pub(crate) fn is_equal<C: Codec>(codec: &C, before: &C::Model, after: &C::Model) -> Result<(), Fault> {
    codec.difference(before, after).map_or(Ok(()), |difference| Err(Fault::of(C::CHANGED, difference)))
}
