//! External tools: found by name, run without a shell, in an empty folder, with limits. The external crates that are used in process are
//! listed here too.
//!
//! A missing tool is reported ([`Tool::find`] returns `None`), never a pass.

mod ask;
mod class;
mod confine;
mod frames;
mod leftover;
mod library;
mod run;
mod scratch;
mod tool;
mod version;
mod watch;

pub(crate) use ask::{Answer, Crash, Trouble, ask, fail, not_started};
pub(crate) use class::class;
pub use confine::is_confined;
pub use leftover::{adopt_orphans, end_programs};
pub use library::{LIBRARIES, Library};
pub use run::{Limits, Outcome, Output, programs_started, run};
pub use scratch::{Scratch, end_own_programs, scratch_within};
pub use tool::{
    LLC, LLC_14, LLC_16, LLC_19, LLI, LLVM_BCANALYZER, LLVM_DWARFDUMP, LLVM_OPT, LLVM_SPIRV, SPIRV_AS, SPIRV_DIS, SPIRV_OPT, SPIRV_VAL,
    TOOLS, Tool,
};
pub use version::library_version;
