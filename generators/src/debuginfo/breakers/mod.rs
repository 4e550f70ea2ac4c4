//! Breakers: each takes a valid module and deliberately breaks one rule of the format.
//!
//! A validator that accepts the result of a breaker does not check the rule. Breakers are written from the sentences of the specifications
//! and share no code with the validator. A breaker may also break further rules: for example, an operand that names its own instruction
//! also comes too early. The breaker's own rule is broken in any case. A breaker draws only the place and the inserted content; if it finds
//! no place, the module stays unchanged.

mod draft;
mod edges;
mod graph;
mod literals;
mod names;
mod operands;
mod places;
mod program;
mod shader;

use irsmith_debuginfo::Module;

pub use edges::{At, Edge, edges};
pub use names::{Renamed, rename};

/// A way to break a rule of the format.
pub type Breaker = crate::Breaker<Module>;

/// Every breaker, grouped by what it changes.
pub fn breakers() -> impl Iterator<Item = &'static Breaker> {
    [program::BREAKERS, places::BREAKERS, operands::BREAKERS, literals::BREAKERS, graph::BREAKERS, shader::BREAKERS].into_iter().flatten()
}
