//! Whether what a function does depends on where its blocks and the objects of its frame are.

use crate::mir::operands::registers;
use irsmith_mir::{Function, Instruction, Register};
use std::collections::HashSet;

/// Opcodes whose result is an address of the function's own.
const OWN: [&str; 5] = ["G_FRAME_INDEX", "G_BLOCK_ADDR", "G_JUMP_TABLE", "G_DYN_STACKALLOC", "G_STACKSAVE"];
/// Opcodes whose result is an address, or a part of one, if an operand is.
const DERIVED: [&str; 10] =
    ["G_ASSERT_ALIGN", "G_PTR_ADD", "G_PTRMASK", "G_PTRTOINT", "G_INTTOPTR", "G_SELECT", "G_FREEZE", "G_PHI", "COPY", "G_ADDRSPACE_CAST"];
/// Opcodes that only go to an address.
const GOES: [&str; 3] = ["G_BRINDIRECT", "G_BRJT", "G_STACKRESTORE"];

/// Returns whether an address of the function's own is used as a number: calculated with, compared, stored, passed on or returned.
pub(super) fn show(function: &Function) -> bool {
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    let mut own: HashSet<&Register> = HashSet::new();
    let mut grown = true;
    while grown {
        let before = own.len();
        for instruction in instructions() {
            let opcode = instruction.opcode.as_str();
            let derives = || DERIVED.contains(&opcode) && uses(instruction).any(|used| own.contains(used) || is_stack_pointer(used));
            if OWN.contains(&opcode) || derives() {
                own.extend(instruction.results.iter().map(|result| &result.register));
            }
        }
        grown = own.len() > before;
    }
    own.iter().any(|register| matches!(register, Register::Physical(_)))
        || instructions()
            .any(|instruction| uses(instruction).zip(0..).any(|(used, place)| own.contains(used) && !hides(instruction, place)))
}

/// Returns whether an instruction does the same whatever address its register operand at a place holds.
fn hides(instruction: &Instruction, place: usize) -> bool {
    let opcode = instruction.opcode.as_str();
    let is_number = match opcode {
        // The offset of an address, and a condition.
        "G_PTR_ADD" | "G_PTRMASK" => place == 1,
        // What is stored.
        "G_STORE" | "G_INDEXED_STORE" | "G_SELECT" => place == 0,
        _ => opcode.starts_with("G_ATOMIC") && place > 0,
    };
    !is_number && (GOES.contains(&opcode) || DERIVED.contains(&opcode) || !instruction.memory.is_empty())
}

fn uses(instruction: &Instruction) -> impl Iterator<Item = &Register> {
    registers(instruction).map(|operand| &operand.register)
}

fn is_stack_pointer(register: &Register) -> bool {
    matches!(register, Register::Physical(name) if matches!(name.as_str(), "rsp" | "esp" | "sp" | "wsp"))
}
