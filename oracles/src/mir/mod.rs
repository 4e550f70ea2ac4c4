//! Oracles over files of Machine IR.

mod case;
mod difference;
mod read_any;
mod roundtrip;
mod split;

pub use case::Case;
pub use difference::{Difference, file_difference};
pub use read_any::READ_ANY;
pub use roundtrip::ROUNDTRIP;
pub use split::SPLIT;

/// An oracle over files of Machine IR.
pub type Oracle = crate::Oracle<Case>;

/// All oracles of the format that need nothing outside the process, and those that do.
pub const ORACLES: &[Oracle] = &[READ_ANY, ROUNDTRIP, SPLIT];

/// Skip reason: the file cannot be read.
pub const UNREADABLE: &str = "unreadable";
/// Skip reason: the file has no function.
pub const NO_FUNCTION: &str = "no-function";
