//! What the oracles that every format has ask of a format: its generator, its validator and its breakers.

use std::fmt::Display;

use arbitrary::Unstructured;
use irsmith_generators::Breaker;
use irsmith_rules::Violation;

use crate::Fault;

/// A format, for the oracles that every format has.
pub(crate) trait Format {
    /// Its cases.
    type Case;
    /// What its cases mean.
    type Model: Clone + 'static;
    /// Where in a file its validator finds violations.
    type At: Display;
    /// Where in a model.
    type Part: Display;
    /// The changes that break its rules.
    type Breaker: Breaks<Self::Model>;

    /// The file of a case.
    fn bytes(case: &Self::Case) -> &[u8];

    /// A model generated with the case as seed, or why an oracle must skip: any bytes are a seed, but those that cannot be read are not
    /// worth keeping for it.
    fn generated(case: &Self::Case) -> Result<Self::Model, &'static str>;

    /// What must hold of a generated model before the validator is asked.
    fn survives(model: &Self::Model) -> Result<(), Fault>;

    /// What the validator says of a model that stands for itself.
    fn violations(model: &Self::Model) -> Vec<Violation<Self::At, Self::Part>>;

    /// The model of a case if it is valid, and the validator is to be held to every rule; or why an oracle must skip.
    fn valid(case: &Self::Case) -> Result<&Self::Model, &'static str>;

    /// What the validator says of the model of a case after a change.
    fn violations_in(_case: &Self::Case, model: &Self::Model) -> Vec<Violation<Self::At, Self::Part>> {
        Self::violations(model)
    }

    /// Every change that breaks a rule.
    fn breakers() -> impl Iterator<Item = &'static Self::Breaker>;
}

/// A change of a valid model that breaks one rule.
pub(crate) trait Breaks<M>: 'static {
    /// Id of the rule that is broken afterwards.
    fn rule(&self) -> &'static str;

    /// What it needs and what it does, in a sentence.
    fn about(&self) -> &'static str;

    /// Breaks the rule at a place that `u` chooses. Returns whether there was one; if not, the model is unchanged.
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
