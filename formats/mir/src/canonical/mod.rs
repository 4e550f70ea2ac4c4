//! What may differ between two prints of the same functions by llc, made the same, so that the rest can be compared.

mod text;

pub use text::{STEPS, Step, text, without_comments};
