//! Text to the model.

mod body;
mod lexer;
mod token;

pub(crate) use body::read_body;
