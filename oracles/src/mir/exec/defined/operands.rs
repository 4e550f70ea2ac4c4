//! The registers of an instruction.

use irsmith_mir::{Instruction, OperandKind, Register, RegisterOperand};

/// Returns the registers among the operands, in order.
pub(super) fn registers(instruction: &Instruction) -> impl Iterator<Item = &RegisterOperand> {
    instruction.operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::Register(register) => Some(register),
        _ => None,
    })
}

/// Returns the number of a virtual register.
pub(super) fn number(operand: &RegisterOperand) -> Option<u32> {
    if let Register::Virtual(number) = operand.register { Some(number) } else { None }
}

/// Returns the name of a whole physical register.
pub(super) fn name(operand: &RegisterOperand) -> Option<&str> {
    match &operand.register {
        Register::Physical(name) if operand.subregister.is_none() => Some(name.as_str()),
        _ => None,
    }
}
