//! Operations of `CFI_INSTRUCTION`.

use crate::Register;

/// An operation that describes how to find the caller's frame from here on; offsets are in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CfiOperation {
    /// `same_value R`.
    SameValue(Register),
    /// `offset R, N`.
    Offset(Register, i32),
    /// `rel_offset R, N`.
    RelativeOffset(Register, i32),
    /// `def_cfa_register R`.
    DefCfaRegister(Register),
    /// `def_cfa_offset N`.
    DefCfaOffset(i32),
    /// `adjust_cfa_offset N`.
    AdjustCfaOffset(i32),
    /// `def_cfa R, N`.
    DefCfa(Register, i32),
    /// `llvm_def_aspace_cfa R, N, A`.
    DefAddressSpaceCfa(Register, i32, u32),
    /// `remember_state`.
    RememberState,
    /// `restore R`.
    Restore(Register),
    /// `restore_state`.
    RestoreState,
    /// `undefined R`.
    Undefined(Register),
    /// `register R, R`.
    Register(Register, Register),
    /// `window_save`.
    WindowSave,
    /// `negate_ra_sign_state`.
    NegateRaSignState,
    /// `negate_ra_sign_state_with_pc`, since LLVM 20.
    NegateRaSignStateWithPc,
    /// `llvm_register_pair R, R, N, R, N`, since LLVM 23: a register, and two that hold its parts of so many bits.
    RegisterPair(Register, [(Register, u32); 2]),
    /// `llvm_vector_registers R, R, N, N, ...`, since LLVM 23: a register, and lanes of vectors of so many bits that hold its parts.
    VectorRegisters(Register, Vec<(Register, u32, u32)>),
    /// `llvm_vector_offset R, N, R, N, N`, since LLVM 23: a register and the size of its lanes in bits, a mask and its size in bits, and an
    /// offset.
    VectorOffset(Register, u32, Register, u32, i32),
    /// `llvm_vector_register_mask R, R, N, R, N`, since LLVM 23: a register, the register that holds it with the size of its lanes in bits,
    /// and a mask with its size in bits.
    VectorRegisterMask(Register, [(Register, u32); 2]),
    /// `escape 0x.., 0x..`.
    Escape(Vec<u8>),
}

impl CfiOperation {
    /// Returns the registers that the operation names, in their order.
    pub fn registers(&self) -> impl Iterator<Item = &Register> {
        let parts: &[(Register, u32, u32)] = if let Self::VectorRegisters(_, parts) = self { parts } else { &[] };
        let registers = match self {
            Self::SameValue(register) | Self::DefCfaRegister(register) | Self::Restore(register) | Self::Undefined(register) => {
                [Some(register), None, None]
            }
            Self::Offset(register, _) | Self::RelativeOffset(register, _) | Self::DefCfa(register, _) => [Some(register), None, None],
            Self::DefAddressSpaceCfa(register, ..) | Self::VectorRegisters(register, _) => [Some(register), None, None],
            Self::Register(first, second) | Self::VectorOffset(first, _, second, ..) => [Some(first), Some(second), None],
            Self::RegisterPair(register, [first, second]) | Self::VectorRegisterMask(register, [first, second]) => {
                [Some(register), Some(&first.0), Some(&second.0)]
            }
            Self::DefCfaOffset(_) | Self::AdjustCfaOffset(_) | Self::Escape(_) => [None, None, None],
            Self::RememberState | Self::RestoreState | Self::WindowSave => [None, None, None],
            Self::NegateRaSignState | Self::NegateRaSignStateWithPc => [None, None, None],
        };
        registers.into_iter().flatten().chain(parts.iter().map(|(register, ..)| register))
    }
}
