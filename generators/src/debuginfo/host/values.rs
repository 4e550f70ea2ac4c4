//! Values that an instruction may name: a stack that shrinks at the end of each branch.

use super::super::build::Build;
use super::types::{Type, TypeIndex};
use irsmith_debuginfo::Id;

/// How many values are tried before a constant is made instead. Keeps the cost of an operand constant.
const TRIES: usize = 12;

/// A value that is visible.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Value {
    pub(in super::super) id: Id,
    pub(in super::super) ty: TypeIndex,
    /// Whether it is a variable that may be written.
    pub(in super::super) writable: bool,
}

/// Values of the function in the making.
#[derive(Debug, Default)]
pub(in super::super) struct Values {
    pub(in super::super) visible: Vec<Value>,
    /// Variables of the function.
    pub(in super::super) variables: Vec<Id>,
    /// Parameters of the function.
    pub(in super::super) parameters: Vec<Id>,
    /// The label of the present block.
    pub(in super::super) block: Id,
}

impl Values {
    pub(in super::super) fn clear(&mut self) {
        self.visible.clear();
        self.variables.clear();
        self.parameters.clear();
    }

    /// Makes a value visible.
    #[inline]
    pub(in super::super) fn add(&mut self, id: Id, ty: TypeIndex) {
        self.visible.push(Value { id, ty, writable: true });
    }
}

impl Build<'_, '_> {
    /// A value of a type: mostly a visible one, a constant otherwise. None for pointers in shaders of which no variable is visible.
    pub(in super::super) fn operand(&mut self, ty: TypeIndex) -> Option<Id> {
        if self.choices.chance(224)
            && let Some(value) = self.visible(|_, value| value.ty == ty)
        {
            return Some(value.id);
        }
        self.constant(ty)
    }

    /// A visible value that is accepted, one of a few from a drawn one on downwards.
    pub(in super::super) fn visible(&mut self, accept: impl Fn(&Self, Value) -> bool) -> Option<Value> {
        let count = self.scratch.host.values.visible.len();
        let start = self.choices.below(count);
        let visible = &self.scratch.host.values.visible;
        visible[..count.min(start + 1)]
            .iter()
            .rev()
            .chain(visible[count.min(start + 1)..].iter().rev())
            .take(TRIES)
            .copied()
            .find(|&value| accept(self, value))
    }

    /// A visible pointer, and what it points to.
    pub(in super::super) fn pointer(&mut self, accept: impl Fn(&Self, TypeIndex, bool) -> bool) -> Option<(Value, TypeIndex)> {
        let value = self.visible(|build, value| match build.ty(value.ty) {
            Type::Pointer { to, .. } => accept(build, to, value.writable),
            _ => false,
        })?;
        let Type::Pointer { to, .. } = self.ty(value.ty) else { return None };
        Some((value, to))
    }
}
