//! The model to text.

mod body;

pub(crate) use body::write_body;
