//! Forms of objects and constants.

use crate::forms::forms;
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::{FixedObject, FixedObjectKind, Function, StackId, StackObject, StackObjectKind};

forms! {
    /// Kinds and keys of objects and constants.
    pub(in crate::mir) enum Object: ObjectRow in Family::Object;
    seen |form, facts: Facts| facts.functions(form.row().seen);
    Fixed "fixed" { seen: |function| fixed(function, |_| true) }
    FixedSpill "fixed spill slot" { seen: |function| fixed(function, |object| object.kind == FixedObjectKind::SpillSlot) }
    Immutable "fixed immutable" { seen: |function| fixed(function, |object| object.immutable) }
    Aliased "fixed aliased" { seen: |function| fixed(function, |object| object.aliased) }
    FixedCalleeSaved "fixed callee-saved" { seen: |function| fixed(function, |object| object.callee_saved.is_some()) }
    Stack "stack" { seen: |function| stack(function, |object| matches!(object.kind, StackObjectKind::Default(_))) }
    StackSpill "stack spill slot" { seen: |function| stack(function, |object| matches!(object.kind, StackObjectKind::SpillSlot(_))) }
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
