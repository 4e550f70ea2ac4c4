//! The model to text; one file per construct, under the names of `read`.
//!
//! `container` writes the YAML in a [`Style`], `body` the language within, `dialect` what an older release reads.
//! [`File::write`](crate::File::write) and [`body::print`](crate::body::print) are the ways in.

mod append;
mod body;
mod container;
mod dialect;

pub(crate) use body::write_body;
pub use container::Style;
