//! Which operands may name what is defined behind them.

use crate::tables::Role;
use spirv::Op;

/// Whether a word of a core instruction, counted among those after the first, may name what is defined later (SPIR-V 2.16.1, and where it
/// is silent, as SPIRV-Tools has it). Types may only name pointers that were declared ahead; see the caller.
pub(super) fn may_precede(opcode: u16, at: usize) -> bool {
    let Some(op) = Op::from_u32(u32::from(opcode)) else { return false };
    match op {
        Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId | Op::Name | Op::MemberName => true,
        Op::Decorate | Op::MemberDecorate | Op::DecorateId | Op::DecorateString | Op::MemberDecorateString => true,
        Op::SelectionMerge | Op::LoopMerge | Op::Branch | Op::TypeForwardPointer => true,
        Op::GroupDecorate | Op::GroupMemberDecorate | Op::BranchConditional | Op::Switch => at > 0,
        Op::Phi => at > 1,
        Op::FunctionCall => at == 2,
        Op::EnqueueKernel => at == 8,
        Op::GetKernelNDrangeSubGroupCount | Op::GetKernelNDrangeMaxSubGroupSize => at == 3,
        Op::GetKernelWorkGroupSize | Op::GetKernelPreferredWorkGroupSizeMultiple => at == 2,
        Op::ExtInstWithForwardRefsKHR => at > 3,
        _ => false,
    }
}

/// Whether an operand of a debug instruction may name what is defined later: the functions always do, and members must where a type is
/// recursive.
pub(super) fn debug_may_precede(role: Role) -> bool {
    matches!(role, Role::Member | Role::Function)
}
