//! The operands that may name later definitions.

use crate::tables::Role;
use spirv::Op;

/// Returns whether a word of a core instruction, counted among those after the first, may name a later definition (SPIR-V 2.16.1, and where
/// it is silent, as in SPIRV-Tools). Types may only name forward-declared pointers; see the caller.
pub(super) fn may_precede(opcode: u16, at: usize) -> bool {
    let Some(op) = Op::from_u32(u32::from(opcode)) else { return false };
    match op {
        Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId | Op::Name | Op::MemberName => true,
        Op::Decorate | Op::MemberDecorate | Op::DecorateId | Op::DecorateString | Op::MemberDecorateString | Op::MemberDecorateIdEXT => {
            true
        }
        Op::SelectionMerge | Op::LoopMerge | Op::Branch | Op::TypeForwardPointer => true,
        Op::GroupDecorate | Op::GroupMemberDecorate | Op::BranchConditional | Op::Switch => at > 0,
        Op::Phi => at > 1,
        Op::FunctionCall => at == 2,
        Op::EnqueueKernel => at == 8,
        Op::GetKernelNDrangeSubGroupCount | Op::GetKernelNDrangeMaxSubGroupSize => at == 3,
        Op::GetKernelWorkGroupSize | Op::GetKernelPreferredWorkGroupSizeMultiple => at == 2,
        Op::ExtInstWithForwardRefsKHR => at > 3,
        // The conditions are constants, and the functions follow.
        Op::ConditionalCapabilityINTEL | Op::ConditionalExtensionINTEL | Op::ConditionalEntryPointINTEL => true,
        Op::CooperativeMatrixPerElementOpNV => at == 3,
        Op::CooperativeMatrixReduceNV => at == 4,
        Op::CooperativeMatrixLoadTensorNV => at > 6,
        _ => false,
    }
}

/// Returns whether an operand of a debug instruction may name a later definition: functions always do, and members must if a type is
/// recursive.
pub(super) fn debug_may_precede(role: Role) -> bool {
    matches!(role, Role::Member | Role::Function)
}
