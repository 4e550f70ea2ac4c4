//! Breakers of names in instructions: names of the module, of the function and of the target.

use super::Code;
use super::draft::{ABSENT, Draft};
use crate::mir::edit::{Place, instructions};
use irsmith_mir::{DebugLocation, Instruction, InstructionFlags, IrValue, MemoryOperand, Pointer};

/// Changes a memory operand.
fn memory(draft: &mut Draft<'_, '_>, change: fn(&mut MemoryOperand)) -> Option<()> {
    let places =
        instructions(draft.model).flat_map(|(place, instruction)| (0..instruction.memory.len()).map(move |part| Place { part, ..place }));
    let places: Vec<Place> = places.collect();
    let (part, instruction) = draft.instruction(&places)?;
    change(instruction.memory.get_mut(part)?);
    Some(())
}

/// Changes an instruction.
fn instruction(draft: &mut Draft<'_, '_>, change: fn(&mut Instruction)) -> Option<()> {
    let places: Vec<Place> = instructions(draft.model).map(|(place, _)| place).collect();
    change(draft.instruction(&places)?.1);
    Some(())
}

pub(super) const BREAKERS: &[Code] = &[
    Code {
        rule: "ir-value",
        about: "accesses a value that the IR function does not have",
        change: |draft| memory(draft, |memory| memory.pointer = Some(Pointer::Ir(IrValue::Named("no.such.value".into())))),
    },
    Code {
        rule: "global-value",
        about: "accesses a global that the module does not have",
        change: |draft| memory(draft, |memory| memory.pointer = Some(Pointer::Global(IrValue::Named("no.such.global".into())))),
    },
    Code {
        rule: "metadata-node",
        about: "gives an instruction a debug location that does not exist",
        change: |draft| {
            instruction(draft, |instruction| {
                instruction.suffixes.get_or_insert_default().debug_location = Some(DebugLocation::Number(ABSENT));
            })
        },
    },
    Code {
        rule: "memory-align",
        about: "aligns an access more than its offset",
        change: |draft| memory(draft, |memory| (memory.pointer, memory.offset, memory.alignment) = (Some(Pointer::Unknown), 2, Some(4))),
    },
    Code {
        rule: "memory-flag-unknown",
        about: "marks an access with a flag that the target does not have",
        change: |draft| {
            draft.target()?;
            memory(draft, |memory| memory.target_flags.push("no-such-flag".into()))
        },
    },
    Code {
        rule: "bundle-nested",
        about: "adds an empty bundle",
        change: |draft| instruction(draft, |instruction| instruction.bundle = Some(Vec::new())),
    },
    Code {
        rule: "flag-unread",
        about: "marks an instruction with a flag that llc only prints",
        change: |draft| {
            const FLAG: InstructionFlags = InstructionFlags::named("nomerge");
            instruction(draft, |instruction| instruction.flags.0 |= FLAG.0)
        },
    },
];
