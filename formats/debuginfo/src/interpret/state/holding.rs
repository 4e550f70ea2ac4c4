//! The state at an instruction.

use super::{Binding, BindingKind, Change, Variable};
use crate::Id;
use std::collections::BTreeMap;

/// An active scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveScope {
    /// The scope.
    pub scope: Id,
    /// The DebugInlinedAt, if its code was inlined; [`super::chain`] returns the levels.
    pub inlined_at: Option<Id>,
}

/// The state at an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The active scope.
    pub scope: Option<ActiveScope>,
    declares: Bindings,
    values: Bindings,
}

/// Bindings of one kind. No two of a variable have a common bit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bindings(BTreeMap<(Variable, u64), Binding>);

impl Bindings {
    /// Ends the bindings that have a common bit with a new one.
    fn end(&mut self, new: &Binding) {
        let (first, behind) = new.range();
        // A binding that begins earlier may overlap the new one. There is at most one such, because they are disjoint.
        let earlier = self.0.range((new.variable, 0)..(new.variable, first)).next_back().map(|(key, old)| (*key, old.range().1));
        if let Some((key, _)) = earlier.filter(|(_, end)| *end > first) {
            self.0.remove(&key);
        }
        while let Some((&key, _)) = self.0.range((new.variable, first)..(new.variable, behind)).next() {
            self.0.remove(&key);
        }
    }

    fn insert(&mut self, binding: &Binding) {
        self.0.insert((binding.variable, binding.range().0), binding.clone());
    }

    /// Returns whether a binding of exactly these bits, or of all, is among them.
    fn hides(&self, other: &Binding) -> bool {
        let found = |first| self.0.get(&(other.variable, first));
        found(other.range().0).is_some_and(|binding| binding.bits == other.bits) || found(0).is_some_and(|binding| binding.bits.is_none())
    }
}

impl State {
    /// Returns the current bindings of variables. A DebugDeclare does not count while a DebugValue of the same bits, or of the whole
    /// variable, is valid; if one is valid for other, overlapping bits, both are returned, and the value counts for those bits.
    pub fn bindings(&self) -> impl Iterator<Item = &Binding> {
        self.declares.0.values().filter(|declare| !self.values.hides(declare)).chain(self.values.0.values())
    }

    /// Applies a change. The cost of a change of bindings is the logarithm of their number, plus the ended ones.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Scope(scope) => self.scope = *scope,
            Change::Bind(binding) => {
                self.values.end(binding);
                match binding.kind {
                    BindingKind::Value => self.values.insert(binding),
                    BindingKind::Declare => {
                        self.declares.end(binding);
                        self.declares.insert(binding);
                    }
                }
            }
            Change::BlockEnd => {
                self.scope = None;
                self.values.0.clear();
            }
        }
    }
}
