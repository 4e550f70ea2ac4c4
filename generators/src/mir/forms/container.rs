//! Forms of the keys of functions and of their frames.

use crate::forms::{Form, forms};
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::{FrameInfo, FrameKey, Function, FunctionFlags};

/// A boolean key of a function: one row each.
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
    /// Returns the spelling of the key.
    pub(in crate::mir) const fn key(self) -> &'static str {
        FunctionFlags::NAMES[self.0 as usize]
    }

    /// Returns the single flag.
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
    /// Keys of a function other than boolean ones.
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
    NoPhis "noPhis" { is: |function| function.no_phis.is_some() }
    IsSsa "isSSA" { is: |function| function.is_ssa.is_some() }
    NoVirtualRegisters "noVRegs" { is: |function| function.no_virtual_registers.is_some() }
    FakeUses "hasFakeUses" { is: |function| function.has_fake_uses.is_some() }
    SplitFrom "split-from" { is: |function| function.registers.iter().any(|register| register.split_from.is_some()) }
    CalledGlobals "calledGlobals" { is: |function| !function.called_globals.is_empty() }
    PrefetchTargets "prefetch-targets" { is: |function| !function.prefetch_targets.is_empty() }
    CalleeTypes "calleeTypeIds" { is: |function| function.call_sites.iter().any(|site| !site.callee_types.is_empty()) }
    SavedRegisters "point registers" { is: |function| function.frame.save_points.iter().any(|point| !point.registers.is_empty()) }
    Info "machineFunctionInfo" { is: |function| function.info.is_some() }
}

/// The columns of a key of a function.
pub(in crate::mir) struct KeyRow {
    is: fn(&Function) -> bool,
}

impl Form for FrameKey {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::FrameKey as usize;

    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn name(self) -> String {
        FrameKey::name(self).to_owned()
    }

    #[inline]
    fn place(self) -> usize {
        self as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        let default = FrameInfo::default();
        facts.functions(|function| u64::from(function.frame.differs(&default, self)))
    }
}
