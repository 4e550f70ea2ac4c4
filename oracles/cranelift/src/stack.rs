//! The native stack that an execution has.

use crate::Error;
use std::thread;

/// What the caller's thread is taken to have left. Threads of tests and workers have 2 MiB, of which judging a case takes little.
const INLINE: usize = 512 << 10;
/// The most that an execution gets.
const LARGEST: usize = 256 << 20;
/// For the functions of the host, and the calls into and out of compiled code.
const MARGIN: usize = 64 << 10;
/// Return address and saved frame pointer, which a frame's reported size leaves out.
const LINK: usize = 16;

/// Bytes for so many frames of so many bytes each.
pub(crate) fn needed(frame: u32, depth: u32) -> Result<usize, Error> {
    let frames = (frame as usize + LINK).saturating_mul(depth as usize + 1);
    match frames.saturating_add(MARGIN) {
        needed if needed <= LARGEST => Ok(needed),
        _ => Err(Error::Unsupported("native-stack")),
    }
}

/// Runs `f` where it has so many bytes of stack: on this thread, or on one made for it.
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
