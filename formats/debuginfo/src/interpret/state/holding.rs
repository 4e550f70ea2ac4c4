//! The state at an instruction.

use super::{Binding, BindingKind, Change, Path, Variable};
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

/// Bindings of one kind. No two of a variable are about a common bit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bindings(BTreeMap<Key, Binding>);

/// The variable, the path from it to a part, and the first bit there.
type Key = (Variable, Path, u64);

impl Bindings {
    /// Ends the bindings that are about a common bit with a new one.
    fn end(&mut self, new: &Binding) {
        let (first, behind) = new.range();
        let key = |path: &Path, bit| (new.variable, path.clone(), bit);
        let start = key(&new.path, first);
        // Of the bindings before the new one, only the last may be about a common bit: it may be about a part that contains this part,
        // or begin at an earlier bit of the same part. Any between both would be in that part too, but the bindings are disjoint.
        while let Some((old, binding)) = self.0.range(key(&Path::new(), 0)..start.clone()).next_back()
            && new.path.starts_with(&old.1)
            && (new.path.len() > old.1.len() || binding.range().1 > first)
        {
            let old = old.clone();
            self.0.remove(&old);
        }
        while let Some((old, _)) = self.0.range(start.clone()..key(&new.path, behind)).next() {
            let old = old.clone();
            self.0.remove(&old);
        }
        // Parts of this part come after all of its bits.
        while let Some((old, _)) = self.0.range(key(&new.path, u64::MAX)..).next()
            && old.0 == new.variable
            && old.1.starts_with(&new.path)
        {
            let old = old.clone();
            self.0.remove(&old);
        }
    }

    fn insert(&mut self, binding: &Binding) {
        self.0.insert((binding.variable, binding.path.clone(), binding.range().0), binding.clone());
    }

    /// Returns whether a binding of exactly these bits of a whole variable, or of all its bits, is among them.
    fn hides(&self, declare: &Binding) -> bool {
        let found = |first| self.0.get(&(declare.variable, Path::new(), first)).filter(|binding| binding.is_exact());
        found(declare.range().0).is_some_and(|binding| binding.bits == declare.bits)
            || found(0).is_some_and(|binding| binding.bits.is_none())
    }
}

impl State {
    /// Returns the current bindings of variables. A DebugDeclare does not count while a DebugValue of the same bits, or of the whole
    /// variable, is valid; if one is valid for a part of them, both are returned, and the value counts for that part.
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
