//! Accesses to memory.

use super::context::Body;
use crate::interpret::op::Access as Stated;
use crate::interpret::step::Shape;
use crate::interpret::{Refusal, layout::MAX_BITS};
use crate::{Access, Instruction, MemoryOperand, MemorySize};

/// Returns the alignment of an access: what that of the base, which is stated or that of the size, and the offset have in common
/// (`MachineMemOperand::getAlign`; `align` and `basealign` both state that of the base, the last one counts).
fn alignment(body: &Body<'_, '_>, operand: &MemoryOperand) -> u64 {
    let bytes = match operand.size {
        MemorySize::Type(ty) => body.decoder.program.layout.shape(ty).map_or(1, |shape| u64::from(shape.all().div_ceil(8))),
        MemorySize::Bytes(bytes) => bytes,
        MemorySize::Unknown => 1,
    };
    let stated = operand.base_alignment.or(operand.alignment);
    let base = stated.unwrap_or(bytes).max(1).checked_next_power_of_two().unwrap_or(1 << 63);
    // The lowest bit of either.
    1 << (base | operand.offset as u64).trailing_zeros()
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

/// Returns the alignments of what an instruction stores to and loads from; 1 without a memory operand.
pub(super) fn alignments(body: &Body<'_, '_>, instruction: &Instruction) -> (u64, u64) {
    let of = |wanted: Access| {
        let operand = instruction.memory.iter().find(|operand| operand.access == wanted || operand.access == Access::LoadStore);
        operand.map_or(1, |operand| alignment(body, operand))
    };
    (of(Access::Store), of(Access::Load))
}
