//! Machine functions as programs: compiled by an llc, linked without a C library, and run in a child process with
//! limits that allows itself no system calls but writing and ending.
//!
//! Any file will do that defines what the [`driver`] uses; the oracles that lower PNaCl and those of generated functions write such files.

mod call_table;
mod compile;
mod compiler;
mod driver;
mod link;
mod processor;
mod relocation;
mod run;

pub use call_table::{ARGUMENTS, LOST, TRAPPED, TableCall, call_driver};
pub(crate) use compile::{CompileError, Start, compile, selection_options};
pub use compile::{Object, Unselected};
pub use compiler::Compiler;
pub(crate) use compiler::GLOBAL_ISEL_SETTINGS;
pub use driver::{DRIVER_FUNCTIONS, Record, driver, memory_hash};
pub use link::{LinkError, link};
pub use processor::{Codegen, Model, Processor, Setting};
pub(crate) use run::{can_run, execute};

/// The element of a compilation that does not end, for signatures.
pub(crate) const COMPILATION: &str = "compilation";
