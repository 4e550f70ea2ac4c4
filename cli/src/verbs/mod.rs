//! One file a verb.

mod fuzz;

pub(crate) use fuzz::Fuzz;
