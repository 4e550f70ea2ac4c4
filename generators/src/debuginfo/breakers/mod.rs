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

use crate::Choices;
use arbitrary::Unstructured;
use draft::Draft;
use irsmith_debuginfo::Module;

/// A way to break a rule.
#[derive(Clone, Copy, Debug)]
pub struct Breaker {
    /// Id of the rule that is broken afterwards.
    pub rule: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Does it; `None` where there is no place for it, and the module unchanged.
    change: fn(&mut Draft<'_, '_>) -> Option<()>,
}

impl Breaker {
    /// Breaks the rule in a valid module, at a place that `u` chooses. Returns whether there was one; if not, the module is unchanged.
    ///
    /// In modules that are not valid the effect is some change, never a panic.
    pub fn apply(&self, module: &mut Module, u: &mut Unstructured<'_>) -> bool {
        (self.change)(&mut Draft { module, choices: Choices::new(u) }).is_some()
    }
}

/// Every breaker, grouped by what it changes.
pub fn breakers() -> impl Iterator<Item = &'static Breaker> {
    [program::BREAKERS, places::BREAKERS, operands::BREAKERS, literals::BREAKERS, graph::BREAKERS].into_iter().flatten()
}
