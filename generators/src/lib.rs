//! Makes cases: generators, mutators, splices and reductions, one folder per format.

mod choices;
pub mod pnacl;
mod seed;

pub use choices::Choices;
pub use seed::{BYTES_OF_CASE, SplitMix64, bytes_of_seed};
