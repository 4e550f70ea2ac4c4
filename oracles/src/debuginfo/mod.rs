//! Oracles over SPIR-V modules with debug information.

mod case;
mod dialects;
mod difference;
mod model_roundtrip;
mod read_any;
mod rewrite;
mod rspirv;
mod stripped;

pub use case::Case;
pub use dialects::DIALECTS;
pub use difference::{Difference, module_difference};
pub use model_roundtrip::MODEL_ROUNDTRIP;
pub use read_any::READ_ANY;
pub use rewrite::REWRITE;
pub use rspirv::RSPIRV;
pub use stripped::STRIPPED;

/// An oracle over SPIR-V cases.
pub type Oracle = crate::Oracle<Case>;

/// All oracles of the format.
pub const ORACLES: &[Oracle] = &[READ_ANY, REWRITE, MODEL_ROUNDTRIP, DIALECTS, STRIPPED, RSPIRV];

/// Skip reason: the bytes are no stream of instructions.
pub const UNREADABLE: &str = "unreadable";
/// Skip reason: the module has no debug instruction.
pub const NO_DEBUG_INSTRUCTION: &str = "no-debug-instruction";
//! Oracles on SPIR-V debug information.
pub mod gimli;
