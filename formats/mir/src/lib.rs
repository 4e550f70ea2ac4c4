//! LLVM Machine IR: reading, writing and judging `.mir` files.
//!
//! The crate knows nothing of fuzzing and stands on its own. A file is text of two languages: YAML documents, one a machine function,
//! and in each a body in a language of its own. [`File`] is the model of both; the IR module that a file embeds stays text.
//!
//! Round trips, exactly: `File::read(f.write()) == f` for every model that can be written; `f.write()` of a file that was read is a
//! fixpoint. Comments are the only thing dropped.
//!
//! Sources: *the reference* in comments is LLVM's Machine IR Format Reference Manual; *llc* is what llc 14, 16 and 19 were seen to read, print
//! and refuse, which decides where the reference is silent or old.

pub mod body;
pub mod canonical;
mod dialect;
mod error;
pub mod ir;
mod limits;
pub mod model;
mod read;
mod run_line;
pub mod tables;
pub mod transform;
mod triple;
pub mod validate;
mod write;

pub use dialect::{Dialect, Loss, UnknownDialect};
pub use error::{Error, ErrorKind, Older, OlderSpelling};
pub use limits::Limits;
pub use model::*;
pub use read::ContainerError;
pub use run_line::RunLine;
pub use write::Style;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/mir.md")]
mod book {}
