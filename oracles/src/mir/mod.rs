//! Oracles over files of Machine IR.

mod at_edges;
mod at_limits;
mod broken_is_refused;
mod calibration;
mod canonical_text;
mod case;
mod codec;
mod command;
mod container_respelled;
mod cost;
mod defaults;
mod dialect_file;
mod difference;
mod exec;
pub mod execution;
mod format;
mod generated_is_valid;
mod identities;
mod ir_named;
mod ir_remade;
mod lines;
mod misspelled;
mod older_spelled;
mod operands;
mod read_any;
mod recorded_errors;
mod recorded_reports;
mod recorded_rules;
mod renumbered;
mod respelled;
mod roundtrip;
mod run_lines;
mod split;
mod target_of_words;
mod tools;
mod written_for_releases;

pub use at_edges::AT_EDGES;
pub use at_limits::AT_LIMITS;
pub use broken_is_refused::BROKEN_IS_REFUSED;
pub use calibration::{Calibrated, Tally, calibrate};
pub use canonical_text::CANONICAL_TEXT;
pub use case::Case;
pub use command::{COMMAND_ACCEPTS, COMMAND_EXECUTES, COMMAND_READS, COMMAND_REWRITES, COMMAND_TRANSFORMS};
pub use container_respelled::CONTAINER_RESPELLED;
pub use cost::COST;
pub use defaults::DEFAULTS;
pub use dialect_file::{DialectFile, check_dialect_files, dialect_named};
pub use difference::file_difference;
pub use exec::{
    EXEC_AARCH64, EXEC_DEFINED, EXEC_PASSES, EXEC_RESHAPED, EXEC_REWRITTEN, EXEC_X86_64, EXECUTIONS_RECORDED, JudgedCalls, KnownCalls,
    LITERALS_SPELLED, REGISTERS_OVERLAP, VALUES_SPELLED, judge_calls, judge_passes, passes_of, reshaped,
};
pub use generated_is_valid::GENERATED_IS_VALID;
pub use ir_named::IR_NAMED;
pub use ir_remade::IR_REMADE;
pub use misspelled::MISSPELLED;
pub use older_spelled::OLDER_SPELLED;
pub use read_any::READ_ANY;
pub use recorded_errors::RECORDED_ERRORS;
pub use recorded_reports::RECORDED_REPORTS;
pub use recorded_rules::RECORDED_RULES;
pub use renumbered::RENUMBERED;
pub use respelled::RESPELLED;
pub use roundtrip::ROUNDTRIP;
pub use run_lines::RUN_LINES;
pub use split::SPLIT;
pub use target_of_words::TARGET_OF_WORDS;
pub use tools::{LLC_ACCEPTS, LLC_AGAIN, LLC_KEEPS, LLC_PASSES, LLC_PRINTS, LLC_VERSIONS, accepted_by_llc, llc_verdicts, pinned};
pub use written_for_releases::WRITTEN_FOR_RELEASES;

/// An oracle over files of Machine IR.
pub type Oracle = crate::Oracle<Case>;

/// All oracles of the format that need nothing outside the process, and those that do.
pub const ORACLES: &[Oracle] = &[
    READ_ANY,
    ROUNDTRIP,
    MISSPELLED,
    OLDER_SPELLED,
    RUN_LINES,
    RESPELLED,
    CONTAINER_RESPELLED,
    AT_LIMITS,
    COST,
    GENERATED_IS_VALID,
    BROKEN_IS_REFUSED,
    RECORDED_RULES,
    RECORDED_ERRORS,
    RECORDED_REPORTS,
    AT_EDGES,
    RENUMBERED,
    CANONICAL_TEXT,
    DEFAULTS,
    IR_NAMED,
    IR_REMADE,
    SPLIT,
    WRITTEN_FOR_RELEASES,
    TARGET_OF_WORDS,
    EXEC_REWRITTEN,
    EXEC_RESHAPED,
    EXEC_DEFINED,
    VALUES_SPELLED,
    LITERALS_SPELLED,
    REGISTERS_OVERLAP,
    EXECUTIONS_RECORDED,
    EXEC_X86_64,
    EXEC_AARCH64,
    EXEC_PASSES,
    LLC_ACCEPTS,
    LLC_AGAIN,
    LLC_PRINTS,
    LLC_KEEPS,
    LLC_VERSIONS,
    LLC_PASSES,
    COMMAND_ACCEPTS,
    COMMAND_EXECUTES,
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
/// Skip reason: the llc was built without the target of the case.
pub const TARGET_LACKING: &str = "llc-lacks-target";
/// Skip reason: our validator rejects the file.
pub const INVALID: &str = "invalid";

/// Returns whether an llc says that it was built without the target.
pub(crate) fn is_without_target(message: &str) -> bool {
    message.contains("error: unable to get target for ")
}
