//! The model to text.

mod append;
mod body;
mod container;

pub(crate) use body::write_body;
pub use container::Style;
