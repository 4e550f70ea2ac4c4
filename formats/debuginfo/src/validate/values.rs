//! Classifies operands of core instructions as values, types and labels, and determines whether vectors may be long.

use super::sections;
use crate::grammar::{self, OperandKind};
use crate::{CoreInstruction, Instruction, Module};
use spirv::Op;

/// The first opcode that the core specification reserves for extensions, whose instructions may have any types and names as operands.
const FIRST_OF_EXTENSIONS: u16 = 4096;

/// Returns whether an operand of a core instruction may name this instruction: a value, or another kind that the instruction accepts. The
/// specific value or type is not checked. `at` counts words after the first.
pub(super) fn may_name(core: &CoreInstruction, at: usize, kind: OperandKind, named: &Instruction) -> bool {
    match kind {
        OperandKind::IdResultType => is_type(named),
        OperandKind::IdRef if goes_to_label(core, at) => named.core().is_some_and(|named| named.is(Op::Label)),
        OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => {
            named.result_type().is_some() || takes_valueless(core, named)
        }
        _ => true,
    }
}

/// Returns whether a word of an instruction, counted among those after the first, names a block.
fn goes_to_label(core: &CoreInstruction, at: usize) -> bool {
    match Op::from_u32(u32::from(core.opcode)) {
        Some(Op::Branch | Op::SelectionMerge) => at == 0,
        Some(Op::LoopMerge) => at < 2,
        // Literals are no operands of this kind.
        Some(Op::BranchConditional | Op::Switch) => at > 0,
        // The result type and the result, then pairs of a value and the block that it comes from.
        Some(Op::Phi) => at > 1 && !at.is_multiple_of(2),
        _ => false,
    }
}

/// Returns whether an instruction may name an instruction without a type.
fn takes_valueless(core: &CoreInstruction, named: &Instruction) -> bool {
    match Op::from_u32(u32::from(core.opcode)) {
        Some(Op::Line | Op::Source | Op::ExtInst | Op::SpecConstantOp) => true,
        Some(Op::Function | Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId) => true,
        _ => {
            core.opcode >= FIRST_OF_EXTENSIONS
                || sections::is_name_or_annotation(core.opcode)
                || (declares_type(core.opcode) && is_type(named))
        }
    }
}

/// Returns whether a module declares that its vectors may have any number of components. Whether they may have 8 and 16 depends on
/// capabilities too, and is not checked.
pub(super) fn has_long_vectors(module: &Module) -> bool {
    let declares =
        |core: &CoreInstruction| core.is(Op::Capability) && core.words.first() == Some(&(spirv::Capability::LongVectorEXT as u32));
    module.instructions.iter().filter_map(Instruction::core).any(declares)
}

fn is_type(instruction: &Instruction) -> bool {
    instruction.core().is_some_and(|core| declares_type(core.opcode))
}

pub(super) fn declares_type(opcode: u16) -> bool {
    grammar::row(opcode).is_some_and(|row| row.opname.starts_with("Type"))
}
