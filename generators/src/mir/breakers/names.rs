//! Breakers of what instructions name: things of the module, of the function and of the target.

use super::Breaker;
use super::draft::{ABSENT, Draft};
use crate::mir::edit::{Place, instructions};
use irsmith_mir::{DebugLocation, Instruction, IrValue, MemoryOperand, Pointer};

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

/// Puts the same into a file of either target, which must be known.
fn insert(draft: &mut Draft<'_, '_>, text: &str) -> Option<()> {
    draft.target()?;
    draft.insert(text)
}

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "ir-value",
        about: "accesses a value that the IR function does not have",
        change: |draft| memory(draft, |memory| memory.pointer = Some(Pointer::Ir(IrValue::Named("no.such.value".into())))),
    },
    Breaker {
        rule: "global-value",
        about: "accesses a global that the module does not have",
        change: |draft| memory(draft, |memory| memory.pointer = Some(Pointer::Global(IrValue::Named("no.such.global".into())))),
    },
    Breaker {
        rule: "metadata-node",
        about: "locates an instruction by a node that is not there",
        change: |draft| {
            instruction(draft, |instruction| {
                instruction.suffixes.get_or_insert_default().debug_location = Some(DebugLocation::Number(ABSENT));
            })
        },
    },
    Breaker {
        rule: "memory-align",
        about: "aligns an access more than its offset is",
        change: |draft| memory(draft, |memory| (memory.pointer, memory.offset, memory.alignment) = (Some(Pointer::Unknown), 2, Some(4))),
    },
    Breaker {
        rule: "memory-flag-unknown",
        about: "marks an access with a flag that the target does not have",
        change: |draft| {
            draft.target()?;
            memory(draft, |memory| memory.target_flags.push("no-such-flag".into()))
        },
    },
    Breaker {
        rule: "bundle-nested",
        about: "opens a bundle of nothing",
        change: |draft| instruction(draft, |instruction| instruction.bundle = Some(Vec::new())),
    },
    Breaker {
        rule: "flag-unread",
        about: "marks an instruction with a flag that llc only prints",
        change: |draft| {
            instruction(draft, |instruction| instruction.flags.0 |= irsmith_mir::InstructionFlags::of("nomerge").unwrap_or_default().0)
        },
    },
    Breaker {
        rule: "opcode-unknown",
        about: "uses an opcode that the target does not have",
        change: |draft| insert(draft, "NO_SUCH_OPCODE"),
    },
    Breaker {
        rule: "register-unknown",
        about: "reads a register that the target does not have",
        change: |draft| insert(draft, "KILL undef $nothing"),
    },
    Breaker {
        rule: "subregister-unknown",
        about: "reads a part that the target does not have",
        change: |draft| insert(draft, "%broken:_(s32) = G_IMPLICIT_DEF\nKILL %broken.nothing"),
    },
    Breaker {
        rule: "mask-unknown",
        about: "names a register mask that the target does not have",
        change: |draft| insert(draft, "KILL csr_nothing"),
    },
    Breaker {
        rule: "target-flag-unknown",
        about: "marks a symbol with a flag that the target does not have",
        change: |draft| insert(draft, "KILL target-flags(no-such-flag) &symbol"),
    },
    Breaker {
        rule: "target-index-unknown",
        about: "names an index that the target does not have",
        change: |draft| insert(draft, "KILL target-index(nothing)"),
    },
    Breaker {
        rule: "convergence-control",
        about: "begins a loop with a token that is none",
        change: |draft| draft.insert_for(["%broken:gr64 = CONVERGENCECTRL_LOOP $rsp", "%broken:gpr64 = CONVERGENCECTRL_LOOP $xzr"]),
    },
    Breaker {
        rule: "flag-convergent",
        about: "calls an instruction noconvergent that is not convergent",
        change: |draft| draft.insert("%broken:_(s32) = noconvergent G_IMPLICIT_DEF"),
    },
    Breaker { rule: "debug-location", about: "gives a debug value no location", change: |draft| draft.insert("DBG_VALUE $noreg, 0, 0, 0") },
    Breaker {
        rule: "debug-number",
        about: "numbers an instruction that emits nothing",
        change: |draft| draft.insert("%broken:_(s32) = IMPLICIT_DEF debug-instr-number 4096"),
    },
    Breaker {
        rule: "cfi-register",
        about: "restores a register that has no DWARF number",
        change: |draft| draft.insert_for(["CFI_INSTRUCTION restore $al", "CFI_INSTRUCTION restore $nzcv"]),
    },
];
