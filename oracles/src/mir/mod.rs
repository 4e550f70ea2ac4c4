//! Oracles over files of Machine IR.

mod at_limits;
mod broken_is_refused;
mod calibration;
mod case;
mod codec;
mod command;
mod defaults;
mod dialect_file;
mod difference;
mod exec;
pub mod execution;
mod format;
mod generated_is_valid;
mod identities;
mod ir_remade;
mod misspelled;
mod read_any;
mod renumbered;
mod respelled;
mod roundtrip;
mod split;
mod tools;

pub use at_limits::AT_LIMITS;
pub use broken_is_refused::BROKEN_IS_REFUSED;
pub use calibration::{Calibrated, Tally, calibrate};
pub use case::Case;
pub use command::{COMMAND_ACCEPTS, COMMAND_READS, COMMAND_REWRITES, COMMAND_TRANSFORMS};
pub use defaults::DEFAULTS;
pub use dialect_file::{DialectFile, check_dialect_files, dialect_named};
pub use difference::file_difference;
pub use exec::EXEC_REWRITTEN;
pub use generated_is_valid::GENERATED_IS_VALID;
pub use ir_remade::IR_REMADE;
pub use misspelled::MISSPELLED;
pub use read_any::READ_ANY;
pub use renumbered::RENUMBERED;
pub use respelled::RESPELLED;
pub use roundtrip::ROUNDTRIP;
pub use split::SPLIT;
pub use tools::{LLC_ACCEPTS, LLC_AGAIN, LLC_KEEPS, LLC_PASSES, LLC_PRINTS, LLC_VERSIONS, accepted_by_llc, llc_verdicts, pinned};

/// An oracle over files of Machine IR.
pub type Oracle = crate::Oracle<Case>;

/// All oracles of the format that need nothing outside the process, and those that do.
pub const ORACLES: &[Oracle] = &[
    READ_ANY,
    ROUNDTRIP,
    MISSPELLED,
    RESPELLED,
    AT_LIMITS,
    GENERATED_IS_VALID,
    BROKEN_IS_REFUSED,
    RENUMBERED,
    DEFAULTS,
    IR_REMADE,
    SPLIT,
    EXEC_REWRITTEN,
    LLC_ACCEPTS,
    LLC_AGAIN,
    LLC_PRINTS,
    LLC_KEEPS,
    LLC_VERSIONS,
    LLC_PASSES,
    COMMAND_ACCEPTS,
    COMMAND_READS,
    COMMAND_REWRITES,
    COMMAND_TRANSFORMS,
];

/// Skip reason: the file cannot be read.
pub const UNREADABLE: &str = "unreadable";
/// Skip reason: the file has no function.
pub const NO_FUNCTION: &str = "no-function";
/// Skip reason: the file embeds no module.
pub const NO_MODULE: &str = "no-embedded-module";
/// Skip reason: the file is for a target of which we know only the names.
pub const NO_TABLES: &str = "no-tables";
/// Skip reason: our validator rejects the file.
pub const INVALID: &str = "invalid";
