//! The objects of the frame, and the variables that live in them or in registers.

use super::fields::Fields;
use super::value;
use crate::{DebugVariable, EntryValue, FixedObject, FixedObjectKind, StackObject, StackObjectKind};

pub(super) fn fixed(object: &FixedObject, keys: &mut Fields<'_>) {
    keys.unsigned("id", object.id);
    keys.word("type", if object.kind == FixedObjectKind::Default { "default" } else { "spill-slot" });
    keys.signed("offset", object.offset);
    keys.unsigned("size", object.size);
    keys.optional("alignment", object.alignment);
    keys.word("stack-id", object.stack_id.name());
    if object.kind == FixedObjectKind::Default {
        keys.bool("isImmutable", object.immutable);
        keys.bool("isAliased", object.aliased);
    }
    keys.shaped("callee-saved-register", object.callee_saved.as_ref(), value::register);
    keys.bool("callee-saved-restored", object.callee_saved_restored);
    variable(&object.variable, keys);
}

pub(super) fn stack(object: &StackObject, keys: &mut Fields<'_>) {
    let (kind, size) = match object.kind {
        StackObjectKind::Default(size) => ("default", Some(size)),
        StackObjectKind::SpillSlot(size) => ("spill-slot", Some(size)),
        StackObjectKind::VariableSized => ("variable-sized", None),
    };
    keys.unsigned("id", object.id);
    keys.text("name", &object.name);
    keys.word("type", kind);
    keys.signed("offset", object.offset);
    keys.optional("size", size);
    keys.optional("alignment", object.alignment);
    keys.word("stack-id", object.stack_id.name());
    keys.shaped("callee-saved-register", object.callee_saved.as_ref(), value::register);
    keys.bool("callee-saved-restored", object.callee_saved_restored);
    keys.optional("local-offset", object.local_offset);
    variable(&object.variable, keys);
}

pub(super) fn entry_value(entry: &EntryValue, keys: &mut Fields<'_>) {
    keys.register("entry-value-register", &entry.register);
    variable(&entry.variable, keys);
}

fn variable(variable: &DebugVariable, keys: &mut Fields<'_>) {
    keys.text("debug-info-variable", &variable.variable);
    keys.text("debug-info-expression", &variable.expression);
    keys.text("debug-info-location", &variable.location);
}
