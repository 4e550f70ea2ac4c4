//! The native stack of an execution.

use crate::Error;
use std::thread;

/// The stack that the caller's thread is assumed to have left. Threads of tests and workers have 2 MiB, of which an oracle uses little.
const INLINE: usize = 512 << 10;
/// The largest stack of an execution.
const LARGEST: usize = 256 << 20;
/// For the functions of the host, and the calls into and out of compiled code.
const MARGIN: usize = 64 << 10;
/// Return address and saved frame pointer, which the reported size of a frame excludes.
const LINK: usize = 16;

/// Returns the bytes for `depth` frames of `frame` bytes each.
pub(crate) fn needed(frame: u32, depth: u32) -> Result<usize, Error> {
    let frames = (frame as usize + LINK).saturating_mul(depth as usize + 1);
    match frames.saturating_add(MARGIN) {
        needed if needed <= LARGEST => Ok(needed),
        _ => Err(Error::Unsupported("native-stack")),
    }
}

/// Runs `f` with at least this many bytes of stack: on this thread, or on a new one.
pub(crate) fn with_stack<R: Send>(needed: usize, f: impl FnOnce() -> R + Send) -> Result<R, Error> {
    if needed <= INLINE {
        return Ok(f());
    }
    thread::scope(|scope| {
        let started = thread::Builder::new().stack_size(needed + MARGIN).spawn_scoped(scope, f);
        let thread = started.map_err(|_| Error::Unsupported("native-stack"))?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
