//! Definitions shared by the module, its functions and its host: numbers of functions and globals, names, and the encoding of traps.

use irsmith_pnacl::interpret::{Layout, Place};

/// Name of the intrinsic `setjmp`.
pub(super) const SETJMP_NAME: &str = "llvm.nacl.setjmp";
/// Name of the intrinsic `longjmp`.
pub(super) const LONGJMP_NAME: &str = "llvm.nacl.longjmp";

/// Function: the remainder of doubles, imported.
pub(super) const FMOD: u32 = 0;
/// Function: takes depth, segment and stack pointer of a setjmp, returns its number; imported.
pub(super) const SETJMP: u32 = 1;
/// Function: takes the number of a setjmp, returns its depth, segment and stack pointer, depth 0 for none; imported.
pub(super) const LONGJMP: u32 = 2;
/// Function: forgets the setjmps starting at a depth; imported.
pub(super) const FORGET: u32 = 3;
/// The first function that the program defines.
pub(super) const FIRST: u32 = 4;

/// Global: the trap to report if WebAssembly traps, encoded by [`trap_word`], an i64; 0 for none so far.
pub(super) const TRAPPED: u32 = 0;
/// Global: blocks that may still be entered, an i64.
pub(super) const FUEL: u32 = 1;
/// Global: active functions.
pub(super) const DEPTH: u32 = 2;
/// Global: the stack pointer.
pub(super) const STACK: u32 = 3;
/// Global: the depth that a longjmp returns to, 0 while there is none.
pub(super) const TARGET: u32 = 4;
/// Global: the segment with which it continues.
pub(super) const RESUME: u32 = 5;
/// Global: the value that it passes to the setjmp.
pub(super) const VALUE: u32 = 6;
/// The number of globals.
pub(super) const GLOBALS: u32 = 7;
/// Names under which the first globals are exported, in order.
pub(super) const EXPORTED: [&str; 4] = ["trap", "fuel", "depth", "stack"];
/// Name under which the memory is exported.
pub(super) const MEMORY: &str = "memory";
/// Bytes of a WebAssembly page.
pub(super) const PAGE: u32 = 1 << 16;

/// Returns the bytes of WebAssembly's memory below the program's; both end at the same place.
pub(super) const fn padding(layout: &Layout) -> u32 {
    layout.size().next_multiple_of(PAGE) - layout.size()
}

/// Encodes code and place of a trap: the code in the low 8 bits, 28 bits each for the function and the instruction. Every instruction that
/// may trap has such a word, so words should be short; no file has so many instructions.
pub(super) const fn trap_word(code: u8, place: Place) -> u64 {
    code as u64 | (place.function as u64) << 8 | (place.instruction as u64) << 36
}

/// Decodes code and place of a trap from a word.
pub(super) const fn trap_of(word: u64) -> (u8, Place) {
    (word as u8, Place { function: (word >> 8) as u32 & 0xfff_ffff, instruction: (word >> 36) as u32 })
}
