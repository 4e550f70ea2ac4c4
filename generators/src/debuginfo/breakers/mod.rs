//! Breakers: each takes a valid module and breaks one rule of the format on purpose.
//!
//! A validator that accepts what a breaker made has lost the rule. Breakers are written from the sentences of the specifications and share
//! nothing with the validator. What a breaker does may break further rules, as an operand that names itself also comes too early; the rule of
//! the breaker is broken in any case. A breaker draws nothing but its place, and what to put there, and where it finds no place the
//! module stays as it was.

mod draft;
mod graph;
mod literals;
mod operands;
mod places;
mod program;

use irsmith_debuginfo::Module;

/// A way to break a rule of the format.
pub type Breaker = crate::Breaker<Module>;

/// Every breaker, grouped by what it changes.
pub fn breakers() -> impl Iterator<Item = &'static Breaker> {
    [program::BREAKERS, places::BREAKERS, operands::BREAKERS, literals::BREAKERS, graph::BREAKERS].into_iter().flatten()
}
