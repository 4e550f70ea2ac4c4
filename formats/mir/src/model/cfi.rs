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
    /// `escape 0x.., 0x..`.
    Escape(Vec<u8>),
}

impl CfiOperation {
    /// Returns the registers that the operation names, in their order.
    pub fn registers(&self) -> impl Iterator<Item = &Register> {
        let registers = match self {
            Self::SameValue(register) | Self::DefCfaRegister(register) | Self::Restore(register) | Self::Undefined(register) => {
                [Some(register), None]
            }
            Self::Offset(register, _) | Self::RelativeOffset(register, _) | Self::DefCfa(register, _) => [Some(register), None],
            Self::DefAddressSpaceCfa(register, ..) => [Some(register), None],
            Self::Register(first, second) => [Some(first), Some(second)],
            Self::DefCfaOffset(_) | Self::AdjustCfaOffset(_) | Self::Escape(_) => [None, None],
            Self::RememberState | Self::RestoreState | Self::WindowSave | Self::NegateRaSignState => [None, None],
        };
        registers.into_iter().flatten()
    }
}
