//! Text to the model.

mod body;

pub(crate) use body::read_body;
