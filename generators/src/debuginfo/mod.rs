//! SPIR-V modules with debug information: mutated, spliced, reduced.

mod edit;
mod mutate;
mod reduce;
mod splice;
mod words;

pub use mutate::{MUTATIONS, Mutation, mutate};
pub use reduce::{Pass, Reductions, size};
pub use splice::splice;
pub use words::{WORD_MUTATIONS, WordMutation, mutate_words};
