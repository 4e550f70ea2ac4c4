//! Machine functions as programs: compiled by an llc from the legalizer on, linked without a C library, and run in a child process with
//! limits that allows itself no system calls but writing and ending.
//!
//! Any file will do that defines what the [`driver`] uses; the oracles that lower PNaCl and those of generated functions write such files.

mod compile;
mod driver;
mod link;
mod processor;
mod relocation;
mod run;

pub(crate) use compile::{CompileError, compile};
pub use compile::{Object, Unselected};
pub use driver::{DRIVER_FUNCTIONS, Record, driver, memory_hash};
pub use link::{LinkError, link};
pub use processor::{Codegen, Processor, Setting};
pub(crate) use run::{can_run, execute};
