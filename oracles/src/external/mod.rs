//! Other people's programs as judges: found by name, run without a shell, in an empty folder, with limits.
//!
//! A missing tool is an answer ([`Tool::find`] gives `None`), never a pass.

mod run;
mod tool;

pub use run::{Limits, Outcome, Output, run};
pub use tool::{LLI, LLVM_BCANALYZER, LLVM_OPT, TOOLS, Tool};
