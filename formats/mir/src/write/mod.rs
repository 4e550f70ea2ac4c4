//! The model to text.

mod append;
mod body;
mod container;
mod dialect;

pub(crate) use body::write_body;
pub use container::Style;
