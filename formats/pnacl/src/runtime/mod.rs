//! The NaCl integrated runtime, to the extent that command-line programs need it.
//!
//! A program starts at `_start` with the address of an information block: arguments, environment and the auxiliary vector, which contains a
//! function that returns interfaces by name. [`Runtime`] lays out that block and is the [`Host`] of those interfaces. It accesses nothing
//! of the real host except three streams and a clock that are passed to it, so that executions are deterministic:
//!
//! | interface | what there is |
//! |---|---|
//! | `nacl-irt-basic-0.1` | exit, time, clock; sleeping takes no time; sysconf knows processors and page size |
//! | `nacl-irt-fdio-0.1`, `nacl-irt-dev-fdio-0.1` | descriptors 0 to 2 |
//! | `nacl-irt-memory-0.1`, `-0.2`, `-0.3` | sysbrk, anonymous mmap, munmap; mprotect does nothing |
//! | `nacl-irt-tls-0.1` | the thread pointer |
//!
//! There are no threads: requests for `nacl-irt-thread-0.1`, `nacl-irt-futex-0.1` or any other interface fail, and [`Runtime::missing`]
//! returns the requested names.
//!
//! Structures and numbers are those of the NaCl ABI for programs of 32-bit addresses.

mod block;
mod calls;
mod errno;
mod files;
mod interfaces;
mod linked;
mod memory;
mod streams;
mod time;

pub use block::{BlockError, information_block};
pub use linked::{LinkError, LinkedProgram, Written};
pub use streams::Streams;

use crate::interpret::{Bits, CallSignature, Host, HostEnd, Layout, Machine, Process};
use interfaces::FUNCTIONS;
use memory::Heap;
use std::time::Duration;

/// The minimal bytes of heap for programs of the usual library.
pub const HEAP: u32 = 16 << 20;

/// The runtime of a program.
pub struct Runtime<'io> {
    streams: Streams<'io>,
    clock: Box<dyn FnMut() -> Duration + 'io>,
    heap: Heap,
    signatures: Vec<CallSignature>,
    missing: Vec<String>,
}

/// The maximal number of names of missing interfaces that are kept.
const MAX_MISSING: usize = 64;

impl<'io> Runtime<'io> {
    /// Makes a runtime whose clock advances by a microsecond each time it is read.
    pub fn new(streams: Streams<'io>) -> Self {
        let mut ticks = 0;
        Self::with_clock(streams, move || {
            ticks += 1;
            Duration::from_micros(ticks)
        })
    }

    /// Makes a runtime with a clock: the time since the start of 1970, which is also that of the process.
    pub fn with_clock(streams: Streams<'io>, clock: impl FnMut() -> Duration + 'io) -> Self {
        let signatures = FUNCTIONS.iter().map(interfaces::Function::signature).collect();
        Self { streams, clock: Box::new(clock), heap: Heap::default(), signatures, missing: Vec::new() }
    }

    /// Prepares a machine for its program's start: writes the information block to the heap, and assigns the rest of the heap to the
    /// program. Returns the address to pass to `_start`. The first argument is the program's name; each entry of the environment is a name,
    /// an equals sign and a value.
    ///
    /// # Errors
    /// The heap is too small.
    pub fn prepare(&mut self, machine: &mut Machine<'_>, arguments: &[&[u8]], environment: &[&[u8]]) -> Result<u32, BlockError> {
        let layout = machine.program().layout().clone();
        let block = information_block(layout.heap, arguments, environment, interfaces::address(interfaces::QUERY))?;
        let end = u64::from(layout.heap) + block.len() as u64;
        if end > u64::from(layout.end) {
            return Err(BlockError { needed: block.len() as u64 });
        }
        if let Some(bytes) = machine.memory_mut().bytes_mut(layout.heap, block.len() as u32) {
            bytes.copy_from_slice(&block);
        }
        self.heap = Heap::new(end as u32, layout.end);
        Ok(layout.heap)
    }

    /// Returns the missing interfaces that the program requested, such as those of threads, in the order of the first requests.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    fn note_missing(&mut self, name: &[u8]) {
        // The program may ask for any bytes.
        let name = name.escape_ascii().to_string();
        if self.missing.len() < MAX_MISSING && !self.missing.contains(&name) {
            self.missing.push(name);
        }
    }
}

impl Host for Runtime<'_> {
    fn signature(&self, address: u32) -> Option<&CallSignature> {
        let offset = address.checked_sub(Layout::HOST)?;
        let index = offset.is_multiple_of(Layout::FUNCTION_STEP).then_some(offset / Layout::FUNCTION_STEP)?;
        self.signatures.get(index as usize)
    }

    fn call(&mut self, address: u32, arguments: &[Bits], process: &mut Process<'_>) -> HostEnd {
        let index = address.wrapping_sub(Layout::HOST) / Layout::FUNCTION_STEP;
        match FUNCTIONS.get(index as usize) {
            Some(function) => (function.call)(self, &calls::Arguments(arguments), process),
            None => HostEnd::Trap(crate::interpret::TrapKind::BadFunction),
        }
    }
}

impl std::fmt::Debug for Runtime<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runtime").field("heap", &self.heap).finish_non_exhaustive()
    }
}
