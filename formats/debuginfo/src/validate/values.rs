//! Classifies operands of core instructions as values, types and labels, and determines whether vectors may be long.

use super::sections;
use crate::grammar::{self, OperandKind};
use crate::{CoreInstruction, Instruction, Module};
use spirv::Op;

/// The first opcode that the core specification reserves for extensions, whose instructions may have any types and names as operands.
const FIRST_OF_EXTENSIONS: u16 = 4096;

/// Returns whether an operand of a core instruction may name this instruction: a value, or another kind that the instruction accepts. The
/// specific value or type is not checked.
pub(super) fn may_name(core: &CoreInstruction, kind: OperandKind, named: &Instruction) -> bool {
    match kind {
        OperandKind::IdResultType => is_type(named),
        OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => {
            named.result_type().is_some() || takes_valueless(core, named)
        }
        _ => true,
    }
}

/// Returns whether an instruction may name an instruction without a type.
fn takes_valueless(core: &CoreInstruction, named: &Instruction) -> bool {
    match Op::from_u32(u32::from(core.opcode)) {
        Some(Op::Line | Op::Source | Op::ExtInst | Op::SpecConstantOp) => true,
        Some(Op::Function | Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId) => true,
        Some(Op::Phi | Op::Branch | Op::BranchConditional | Op::Switch | Op::SelectionMerge | Op::LoopMerge) => {
            named.core().is_some_and(|named| named.is(Op::Label))
        }
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

fn declares_type(opcode: u16) -> bool {
    grammar::row(opcode).is_some_and(|row| row.opname.starts_with("Type"))
}
