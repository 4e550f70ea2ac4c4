//! Operations of `CFI_INSTRUCTION`.

use crate::Register;

/// How the caller's frame is found from here on; offsets are in bytes.
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
