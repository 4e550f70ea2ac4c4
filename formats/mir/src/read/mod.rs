//! Text to the model; one file per construct, with the same names as in `write`.
//!
//! `container` reads the YAML, `body` the embedded language, and both report to one list of errors. [`File::read`](crate::File::read) and
//! [`body::parse`](crate::body::parse) are the entry points.

mod body;
mod bytes;
mod container;
mod lexer;
mod token;

pub(crate) use body::read_body;
pub use container::ContainerError;
pub(crate) use container::truth;
