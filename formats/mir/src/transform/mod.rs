//! Changes of whole functions: what stands in many places at once is changed in all of them.

mod numbers;

pub use numbers::{Number, Space, numbers};
