//! Breakers of registers where they stand.

use super::Breaker;
use super::draft::Draft;
use crate::mir::edit::{self, Place, register_mut};
use irsmith_mir::{Class, OperandKind, Register, RegisterFlags, RegisterOperand};

/// Changes a register for which something holds; the first argument is whether it is a result.
fn change(draft: &mut Draft<'_, '_>, fits: fn(bool, &RegisterOperand) -> bool, change: fn(&mut RegisterOperand)) -> Option<()> {
    let places = edit::registers(draft.model, fits);
    let (part, instruction) = draft.instruction(&places)?;
    change(register_mut(instruction, part)?);
    Some(())
}

fn is_read(is_result: bool, operand: &RegisterOperand) -> bool {
    let writes = RegisterFlags::DEF | RegisterFlags::IMPLICIT_DEF;
    !is_result && operand.flags.0 & writes.0 == 0 && operand.register != Register::None
}

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "physical-part",
        about: "gives a physical register a class",
        change: |draft| {
            change(draft, |_, operand| matches!(operand.register, Register::Physical(_)), |operand| operand.class = Class::Generic)
        },
    },
    Breaker {
        rule: "killed-definition",
        about: "kills a register that is written",
        change: |draft| change(draft, |is_result, _| is_result, |operand| operand.flags = operand.flags | RegisterFlags::KILLED),
    },
    Breaker {
        rule: "dead-use",
        about: "calls a register dead that is read",
        change: |draft| change(draft, is_read, |operand| operand.flags = operand.flags | RegisterFlags::DEAD),
    },
    Breaker {
        rule: "register-target-flags",
        about: "gives a register flags of the target",
        change: |draft| {
            let places: Vec<Place> = edit::operands(draft.model, |operand| matches!(operand.kind, OperandKind::Register(_)));
            let (part, instruction) = draft.instruction(&places)?;
            instruction.operands.get_mut(part)?.target_flags = Some(Box::new(["flag".into()]));
            Some(())
        },
    },
    Breaker {
        rule: "debug-mark",
        about: "marks what an instruction reads as read for debuggers alone",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\n%broken:_(s32) = COPY debug-use %read(s32)"),
    },
    Breaker {
        rule: "undef-definition",
        about: "calls a whole register undefined where it is written",
        change: |draft| draft.insert_for(["undef %broken:gr32 = IMPLICIT_DEF", "undef %broken:gpr32 = IMPLICIT_DEF"]),
    },
    Breaker {
        rule: "generic-undef",
        about: "reads a generic register as undefined",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\n%broken:_(s64) = G_ANYEXT undef %read(s32)"),
    },
    Breaker {
        rule: "generic-part",
        about: "reads a part of a generic register",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\nKILL %read.sub"),
    },
    Breaker {
        rule: "generic-type",
        about: "writes a generic register of no type",
        change: |draft| draft.insert("%broken:_ = COPY $noreg"),
    },
    Breaker {
        rule: "virtual-untyped",
        about: "defines a generic register without its type",
        change: |draft| draft.insert("%broken:_ = COPY $noreg"),
    },
    Breaker {
        rule: "virtual-conflict",
        about: "gives a register two classes",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\nKILL %read:gpr(s32)"),
    },
    Breaker {
        rule: "virtual-type",
        about: "gives a register two types",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\n%broken:_(s64) = G_ANYEXT %read(s16)"),
    },
    Breaker { rule: "virtual-unknown", about: "gives a register no class", change: |draft| draft.insert("%broken = IMPLICIT_DEF") },
    Breaker {
        rule: "virtual-allocatable",
        about: "gives a register a class that cannot be allocated",
        change: |draft| draft.insert_for(["%broken:ccr = IMPLICIT_DEF", "%broken:ccr = IMPLICIT_DEF"]),
    },
    Breaker {
        rule: "virtual-bank",
        about: "gives a register a type wider than its bank",
        change: |draft| draft.insert_for(["%broken:gpr(s8192) = G_IMPLICIT_DEF", "%broken:gpr(s8192) = G_IMPLICIT_DEF"]),
    },
    Breaker {
        rule: "renamable-reserved",
        about: "calls the stack pointer renamable",
        change: |draft| draft.insert_for(["KILL renamable $rsp", "KILL renamable $sp"]),
    },
    Breaker {
        rule: "tied-index",
        about: "ties a register to an operand that is not there",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\n%broken:_(s32) = COPY %read(tied-def 9)"),
    },
];
