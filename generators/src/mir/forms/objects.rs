//! Forms of objects and constants.

use crate::forms::{Form, forms};
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::tables::{Key, Version};
use irsmith_mir::{FixedObject, FixedObjectKey, FixedObjectKind, Function, StackId, StackObject, StackObjectKey, StackObjectKind};
use std::sync::LazyLock;

forms! {
    /// Kinds and keys of objects and constants.
    pub(in crate::mir) enum Object: ObjectRow in Family::Object;
    seen |form, facts: Facts| facts.functions(form.row().seen);
    Fixed "fixed" { seen: |function| fixed(function, |_| true) }
    FixedSpill "fixed spill slot" { seen: |function| fixed(function, |object| object.kind == FixedObjectKind::SpillSlot) }
    Immutable "fixed immutable" { seen: |function| fixed(function, |object| object.immutable) }
    Aliased "fixed aliased" { seen: |function| fixed(function, |object| object.aliased) }
    FixedCalleeSaved "fixed callee-saved" { seen: |function| fixed(function, |object| object.callee_saved.is_some()) }
    Stack "stack" { seen: |function| stack(function, |object| object.kind == StackObjectKind::Default) }
    StackSpill "stack spill slot" { seen: |function| stack(function, |object| object.kind == StackObjectKind::SpillSlot) }
    VariableSized "variable-sized" { seen: |function| stack(function, |object| object.kind == StackObjectKind::VariableSized) }
    StackName "stack name" { seen: |function| stack(function, |object| !object.name.is_empty()) }
    LocalOffset "stack local offset" { seen: |function| stack(function, |object| object.local_offset.is_some()) }
    StackCalleeSaved "stack callee-saved" { seen: |function| stack(function, |object| object.callee_saved.is_some()) }
    NotRestored "callee-saved-restored" {
        seen: |function| fixed(function, |object| !object.callee_saved_restored) + stack(function, |object| !object.callee_saved_restored)
    }
    Alignment "alignment" {
        seen: |function| {
            let constants = function.constants.iter().filter(|constant| constant.alignment.is_some()).count() as u64;
            constants + fixed(function, |object| object.alignment.is_some()) + stack(function, |object| object.alignment.is_some())
        }
    }
    ScalableVector "stack-id scalable-vector" { seen: |function| on(function, StackId::ScalableVector) }
    NoAlloc "stack-id noalloc" { seen: |function| on(function, StackId::NoAlloc) }
    Variable "debug variable" {
        seen: |function| {
            fixed(function, |object| !object.variable.variable.is_empty()) + stack(function, |object| !object.variable.variable.is_empty())
        }
    }
    IntegerConstant "integer constant" { seen: |function| constants(function, |value| value.starts_with('i') && !value.ends_with("undef")) }
    FloatConstant "floating-point constant" {
        seen: |function| constants(function, |value| ["double ", "float ", "half ", "fp128 "].iter().any(|kind| value.starts_with(kind)))
    }
    VectorConstant "vector constant" { seen: |function| constants(function, |value| value.starts_with(['<', '['])) }
    NullConstant "null constant" {
        seen: |function| constants(function, |value| value.starts_with("ptr ") || value.starts_with('i') && value.ends_with("undef"))
    }
    Metadata "machine metadata" { seen: |function| function.metadata.len() as u64 }
}

/// The columns of an object or constant.
pub(in crate::mir) struct ObjectRow {
    seen: fn(&Function) -> u64,
}

fn fixed(function: &Function, is: fn(&FixedObject) -> bool) -> u64 {
    function.fixed_stack.iter().filter(|object| is(object)).count() as u64
}

fn stack(function: &Function, is: fn(&StackObject) -> bool) -> u64 {
    function.stack.iter().filter(|object| is(object)).count() as u64
}

fn constants(function: &Function, is: fn(&str) -> bool) -> u64 {
    function.constants.iter().filter(|constant| is(&constant.value)).count() as u64
}

/// Objects on a stack.
fn on(function: &Function, id: StackId) -> u64 {
    let fixed = function.fixed_stack.iter().map(|object| object.stack_id);
    fixed.chain(function.stack.iter().map(|object| object.stack_id)).filter(|found| *found == id).count() as u64
}

/// A key of objects that goes with any other one: a row each. Those that are drawn together have their forms in [`Object`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mir) enum ObjectKey {
    Fixed(FixedObjectKey),
    Stack(StackObjectKey),
}

/// The keys of fixed objects that are drawn together.
const FIXED: &[FixedObjectKey] = {
    use FixedObjectKey::*;
    &[Id, Kind, Offset, Size, Alignment, StackId, Immutable, Aliased, CalleeSaved, CalleeSavedRestored]
};

/// The keys of stack objects that are drawn together.
const STACK: &[StackObjectKey] = {
    use StackObjectKey::*;
    &[Id, Name, Kind, Offset, Size, Alignment, StackId, CalleeSaved, CalleeSavedRestored, LocalOffset]
};

impl ObjectKey {
    fn row(self) -> &'static Key {
        match self {
            Self::Fixed(key) => key.row(),
            Self::Stack(key) => key.row(),
        }
    }

    /// Those of fixed objects that a kind of objects may have.
    pub(in crate::mir) fn of_fixed(kind: FixedObjectKind) -> impl Iterator<Item = (Self, FixedObjectKey)> {
        let keys = Self::all().iter().filter(move |key| !key.row().when.forbids(kind.name()));
        keys.filter_map(|form| if let Self::Fixed(key) = form { Some((*form, *key)) } else { None })
    }

    /// Those of stack objects that a kind of objects may have.
    pub(in crate::mir) fn of_stack(kind: StackObjectKind) -> impl Iterator<Item = (Self, StackObjectKey)> {
        let keys = Self::all().iter().filter(move |key| !key.row().when.forbids(kind.name()));
        keys.filter_map(|form| if let Self::Stack(key) = form { Some((*form, *key)) } else { None })
    }
}

static KEYS: LazyLock<Vec<ObjectKey>> = LazyLock::new(|| {
    let fixed = FixedObjectKey::ALL.iter().filter(|key| !FIXED.contains(key)).map(|key| ObjectKey::Fixed(*key));
    let stack = StackObjectKey::ALL.iter().filter(|key| !STACK.contains(key)).map(|key| ObjectKey::Stack(*key));
    fixed.chain(stack).filter(|key| key.row().is_read_by(Version::TABLES)).collect()
});

impl Form for ObjectKey {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::ObjectKey as usize;

    fn all() -> &'static [Self] {
        &KEYS
    }

    fn name(self) -> String {
        match self {
            Self::Fixed(key) => format!("fixed {}", key.name()),
            Self::Stack(key) => format!("stack {}", key.name()),
        }
    }

    fn place(self) -> usize {
        KEYS.iter().position(|key| *key == self).expect("it is one of them")
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.functions(|function| match self {
            Self::Fixed(key) => {
                let default = FixedObject::default();
                function.fixed_stack.iter().filter(|object| object.differs(&default, key)).count() as u64
            }
            Self::Stack(key) => {
                let default = StackObject::default();
                function.stack.iter().filter(|object| object.differs(&default, key)).count() as u64
            }
        })
    }
}
