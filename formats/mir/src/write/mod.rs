//! The model to text.

mod body;
mod container;

pub(crate) use body::write_body;
pub use container::Style;
