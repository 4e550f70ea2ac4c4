//! Removes permitted differences between two prints of the same functions by llc, so that the rest can be compared.

mod text;

pub use text::{STEPS, Step, text, without_comments};
