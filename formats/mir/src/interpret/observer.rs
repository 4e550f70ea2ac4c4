//! Observers of an execution.

use super::{Place, Value};

/// Receives every instruction that is executed, in order. An execution without an observer is compiled separately and has no overhead.
pub trait Observer {
    /// Whether the observer receives anything.
    const ACTIVE: bool = true;

    /// Receives an executed instruction; branches, calls and returns when they begin, others when they are done, or when they end the
    /// execution. Instructions without an effect on values, such as `DBG_VALUE`, are not among them.
    ///
    /// `results` are the virtual registers that it defines, if the program keeps results ([`super::Options::results`]); none of an
    /// instruction at which the execution ends by a trap or an undefined event.
    fn instruction(&mut self, place: Place, results: &[Value]);
}

/// No observer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const ACTIVE: bool = false;

    fn instruction(&mut self, _: Place, _: &[Value]) {}
}

impl<F: FnMut(Place, &[Value])> Observer for F {
    fn instruction(&mut self, place: Place, results: &[Value]) {
        self(place, results);
    }
}
