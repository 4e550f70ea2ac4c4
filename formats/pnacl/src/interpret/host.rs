//! The interface of a program to its host.

use super::{Bits, CallSignature, Layout, Memory, TrapKind};

/// The functions that a host provides, at addresses from [`Layout::HOST`] on. Programs call them by address.
pub trait Host {
    /// Returns the signature of the function at an address, `None` if there is none.
    fn signature(&self, address: u32) -> Option<&CallSignature>;

    /// Calls the function at an address that has a signature, with arguments of that signature.
    fn call(&mut self, address: u32, arguments: &[Bits], process: &mut Process<'_>) -> HostEnd;
}

/// How a host's function ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostEnd {
    /// The host's function returns this; 0 if the signature says void.
    Return(Bits),
    /// The program cannot continue, at the call.
    Trap(TrapKind),
    /// The program ends with this status.
    Exit(i32),
}

/// The parts of a program that a host's function can access.
#[derive(Debug)]
pub struct Process<'m> {
    /// The program's memory.
    pub memory: Memory<'m>,
    /// The layout of the memory.
    pub layout: &'m Layout,
    /// The result of `llvm.nacl.read.tp`.
    pub thread_pointer: &'m mut u32,
}

/// A host without functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn signature(&self, _: u32) -> Option<&CallSignature> {
        None
    }

    fn call(&mut self, _: u32, _: &[Bits], _: &mut Process<'_>) -> HostEnd {
        HostEnd::Trap(TrapKind::BadFunction)
    }
}
