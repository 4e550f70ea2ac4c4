//! What breakers of all formats share: a model on its way to being broken, and the row of a way to break it.

use crate::Choices;
use arbitrary::Unstructured;

/// A model and the draws that choose where it breaks.
pub(crate) struct Draft<'a, 'u, M> {
    pub(crate) model: &'a mut M,
    pub(crate) choices: Choices<'a, 'u>,
}

impl<M> Draft<'_, '_, M> {
    /// One of some items; `None` of none.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.choices.pick(items).copied()
    }
}

/// A way to break a rule.
#[derive(Debug)]
pub struct Breaker<M> {
    /// Id of the rule that is broken afterwards.
    pub rule: &'static str,
    /// What it needs and what it does, in a sentence.
    pub about: &'static str,
    /// Does it; `None` where there is no place for it, and the model unchanged.
    pub(crate) change: fn(&mut Draft<'_, '_, M>) -> Option<()>,
}

// Derived, these would ask the same of the model.
impl<M> Clone for Breaker<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Breaker<M> {}

impl<M> Breaker<M> {
    /// Breaks the rule in a valid model, at a place that `u` chooses. Returns whether there was one; if not, the model is unchanged.
    ///
    /// In models that are not valid the effect is some change, never a panic.
    pub fn apply(&self, model: &mut M, u: &mut Unstructured<'_>) -> bool {
        (self.change)(&mut Draft { model, choices: Choices::new(u) }).is_some()
    }
}
