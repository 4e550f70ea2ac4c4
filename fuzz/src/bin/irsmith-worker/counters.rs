//! The coverage counters of this program, in the linker's layout.
#![allow(unsafe_code)]

use std::{arch::global_asm, slice};

// The linker defines two symbols around the counters of all instrumented code. They are weak here, so that a build without counters still
// links, and the check can report it. They are defined in assembly and not as Rust statics because the instrumentation of this crate
// declares statics of the same names, which would then be renamed and point nowhere.
global_asm!(
    ".weak __start___sancov_cntrs",
    ".weak __stop___sancov_cntrs",
    ".pushsection .data.rel.ro.irsmith_counter_bounds, \"aw\"",
    ".balign 8",
    ".hidden irsmith_counter_bounds",
    ".globl irsmith_counter_bounds",
    "irsmith_counter_bounds:",
    ".8byte __start___sancov_cntrs",
    ".8byte __stop___sancov_cntrs",
    ".popsection",
);

unsafe extern "C" {
    /// The addresses of the first counter and of the end of the last; both are null if there are none.
    safe static irsmith_counter_bounds: [usize; 2];
}

/// Returns the counters' values after `work` alone; empty in a build without instrumentation.
pub(crate) fn snapshot(work: &mut dyn FnMut()) -> Vec<u8> {
    let [start, stop] = irsmith_counter_bounds;
    if stop > start {
        let counters: *mut u8 = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the linker's two symbols bound one array of bytes, and only this thread runs instrumented code.
        unsafe { counters.write_bytes(0, stop - start) };
    }
    work();
    values()
}

/// Returns the counters' values since libFuzzer or [`snapshot`] reset them.
pub(crate) fn values() -> Vec<u8> {
    let [start, stop] = irsmith_counter_bounds;
    if start == stop {
        return Vec::new();
    }
    let counters: *const u8 = std::ptr::with_exposed_provenance(start);
    // SAFETY: the linker's two symbols bound one array of bytes, and only this thread runs instrumented code; the copy is made before any
    // other code counts.
    unsafe { slice::from_raw_parts(counters, stop - start) }.to_vec()
}
