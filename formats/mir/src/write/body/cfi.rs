//! Operations of `CFI_INSTRUCTION`.

use super::{list, number, put, register};
use crate::{CfiOperation, Register};

pub(super) fn operation(operation: &CfiOperation, out: &mut String) {
    use CfiOperation as Operation;
    match operation {
        Operation::SameValue(register) => of_register("same_value ", register, out),
        Operation::Offset(register, offset) => with_offset("offset ", register, *offset, out),
        Operation::RelativeOffset(register, offset) => with_offset("rel_offset ", register, *offset, out),
        Operation::DefCfaRegister(register) => of_register("def_cfa_register ", register, out),
        Operation::DefCfaOffset(offset) => of_offset("def_cfa_offset ", *offset, out),
        Operation::AdjustCfaOffset(offset) => of_offset("adjust_cfa_offset ", *offset, out),
        Operation::DefCfa(register, offset) => with_offset("def_cfa ", register, *offset, out),
        Operation::DefAddressSpaceCfa(register, offset, space) => {
            with_offset("llvm_def_aspace_cfa ", register, *offset, out);
            put!(out, ", {space}");
        }
        Operation::RememberState => out.push_str("remember_state"),
        Operation::Restore(register) => of_register("restore ", register, out),
        Operation::RestoreState => out.push_str("restore_state"),
        Operation::Undefined(register) => of_register("undefined ", register, out),
        Operation::Register(first, second) => {
            of_register("register ", first, out);
            of_register(", ", second, out);
        }
        Operation::WindowSave => out.push_str("window_save"),
        Operation::NegateRaSignState => out.push_str("negate_ra_sign_state"),
        Operation::NegateRaSignStateWithPc => out.push_str("negate_ra_sign_state_with_pc"),
        Operation::RegisterPair(register, parts) => {
            of_register("llvm_register_pair ", register, out);
            parts.iter().for_each(|part| sized(part, out));
        }
        Operation::VectorRegisters(register, parts) => {
            of_register("llvm_vector_registers ", register, out);
            for (part, lane, bits) in parts {
                sized(&(part.clone(), *lane), out);
                put!(out, ", {bits}");
            }
        }
        Operation::VectorOffset(register, bits, mask, mask_bits, offset) => {
            of_register("llvm_vector_offset ", register, out);
            put!(out, ", {bits}");
            sized(&(mask.clone(), *mask_bits), out);
            of_offset(", ", *offset, out);
        }
        Operation::VectorRegisterMask(register, parts) => {
            of_register("llvm_vector_register_mask ", register, out);
            parts.iter().for_each(|part| sized(part, out));
        }
        Operation::Escape(bytes) => {
            out.push_str("escape ");
            list(bytes, out, |byte, out| put!(out, "{byte:#04x}"));
        }
    }
}

/// Appends a register and a number, after a comma.
fn sized((register, bits): &(Register, u32), out: &mut String) {
    of_register(", ", register, out);
    put!(out, ", {bits}");
}

fn of_register(word: &str, register: &Register, out: &mut String) {
    out.push_str(word);
    register::name(register, out);
}

fn of_offset(word: &str, offset: i32, out: &mut String) {
    out.push_str(word);
    number(offset, out);
}

fn with_offset(word: &str, register: &Register, offset: i32, out: &mut String) {
    of_register(word, register, out);
    of_offset(", ", offset, out);
}
