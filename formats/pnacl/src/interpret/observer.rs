//! Observers of an execution.

use super::{Bits, Place};

/// Receives every instruction that is executed, in order, except forward declarations. An execution without an observer is compiled
/// separately and has no overhead.
pub trait Observer {
    /// Whether the observer receives anything.
    const ACTIVE: bool = true;

    /// Receives an executed instruction; calls and returns when they begin, others when they are done, or when they end the execution.
    ///
    /// `result` is its result, if the program keeps results ([`super::Options::results`]); `None` for instructions without one, for calls,
    /// and for those that ended the execution.
    fn instruction(&mut self, place: Place, result: Option<Bits>);
}

/// No observer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const ACTIVE: bool = false;

    fn instruction(&mut self, _: Place, _: Option<Bits>) {}
}

impl<F: FnMut(Place, Option<Bits>)> Observer for F {
    fn instruction(&mut self, place: Place, result: Option<Bits>) {
        self(place, result);
    }
}
