//! Forms of the keys of functions and of their frames.

use crate::forms::{Form, forms};
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::{FrameInfo, Function, FunctionFlags};

/// A key of a function that is true or false: a row each.
#[derive(Clone, Copy, Debug)]
pub(in crate::mir) struct FunctionFlag(u8);

const FLAGS: [FunctionFlag; FunctionFlags::NAMES.len()] = {
    let mut all = [FunctionFlag(0); FunctionFlags::NAMES.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = FunctionFlag(place as u8);
        place += 1;
    }
    all
};

impl FunctionFlag {
    /// How the key is spelled.
    pub(in crate::mir) const fn key(self) -> &'static str {
        FunctionFlags::NAMES[self.0 as usize]
    }

    /// The flag alone.
    pub(in crate::mir) const fn flags(self) -> FunctionFlags {
        FunctionFlags(1 << self.0)
    }
}

impl Form for FunctionFlag {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::FunctionFlag as usize;

    fn all() -> &'static [Self] {
        &FLAGS
    }

    fn name(self) -> String {
        self.key().to_owned()
    }

    #[inline]
    fn place(self) -> usize {
        self.0.into()
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.functions(|function| u64::from(function.flags.contains(self.flags())))
    }
}

forms! {
    /// Keys of a function beside those that are true or false.
    pub(in crate::mir) enum Key: KeyRow in Family::Key;
    seen |form, facts: Facts| facts.functions(|function| u64::from((form.row().is)(function)));
    Alignment "alignment" { is: |function| function.alignment != 1 }
    Registers "registers" { is: |function| !function.registers.is_empty() }
    Preferred "preferred-register" { is: |function| function.registers.iter().any(|register| register.preferred.is_some()) }
    LiveIns "liveins" { is: |function| !function.live_ins.is_empty() }
    CalleeSaved "calleeSavedRegisters" { is: |function| function.callee_saved.as_ref().is_some_and(|saved| !saved.is_empty()) }
    NoCalleeSaved "no calleeSavedRegisters" { is: |function| function.callee_saved.as_ref().is_some_and(Vec::is_empty) }
    EntryValues "entry_values" { is: |function| !function.entry_values.is_empty() }
    Substitutions "debugValueSubstitutions" { is: |function| !function.substitutions.is_empty() }
    Info "machineFunctionInfo" { is: |function| function.info.is_some() }
}

/// The columns of a key of a function.
pub(in crate::mir) struct KeyRow {
    is: fn(&Function) -> bool,
}

forms! {
    /// Keys of the frame, in the order of [`FrameInfo`].
    pub(in crate::mir) enum FrameKey: FrameRow in Family::FrameKey;
    seen |form, facts: Facts| facts.functions(|function| u64::from((form.row().is)(&function.frame)));
    FrameAddressTaken "isFrameAddressTaken" { is: |frame| frame.frame_address_taken }
    ReturnAddressTaken "isReturnAddressTaken" { is: |frame| frame.return_address_taken }
    StackMap "hasStackMap" { is: |frame| frame.has_stack_map }
    PatchPoint "hasPatchPoint" { is: |frame| frame.has_patch_point }
    StackSize "stackSize" { is: |frame| frame.stack_size != 0 }
    OffsetAdjustment "offsetAdjustment" { is: |frame| frame.offset_adjustment != 0 }
    MaxAlignment "maxAlignment" { is: |frame| frame.max_alignment != 0 }
    AdjustsStack "adjustsStack" { is: |frame| frame.adjusts_stack }
    Calls "hasCalls" { is: |frame| frame.has_calls }
    StackProtector "stackProtector" { is: |frame| !frame.stack_protector.is_empty() }
    FunctionContext "functionContext" { is: |frame| !frame.function_context.is_empty() }
    MaxCallFrameSize "maxCallFrameSize" { is: |frame| frame.max_call_frame_size.is_some() }
    CvBytes "cvBytesOfCalleeSavedRegisters" { is: |frame| frame.cv_bytes_of_callee_saved != 0 }
    OpaqueSp "hasOpaqueSPAdjustment" { is: |frame| frame.has_opaque_sp_adjustment }
    VaStart "hasVAStart" { is: |frame| frame.has_va_start }
    MustTail "hasMustTailInVarArgFunc" { is: |frame| frame.has_must_tail_in_var_arg }
    TailCall "hasTailCall" { is: |frame| frame.has_tail_call }
    CalleeSavedValid "isCalleeSavedInfoValid" { is: |frame| frame.callee_saved_info_valid }
    LocalFrameSize "localFrameSize" { is: |frame| frame.local_frame_size != 0 }
    SavePoint "savePoint" { is: |frame| frame.save_point.is_some() }
    RestorePoint "restorePoint" { is: |frame| frame.restore_point.is_some() }
}

/// The columns of a key of the frame.
pub(in crate::mir) struct FrameRow {
    is: fn(&FrameInfo) -> bool,
}
