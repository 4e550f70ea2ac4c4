//! The limits that a worker sets for itself before it runs anything.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    io, ptr,
    sync::atomic::{AtomicPtr, AtomicU64, Ordering::Relaxed},
};

use nix::sys::resource::{Resource, setrlimit};

use super::StatusFile;

/// Bytes in a MiB.
const MIB: u64 = 1 << 20;

/// Limits this process: `memory_mib` of address space, no core files, and termination when its parent, whose process id is `parent`, ends.
///
/// # Errors
///
/// Those of the system calls, and `NotConnected` when the parent has ended already.
pub fn confine(memory_mib: u64, parent: u32) -> io::Result<()> {
    let bytes = memory_mib.saturating_mul(MIB);
    setrlimit(Resource::RLIMIT_AS, bytes, bytes)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)?;
    if std::os::unix::process::parent_id() == parent {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::NotConnected, "the process that started it has ended"))
    }
}

/// Where a refused allocation is recorded; null until [`note_refusals`].
static REFUSED: AtomicPtr<AtomicU64> = AtomicPtr::new(ptr::null_mut());

/// From now on, [`NotingAllocator`] records refusals in `status_file`, which is never freed.
pub(super) fn note_refusals(status_file: &'static StatusFile) {
    REFUSED.store(status_file.refused().cast_mut(), Relaxed);
}

/// The system's allocator, which records in the status file when it has no memory.
///
/// A program that runs out of memory aborts like a program that fails an assertion of the runtime; the record distinguishes the two.
#[derive(Debug)]
pub struct NotingAllocator;

impl NotingAllocator {
    fn note(pointer: *mut u8) -> *mut u8 {
        let refused = REFUSED.load(Relaxed);
        if pointer.is_null() && !refused.is_null() {
            // SAFETY: `note_refusals` stored it from a reference with static lifetime.
            unsafe { (*refused).store(1, Relaxed) };
        }
        pointer
    }
}

// SAFETY: every call is passed unchanged to the system's allocator.
unsafe impl GlobalAlloc for NotingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        Self::note(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        Self::note(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as above.
        Self::note(unsafe { System.realloc(pointer, layout, new_size) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) };
    }
}
