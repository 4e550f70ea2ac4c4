//! Oracles over SPIR-V modules with debug information.

mod at_edges;
mod broken_is_refused;
mod broken_text;
mod case;
mod codec;
mod command;
mod cost;
mod dialects;
mod difference;
mod expressions;
mod format;
mod generated_expressions;
mod generated_is_valid;
pub mod gimli;
mod malformed;
mod model_roundtrip;
mod read_any;
mod recorded_errors;
mod recorded_reports;
mod recorded_rules;
mod respelled;
mod rewrite;
mod rspirv;
mod shader_lines;
mod shader_program;
mod state;
mod state_by_definition;
mod stripped;
mod substituted;
mod text_roundtrip;
mod tools;

pub use at_edges::AT_EDGES;
pub use broken_is_refused::BROKEN_IS_REFUSED;
pub use broken_text::BROKEN_TEXT;
pub use case::Case;
pub use command::{COMMAND_ACCEPTS, COMMAND_READS, COMMAND_REWRITES, COMMAND_TRANSFORMS};
pub use cost::COST;
pub use dialects::DIALECTS;
pub use difference::module_difference;
pub use expressions::EXPRESSIONS;
pub use generated_expressions::GENERATED_EXPRESSIONS;
pub use generated_is_valid::GENERATED_IS_VALID;
pub use malformed::MALFORMED;
pub use model_roundtrip::MODEL_ROUNDTRIP;
pub use read_any::READ_ANY;
pub use recorded_errors::RECORDED_ERRORS;
pub use recorded_reports::RECORDED_REPORTS;
pub use recorded_rules::RECORDED_RULES;
pub use respelled::RESPELLED;
pub use rewrite::REWRITE;
pub use rspirv::RSPIRV;
pub use shader_lines::SHADER_LINES;
pub use state::STATE;
pub use state_by_definition::STATE_BY_DEFINITION;
pub use stripped::STRIPPED;
pub use substituted::SUBSTITUTED;
pub use text_roundtrip::TEXT_ROUNDTRIP;
pub use tools::{LLVM_DWARFDUMP, LLVM_SPIRV, SPIRV_AS, SPIRV_DIS, SPIRV_OPT, SPIRV_VAL, accepted_by_spirv_val};

/// An oracle over SPIR-V cases.
pub type Oracle = crate::Oracle<Case>;

/// All oracles of the format that need nothing outside the process, and those that do.
pub const ORACLES: &[Oracle] = &[
    READ_ANY,
    REWRITE,
    MODEL_ROUNDTRIP,
    MALFORMED,
    COST,
    TEXT_ROUNDTRIP,
    BROKEN_TEXT,
    RESPELLED,
    GENERATED_IS_VALID,
    BROKEN_IS_REFUSED,
    RECORDED_RULES,
    RECORDED_ERRORS,
    RECORDED_REPORTS,
    AT_EDGES,
    DIALECTS,
    SHADER_LINES,
    STRIPPED,
    SUBSTITUTED,
    EXPRESSIONS,
    GENERATED_EXPRESSIONS,
    STATE,
    STATE_BY_DEFINITION,
    RSPIRV,
    SPIRV_DIS,
    SPIRV_AS,
    SPIRV_VAL,
    SPIRV_OPT,
    LLVM_SPIRV,
    LLVM_DWARFDUMP,
    COMMAND_ACCEPTS,
    COMMAND_READS,
    COMMAND_REWRITES,
    COMMAND_TRANSFORMS,
];

/// Skip reason: the bytes are not a stream of instructions.
pub const UNREADABLE: &str = "unreadable";
/// Skip reason: the module has no debug instruction.
pub const NO_DEBUG_INSTRUCTION: &str = "no-debug-instruction";
/// Skip reason: our validator rejects the module.
pub const INVALID: &str = "invalid";
