//! The interface of a format for the oracles that every format has: its generator, its validator and its breakers.

use std::fmt::Display;

use arbitrary::Unstructured;
use irsmith_generators::{Breaker, Reduce};
use irsmith_rules::Violation;

use crate::Fault;

/// A format, for the oracles that every format has.
pub(crate) trait Format {
    /// The cases.
    type Case;
    /// The models of its cases.
    type Model: Clone + 'static;
    /// A place in a file, in violations.
    type At: Display;
    /// A place in a model, in violations.
    type Part: Display;
    /// The reductions of its models.
    type Reductions: Reduce<Model = Self::Model> + Default;
    /// The breakers of its rules.
    type Breaker: Breaks<Self::Model>;

    /// Returns the file of a case.
    fn bytes(case: &Self::Case) -> &[u8];

    /// Writes a model as a file.
    fn write(model: &Self::Model) -> Result<Vec<u8>, Fault>;

    /// Generates a model with the case as seed, or returns the skip reason: any bytes can be a seed, but unreadable bytes are not worth
    /// keeping for this.
    fn generated(case: &Self::Case) -> Result<Self::Model, &'static str>;

    /// Checks the properties that a generated model must have before it is validated.
    fn survives(model: &Self::Model) -> Result<(), Fault>;

    /// Returns the violations in a standalone model.
    fn violations(model: &Self::Model) -> Vec<Violation<Self::At, Self::Part>>;

    /// Returns the model of a case if it is valid and every rule can be checked on it; otherwise the skip reason.
    fn valid(case: &Self::Case) -> Result<&Self::Model, &'static str>;

    /// Returns the violations in the model of a case after a change.
    fn violations_in(_case: &Self::Case, model: &Self::Model) -> Vec<Violation<Self::At, Self::Part>> {
        Self::violations(model)
    }

    /// Returns every breaker.
    fn breakers() -> impl Iterator<Item = &'static Self::Breaker>;
}

/// A change of a valid model that breaks one rule.
pub(crate) trait Breaks<M>: 'static {
    /// Returns the id of the rule that is broken afterwards.
    fn rule(&self) -> &'static str;

    /// Returns its precondition and its effect, in a sentence.
    fn about(&self) -> &'static str;

    /// Breaks the rule at a place that `u` chooses. Returns whether there was such a place; if not, the model is unchanged.
    fn apply(&self, model: &mut M, u: &mut Unstructured<'_>) -> bool;
}

impl<M: 'static> Breaks<M> for Breaker<M> {
    fn rule(&self) -> &'static str {
        self.rule
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn apply(&self, model: &mut M, u: &mut Unstructured<'_>) -> bool {
        Self::apply(self, model, u)
    }
}
