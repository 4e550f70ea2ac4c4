//! The objects of the frame, and the variables that live in them or in registers.

use super::fields::Fields;
use super::value;
use crate::{DebugVariable, EntryValue, FixedObject, FixedObjectKind, StackId, StackObject, StackObjectKind};

pub(super) fn fixed(keys: &Fields<'_, '_>) -> FixedObject {
    let kind = [FixedObjectKind::Default, FixedObjectKind::SpillSlot][keys.choice("type")];
    let is_spill = kind == FixedObjectKind::SpillSlot;
    if is_spill {
        keys.refuse("isImmutable");
        keys.refuse("isAliased");
    }
    FixedObject {
        id: keys.unsigned("id"),
        kind,
        offset: keys.signed("offset"),
        size: keys.unsigned("size"),
        alignment: keys.alignment("alignment"),
        stack_id: StackId::ALL[keys.choice("stack-id")],
        immutable: !is_spill && keys.bool("isImmutable"),
        aliased: !is_spill && keys.bool("isAliased"),
        callee_saved: keys.shaped("callee-saved-register", value::physical),
        callee_saved_restored: keys.bool("callee-saved-restored"),
        variable: variable(keys),
    }
}

pub(super) fn stack(keys: &Fields<'_, '_>) -> StackObject {
    StackObject {
        id: keys.unsigned("id"),
        name: keys.name("name"),
        kind: stack_kind(keys),
        offset: keys.signed("offset"),
        alignment: keys.alignment("alignment"),
        stack_id: StackId::ALL[keys.choice("stack-id")],
        callee_saved: keys.shaped("callee-saved-register", value::physical),
        callee_saved_restored: keys.bool("callee-saved-restored"),
        local_offset: keys.optional("local-offset"),
        variable: variable(keys),
    }
}

/// `type`, and `size`, which every type but one needs.
fn stack_kind(keys: &Fields<'_, '_>) -> StackObjectKind {
    let kind = keys.choice("type");
    if kind == 2 {
        keys.refuse("size");
        return StackObjectKind::VariableSized;
    }
    keys.demand("size");
    [StackObjectKind::Default, StackObjectKind::SpillSlot][kind](keys.unsigned("size"))
}

pub(super) fn entry_value(keys: &Fields<'_, '_>) -> EntryValue {
    EntryValue { register: keys.register("entry-value-register"), variable: variable(keys) }
}

fn variable(keys: &Fields<'_, '_>) -> DebugVariable {
    DebugVariable {
        variable: keys.text("debug-info-variable"),
        expression: keys.text("debug-info-expression"),
        location: keys.text("debug-info-location"),
    }
}
