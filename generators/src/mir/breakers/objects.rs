//! Breakers of the entries of the container: objects of the frame, constants, jump tables.

use super::Code;
use super::draft::{ABSENT, Draft};
use irsmith_mir::{
    Constant, FixedObject, FixedObjectKind, Function, JumpTable, JumpTableEntry, JumpTableKind, StackId, StackObject, StackObjectKind,
};

/// Changes an object of the stack, which comes where there is none.
fn stack(draft: &mut Draft<'_, '_>, change: fn(&mut StackObject)) -> Option<()> {
    let stack = &mut draft.function(|_| true)?.stack;
    if stack.is_empty() {
        stack.push(StackObject { id: 77, ..StackObject::default() });
    }
    change(&mut stack[0]);
    Some(())
}

/// Appends two entries of one id.
fn twice(draft: &mut Draft<'_, '_>, append: fn(&mut Function)) -> Option<()> {
    let function = draft.function(|_| true)?;
    append(function);
    append(function);
    Some(())
}

fn constant(draft: &mut Draft<'_, '_>, value: &str, target_specific: bool) -> Option<()> {
    let constants = &mut draft.function(|_| true)?.constants;
    constants.push(Constant { id: ABSENT, value: value.into(), target_specific, ..Constant::default() });
    Some(())
}

pub(super) const BREAKERS: &[Code] = &[
    Code {
        rule: "object-repeated",
        about: "lists two stack objects with the same id",
        change: |draft| twice(draft, |function| function.stack.push(StackObject { id: 77, ..StackObject::default() })),
    },
    Code {
        rule: "object-repeated",
        about: "lists two fixed objects with the same id",
        change: |draft| twice(draft, |function| function.fixed_stack.push(FixedObject { id: 77, ..FixedObject::default() })),
    },
    Code {
        rule: "object-repeated",
        about: "lists two constants with the same id",
        change: |draft| twice(draft, |function| function.constants.push(Constant { id: 77, value: "i32 0".into(), ..Constant::default() })),
    },
    Code {
        rule: "object-repeated",
        about: "lists two jump tables with the same id",
        change: |draft| {
            twice(draft, |function| {
                let table = JumpTable { kind: JumpTableKind::Inline, ..JumpTable::default() };
                function.jump_table.get_or_insert(table).entries.push(JumpTableEntry { id: 77, ..JumpTableEntry::default() });
            })
        },
    },
    Code {
        rule: "object-dead",
        about: "gives an object the size of dead objects",
        change: |draft| stack(draft, |object| (object.kind, object.size) = (StackObjectKind::Default, u64::MAX)),
    },
    Code { rule: "id-reserved", about: "gives an object the largest id", change: |draft| stack(draft, |object| object.id = u32::MAX) },
    Code {
        rule: "object-undefined",
        about: "refers to a stack protector object that does not exist",
        change: |draft| {
            draft.function(|_| true)?.frame.stack_protector = format!("%stack.{ABSENT}");
            Some(())
        },
    },
    Code {
        rule: "object-alloca",
        about: "gives an object the name of an alloca that does not exist",
        change: |draft| stack(draft, |object| object.name = "no.such.alloca".into()),
    },
    Code {
        rule: "object-name",
        about: "refers to an object by a name that differs from its own",
        change: |draft| {
            let function = draft.function(|function| super::draft::is_open(function) && !function.stack.is_empty())?;
            let text = format!("KILL %stack.{}.no_such_name", function.stack[0].id);
            let lines = super::draft::instructions(&text)?;
            function.blocks.last_mut()?.instructions.splice(0..0, lines);
            Some(())
        },
    },
    Code {
        rule: "object-stack",
        about: "puts an object on a stack that the target does not have",
        change: |draft| {
            draft.target()?;
            stack(draft, |object| object.stack_id = StackId::SgprSpill)
        },
    },
    Code {
        rule: "fixed-object-flags",
        about: "marks a spill slot as immutable",
        change: |draft| {
            let fixed = &mut draft.function(|_| true)?.fixed_stack;
            fixed.push(FixedObject { id: ABSENT, kind: FixedObjectKind::SpillSlot, immutable: true, ..FixedObject::default() });
            Some(())
        },
    },
    Code {
        rule: "constant-target",
        about: "adds a constant that is specific to the target",
        change: |draft| constant(draft, "i32 0", true),
    },
    Code { rule: "constant-value", about: "adds a constant of a type without a value", change: |draft| constant(draft, "i32", false) },
];
