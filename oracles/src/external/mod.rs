//! Implementations of other people. Programs are values of a [registry](implementations): found by name, run without a shell, in an empty
//! folder, with limits. Rust code that is linked in is [plugged in](plug_in) by a trait. The crates that every build uses are listed here
//! too.
//!
//! A missing program is reported ([`Implementation::find`] returns `None`), never a pass.

mod ask;
mod batch;
mod class;
mod configuration;
mod confine;
mod entry;
mod family;
mod fault;
mod frames;
mod function_name;
mod implementation;
mod interned;
mod leftover;
mod library;
mod linked;
mod record;
mod registry;
mod run;
mod scratch;
mod version;
mod version_range;
mod watch;

pub(crate) use ask::{Answer, Crash, Trouble, ask, fail, fail_on, not_started};
pub(crate) use batch::in_halves;
pub(crate) use class::class;
pub use configuration::{CONFIGURATION_FILE, Configuration, ConfigurationText};
pub use confine::is_confined;
pub use entry::ConfigurationError;
pub(crate) use entry::Source;
pub use family::{ProgramFamily, Role, Task};
pub(crate) use implementation::numbers;
pub use implementation::{Implementation, is_dialect_file};
pub(crate) use interned::interned;
pub use leftover::{adopt_orphans, end_programs};
pub use library::{LIBRARIES, Library};
pub use linked::{About, Linked, Objection, linked, linked_version, plug_in};
pub(crate) use linked::{Request, ask_linked};
pub use record::{RanCommand, record_commands, take_commands};
pub use registry::{check_named, configuration, configure, implementation, implementations, in_use};
pub use run::{Limits, Outcome, Output, programs_started, run, run_in};
pub use scratch::{Scratch, end_own_programs, scratch_within, stay_if_ending};
pub use version::library_version;
pub use version_range::VersionRange;
