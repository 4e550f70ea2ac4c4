//! Who watches an execution.

use super::{Bits, Place};

/// Is told every instruction that is executed, in order; forward declarations are none. An execution without observer is compiled separately and pays nothing.
pub trait Observer {
    /// Whether there is somebody to be told.
    const ACTIVE: bool = true;

    /// An instruction was executed; calls and returns are told when they begin, others when they are done, or when they end the execution.
    ///
    /// `result` is what it gave, if the program keeps results ([`super::Options::results`]); `None` for instructions without one, for
    /// calls, and for those that ended the execution.
    fn instruction(&mut self, place: Place, result: Option<Bits>);
}

/// Nobody.
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
