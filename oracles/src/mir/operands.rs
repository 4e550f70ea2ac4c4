//! The registers of an instruction.

use irsmith_mir::{Instruction, OperandKind, Register, RegisterOperand};

/// Returns the registers among the operands, in order.
pub(in crate::mir) fn registers(instruction: &Instruction) -> impl Iterator<Item = &RegisterOperand> {
    instruction.operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::Register(register) => Some(register),
        _ => None,
    })
}

/// Returns the registers among the results and the operands, in order.
pub(in crate::mir) fn results_and_registers(instruction: &Instruction) -> impl Iterator<Item = &RegisterOperand> {
    instruction.results.iter().chain(registers(instruction))
}

/// Returns the number of a virtual register.
pub(in crate::mir) fn number(operand: &RegisterOperand) -> Option<u32> {
    if let Register::Virtual(number) = operand.register { Some(number) } else { None }
}

/// Returns the name of a whole physical register.
pub(in crate::mir) fn name(operand: &RegisterOperand) -> Option<&str> {
    match &operand.register {
        Register::Physical(name) if operand.subregister.is_none() => Some(name.as_str()),
        _ => None,
    }
}
