//! Arguments and results of the runtime's functions.

use super::Runtime;
use super::errno::Errno;
use crate::interpret::{Bits, HostEnd, Memory, Process};

/// Arguments of a call, whose number and types are already checked.
pub(super) struct Arguments<'a>(pub(super) &'a [Bits]);

impl Arguments<'_> {
    /// Returns an i32.
    pub(super) fn word(&self, index: usize) -> u32 {
        self.0.get(index).map_or(0, |&bits| bits as u32)
    }

    /// Returns an i64.
    pub(super) fn long(&self, index: usize) -> u64 {
        self.0.get(index).map_or(0, |&bits| bits as u64)
    }
}

/// A function of the runtime.
pub(super) type Call = fn(&mut Runtime<'_>, &Arguments<'_>, &mut Process<'_>) -> HostEnd;

/// Ends a function that returns an error number.
pub(super) fn done(result: Result<(), Errno>) -> HostEnd {
    HostEnd::Return(result.err().unwrap_or(Errno::OK).bits())
}

/// Stores bytes for the program.
pub(super) fn give<const N: usize>(memory: &mut Memory<'_>, address: u32, value: [u8; N]) -> Result<(), Errno> {
    memory.store(address, value).ok_or(Errno::FAULT)
}

/// Loads an i32 of the program.
pub(super) fn take(memory: &Memory<'_>, address: u32) -> Result<u32, Errno> {
    memory.load(address).map(u32::from_le_bytes).ok_or(Errno::FAULT)
}
