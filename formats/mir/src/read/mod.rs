//! Text to the model.

mod body;
mod bytes;
mod container;
mod lexer;
mod token;

pub(crate) use body::read_body;
pub use container::ContainerError;
pub(crate) use container::truth;
