//! Shared code of the breakers of all formats: a model that is being broken, and the row of a way to break it.

use crate::Choices;
use arbitrary::Unstructured;

/// A model and the draws that choose where it is broken.
pub(crate) struct Draft<'a, 'u, M> {
    pub(crate) model: &'a mut M,
    pub(crate) choices: Choices<'a, 'u>,
}

impl<M> Draft<'_, '_, M> {
    /// Draws one of some items; `None` if there are none.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.choices.pick(items).copied()
    }
}

/// A way to break a rule.
#[derive(Debug)]
pub struct Breaker<M> {
    /// Id of the rule that is broken afterwards.
    pub rule: &'static str,
    /// The precondition and its effect, in a sentence.
    pub about: &'static str,
    /// Breaks the rule; returns `None`, and leaves the model unchanged, if there is no place for it.
    pub(crate) change: fn(&mut Draft<'_, '_, M>) -> Option<()>,
}

// Derived, these would require the same of the model.
impl<M> Clone for Breaker<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Breaker<M> {}

impl<M> Breaker<M> {
    /// Breaks the rule in a valid model, at a place that `u` chooses. Returns whether there was such a place; if not, the model is
    /// unchanged.
    ///
    /// In an invalid model it makes some change, and never panics.
    pub fn apply(&self, model: &mut M, u: &mut Unstructured<'_>) -> bool {
        (self.change)(&mut Draft { model, choices: Choices::new(u) }).is_some()
    }
}
