//! One instruction without its bundle (reference, *Machine Instructions*).

use super::{list, memory, operand, register, suffixes};
use crate::{Instruction, InstructionFlags};

pub(super) fn instruction(instruction: &Instruction, out: &mut String) {
    if !instruction.results.is_empty() {
        list(&instruction.results, out, register::operand);
        out.push_str(" = ");
    }
    let flags = instruction.flags.0;
    if flags != 0 {
        for (_, name) in InstructionFlags::NAMES.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 != 0) {
            out.push_str(name);
            out.push(' ');
        }
    }
    out.push_str(&instruction.opcode);
    if !instruction.operands.is_empty() {
        out.push(' ');
        list(&instruction.operands, out, operand::operand);
    }
    if let Some(suffixes) = &instruction.suffixes {
        suffixes::suffixes(suffixes, !instruction.operands.is_empty(), out);
    }
    if !instruction.memory.is_empty() {
        out.push_str(" :: ");
        list(&instruction.memory, out, memory::operand);
    }
}
