//! Accesses to memory.

use super::context::Body;
use crate::interpret::op::Access as Stated;
use crate::interpret::step::Shape;
use crate::interpret::{Refusal, layout::MAX_BITS};
use crate::{Access, Instruction, MemoryOperand, MemorySize};

/// Returns the alignment of an access: the stated one, or that of its size.
fn alignment(body: &Body<'_, '_>, operand: &MemoryOperand) -> u64 {
    let bytes = match operand.size {
        MemorySize::Type(ty) => body.decoder.program.layout.shape(ty).map_or(1, |shape| u64::from(shape.all().div_ceil(8))),
        MemorySize::Bytes(_) | MemorySize::Unknown => 1,
    };
    operand.alignment.unwrap_or(bytes).max(1).checked_next_power_of_two().unwrap_or(1 << 63)
}

/// Returns the access that the memory operand of an instruction states.
pub(super) fn access(body: &Body<'_, '_>, instruction: &Instruction) -> Result<Stated, Refusal> {
    let opcode = instruction.opcode.as_str();
    let [operand] = instruction.memory.as_slice() else { return Err(body.refuse(opcode, "it wants one memory operand")) };
    let shape = match operand.size {
        MemorySize::Type(ty) => body.decoder.program.layout.shape(ty).map_err(|reason| body.refuse(opcode, reason))?,
        MemorySize::Bytes(bytes) if bytes <= u64::from(MAX_BITS / 8) => Shape { lanes: 1, bits: bytes as u32 * 8 },
        MemorySize::Bytes(_) => return Err(body.refuse(opcode, "its access is too large")),
        MemorySize::Unknown => return Err(body.refuse(opcode, "the size of its access is unknown")),
    };
    Ok(Stated { shape, alignment: alignment(body, operand) })
}

/// Returns the alignments of what an instruction stores to and loads from; 1 where nothing is stated.
pub(super) fn alignments(instruction: &Instruction) -> (u64, u64) {
    let of = |wanted: Access| {
        let operand = instruction.memory.iter().find(|operand| operand.access == wanted || operand.access == Access::LoadStore);
        operand.map_or(1, |operand| operand.alignment.unwrap_or(1).max(1).checked_next_power_of_two().unwrap_or(1 << 63))
    };
    (of(Access::Store), of(Access::Load))
}
