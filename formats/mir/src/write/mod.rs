//! The model to text; one file per construct, with the same names as in `read`.
//!
//! `container` writes the YAML in a [`Style`], `body` the embedded language, `dialect` text for an older release.
//! [`File::write`](crate::File::write) and [`body::print`](crate::body::print) are the entry points.

mod append;
mod body;
mod container;
mod dialect;

pub(crate) use body::write_body;
pub use container::Style;
