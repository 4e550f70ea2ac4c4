//! Breakers of register operands.

use super::Code;
use super::draft::Draft;
use crate::mir::edit::{self, Place, register_mut};
use irsmith_mir::{Class, OperandKind, Register, RegisterFlags, RegisterOperand};

/// Changes a register for which `fits` holds; its first argument is whether the register is a result.
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

pub(super) const BREAKERS: &[Code] = &[
    Code {
        rule: "physical-part",
        about: "gives a physical register a class",
        change: |draft| {
            change(draft, |_, operand| matches!(operand.register, Register::Physical(_)), |operand| operand.class = Class::Generic)
        },
    },
    Code {
        rule: "killed-definition",
        about: "marks a register definition as killed",
        change: |draft| change(draft, |is_result, _| is_result, |operand| operand.flags = operand.flags | RegisterFlags::KILLED),
    },
    Code {
        rule: "dead-use",
        about: "marks a register use as dead",
        change: |draft| change(draft, is_read, |operand| operand.flags = operand.flags | RegisterFlags::DEAD),
    },
    Code {
        rule: "register-target-flags",
        about: "gives a register target flags",
        change: |draft| {
            let places: Vec<Place> = edit::operands(draft.model, |operand| matches!(operand.kind, OperandKind::Register(_)));
            let (part, instruction) = draft.instruction(&places)?;
            instruction.operands.get_mut(part)?.target_flags = Some(Box::new(["flag".into()]));
            Some(())
        },
    },
];
