//! Changes that preserve a module's program: stripping or replacing debug instructions, renaming ids.
//!
//! The specification guarantees (chapter 2, *Binary Form*) that all debug instructions can be removed at once, and that one can be removed
//! if the references to it become references to a DebugInfoNone.

mod ids;
mod strip;
mod substitute;

pub use ids::{RenameError, compact, for_each_id, for_each_id_mut, rename};
pub(crate) use strip::annotated;
pub use strip::{ANNOTATIONS, drop_annotations, strip};
pub use substitute::substitute;
