//! Values that an instruction may name: a stack that shrinks at the end of each arm.

use super::super::build::Build;
use super::constants::constant;
use super::defined::{Type, TypeIndex, type_at};
use irsmith_debuginfo::Id;

/// How many values are tried before a constant is made instead. This keeps the cost of an operand constant.
const TRIES: usize = 12;

/// A visible value.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Value {
    pub(in super::super) id: Id,
    pub(in super::super) ty: TypeIndex,
    /// Whether it is a variable that may be written.
    pub(in super::super) writable: bool,
}

/// Values of the function that is being generated.
#[derive(Debug, Default)]
pub(in super::super) struct Values {
    visible: Vec<Value>,
    variables: Vec<Id>,
    parameters: Vec<Id>,
    /// The label of the current block.
    block: Id,
}

impl Values {
    pub(super) fn clear(&mut self) {
        self.visible.clear();
        self.variables.clear();
        self.parameters.clear();
    }

    /// Makes a value visible.
    #[inline]
    pub(super) fn add(&mut self, id: Id, ty: TypeIndex) {
        self.add_value(Value { id, ty, writable: true });
    }

    /// As [`Values::add`], for a value that may be a variable that cannot be written.
    pub(super) fn add_value(&mut self, value: Value) {
        self.visible.push(value);
    }

    /// Makes a parameter visible.
    pub(super) fn add_parameter(&mut self, id: Id, ty: TypeIndex) {
        self.add(id, ty);
        self.parameters.push(id);
    }

    /// Makes a variable of the function visible.
    pub(super) fn add_variable(&mut self, id: Id, ty: TypeIndex) {
        self.add(id, ty);
        self.variables.push(id);
    }

    /// Returns the visible values, the newest last.
    #[inline]
    pub(super) fn visible(&self) -> &[Value] {
        &self.visible
    }

    /// Returns a mark with which [`Values::forget`] restores the currently visible values.
    pub(super) fn mark(&self) -> usize {
        self.visible.len()
    }

    /// Hides the values that became visible after a mark.
    pub(super) fn forget(&mut self, mark: usize) {
        self.visible.truncate(mark);
    }

    /// Returns the variables of the function.
    pub(in super::super) fn variables(&self) -> &[Id] {
        &self.variables
    }

    /// Returns the parameters of the function.
    pub(in super::super) fn parameters(&self) -> &[Id] {
        &self.parameters
    }

    /// The label of the current block.
    pub(super) fn block(&self) -> Id {
        self.block
    }

    /// Begins a block.
    pub(super) fn enter(&mut self, label: Id) {
        self.block = label;
    }
}

/// Returns a value of a type: mostly a visible one, otherwise a constant. None for pointers in shaders if no variable is visible.
pub(in super::super) fn operand(build: &mut Build<'_, '_>, ty: TypeIndex) -> Option<Id> {
    if build.choices.chance(224)
        && let Some(value) = visible(build, |_, value| value.ty == ty)
    {
        return Some(value.id);
    }
    constant(build, ty)
}

/// Returns an accepted visible value, one of a few from a drawn one on downwards.
pub(in super::super) fn visible(build: &mut Build<'_, '_>, accept: impl Fn(&Build<'_, '_>, Value) -> bool) -> Option<Value> {
    let count = build.scratch.host.values.visible().len();
    let start = build.choices.below(count);
    let visible = build.scratch.host.values.visible();
    visible[..count.min(start + 1)]
        .iter()
        .rev()
        .chain(visible[count.min(start + 1)..].iter().rev())
        .take(TRIES)
        .copied()
        .find(|&value| accept(build, value))
}

/// Returns a visible pointer and its pointee.
pub(in super::super) fn pointer(
    build: &mut Build<'_, '_>,
    accept: impl Fn(&Build<'_, '_>, TypeIndex, bool) -> bool,
) -> Option<(Value, TypeIndex)> {
    let value = visible(build, |build, value| match type_at(build, value.ty) {
        Type::Pointer { to, .. } => accept(build, to, value.writable),
        _ => false,
    })?;
    let Type::Pointer { to, .. } = type_at(build, value.ty) else { return None };
    Some((value, to))
}
