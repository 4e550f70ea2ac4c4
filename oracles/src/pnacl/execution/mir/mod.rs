//! Generic Machine IR as an engine: a lowering of PNaCl to `G_*` instructions, from which LLVM's GlobalISel selects machine code.
//!
//! A file has an IR document with the variables of the machine, and a machine function for every function of a program. Every lane of a
//! vector is a register of its own; AArch64, which has vector operations, gets them around each vector instruction. A trap stores where
//! and why in a variable and returns; callers look at the variable after each call.
//!
//! All guards are emitted, so every execution follows the total semantics.

mod atomic;
mod call;
mod cast;
mod compare;
mod convention;
mod float;
mod function;
mod integer;
mod interpreted;
mod intrinsic;
mod judge;
mod lanes;
mod machine;
mod memory;
mod run;
mod support;
mod unit;
mod writer;

pub use interpreted::run as interpret;
pub use judge::{UNLINKED, UNSELECTED, judge};
pub use machine::{FAILED, Job, Memories, lower, lower_executable, lower_program};
pub use run::{ExecutableRun, Seen};
pub use unit::supported;
