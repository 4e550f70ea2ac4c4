//! Oracles over PNaCl modules.

mod bcanalyzer;
mod bitstream_crate;
mod broken_bits;
mod broken_is_refused;
mod broken_records;
mod broken_text;
mod callable;
mod case;
mod changed_operands;
mod codec;
mod command;
mod cost;
mod difference;
mod engine;
mod exec_changed;
mod exec_cranelift;
mod exec_defined;
mod exec_llvm;
mod exec_mir;
mod exec_mir_interpreted;
mod exec_traced;
mod exec_wasmi;
pub mod execution;
mod fixpoint;
mod format;
mod generated_is_valid;
mod generated_roundtrip;
mod limits_exact;
mod llvm_dialect;
mod model_roundtrip;
mod other_abbreviations;
mod places;
mod printed_again;
mod read_any;
mod recorded;
mod recorded_ends;
mod recorded_errors;
mod recorded_rules;
mod records_roundtrip;
mod records_text;
mod renumbered;
mod reversed;
mod rewrite;
mod runtime;
mod spelled_values;
mod text_roundtrip;
mod walked;

pub use bcanalyzer::BCANALYZER;
pub use bitstream_crate::{BITSTREAM_CRATE, BITSTREAM_CRATE_REWRITTEN};
pub use broken_bits::BROKEN_BITS;
pub use broken_is_refused::BROKEN_IS_REFUSED;
pub use broken_records::BROKEN_RECORDS;
pub use broken_text::BROKEN_TEXT;
pub use case::Case;
pub use changed_operands::CHANGED_OPERANDS;
pub use command::{COMMAND_ACCEPTS, COMMAND_EXECUTES, COMMAND_READS, COMMAND_REWRITES, COMMAND_TRANSFORMS};
pub use cost::COST;
pub use difference::{module_difference, stream_difference};
pub use engine::{EXEC_PLUGGED_IN, Interpreted, Programs, Wasmi};
pub use exec_changed::EXEC_CHANGED;
pub use exec_cranelift::EXEC_CRANELIFT;
pub use exec_defined::EXEC_DEFINED;
pub use exec_llvm::{
    EXEC_GLOBAL_ISEL_O0, EXEC_GLOBAL_ISEL_O2, EXEC_LLC_O0, EXEC_LLC_O2, EXEC_LLC_UNGUARDED, EXEC_LLVM_O0, EXEC_LLVM_O2, EXEC_LLVM_UNGUARDED,
};
pub use exec_mir::{EXEC_MIR_AARCH64, EXEC_MIR_X86_64};
pub use exec_mir_interpreted::EXEC_MIR_INTERPRETED;
pub use exec_traced::EXEC_TRACED;
pub use exec_wasmi::EXEC_WASMI;
pub use fixpoint::FIXPOINT;
pub use generated_is_valid::GENERATED_IS_VALID;
pub use generated_roundtrip::GENERATED_ROUNDTRIP;
pub use limits_exact::LIMITS_EXACT;
pub use model_roundtrip::MODEL_ROUNDTRIP;
pub use other_abbreviations::OTHER_ABBREVIATIONS;
pub use places::PLACES;
pub use printed_again::PRINTED_AGAIN;
pub use read_any::READ_ANY;
pub use recorded::RECORDED;
pub use recorded_errors::RECORDED_ERRORS;
pub use recorded_rules::RECORDED_RULES;
pub use records_roundtrip::RECORDS_ROUNDTRIP;
pub use records_text::RECORDS_TEXT;
pub use renumbered::VALIDITY_RENUMBERED;
pub use rewrite::REWRITE;
pub use runtime::RUNTIME;
pub use spelled_values::VALUES_SPELLED;
pub use text_roundtrip::TEXT_ROUNDTRIP;
pub use walked::WALKED;

/// An oracle over PNaCl cases.
pub type Oracle = crate::Oracle<Case>;

/// All oracles of the format that need nothing outside the process, and those that do.
pub const ORACLES: &[Oracle] = &[
    READ_ANY,
    REWRITE,
    RECORDS_ROUNDTRIP,
    MODEL_ROUNDTRIP,
    GENERATED_ROUNDTRIP,
    FIXPOINT,
    TEXT_ROUNDTRIP,
    CHANGED_OPERANDS,
    RECORDS_TEXT,
    PRINTED_AGAIN,
    OTHER_ABBREVIATIONS,
    GENERATED_IS_VALID,
    BROKEN_IS_REFUSED,
    RECORDED_RULES,
    RECORDED_ERRORS,
    PLACES,
    BROKEN_BITS,
    BROKEN_RECORDS,
    BROKEN_TEXT,
    WALKED,
    LIMITS_EXACT,
    COST,
    RUNTIME,
    RECORDED,
    VALIDITY_RENUMBERED,
    BITSTREAM_CRATE,
    BITSTREAM_CRATE_REWRITTEN,
    EXEC_WASMI,
    EXEC_CRANELIFT,
    EXEC_CHANGED,
    EXEC_DEFINED,
    EXEC_TRACED,
    VALUES_SPELLED,
    EXEC_MIR_INTERPRETED,
    BCANALYZER,
    EXEC_LLVM_O0,
    EXEC_LLVM_O2,
    EXEC_LLVM_UNGUARDED,
    EXEC_MIR_X86_64,
    EXEC_MIR_AARCH64,
    EXEC_LLC_O0,
    EXEC_LLC_O2,
    EXEC_LLC_UNGUARDED,
    EXEC_GLOBAL_ISEL_O0,
    EXEC_GLOBAL_ISEL_O2,
    COMMAND_ACCEPTS,
    COMMAND_EXECUTES,
    COMMAND_READS,
    COMMAND_REWRITES,
    COMMAND_TRANSFORMS,
    EXEC_PLUGGED_IN,
];

/// Skip reason: the bytes are not a readable stream of records.
pub const UNREADABLE: &str = "unreadable";
/// Skip reason: the records are not a readable module.
pub const NO_MODULE: &str = "no-module";
