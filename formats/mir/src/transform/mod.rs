//! Changes of whole functions: things that occur in several places are changed in all of them.

mod numbers;

pub use numbers::{Number, Space, numbers};
