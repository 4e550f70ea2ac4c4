//! Text to the model; one file per construct, under the names of `write`.
//!
//! `container` reads the YAML, `body` the language within, and both report to one list of errors. [`File::read`](crate::File::read) and
//! [`body::parse`](crate::body::parse) are the ways in.

mod body;
mod bytes;
mod container;
mod lexer;
mod token;

pub(crate) use body::read_body;
pub use container::ContainerError;
pub(crate) use container::truth;
