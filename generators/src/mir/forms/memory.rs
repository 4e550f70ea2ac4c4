//! Forms of memory operands.

use crate::forms::{Form, forms};
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::{MemoryFlags, MemoryOperand, MemorySize, Ordering, Pointer};

/// A flag of a memory operand: one row each.
#[derive(Clone, Copy, Debug)]
pub(in crate::mir) struct MemoryFlag(u8);

const FLAGS: [MemoryFlag; MemoryFlags::NAMES.len()] = {
    let mut all = [MemoryFlag(0); MemoryFlags::NAMES.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = MemoryFlag(place as u8);
        place += 1;
    }
    all
};

impl MemoryFlag {
    /// Returns the single flag.
    pub(in crate::mir) const fn flags(self) -> MemoryFlags {
        MemoryFlags(1 << self.0)
    }
}

impl Form for MemoryFlag {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::MemoryFlag as usize;

    fn all() -> &'static [Self] {
        &FLAGS
    }

    fn name(self) -> String {
        self.flags().name().to_owned()
    }

    #[inline]
    fn place(self) -> usize {
        self.0.into()
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.memory(|memory| memory.flags.contains(self.flags()))
    }
}

forms! {
    /// Parts of memory operands other than flags, orderings and pointers.
    pub(in crate::mir) enum MemoryForm: MemoryRow in Family::Memory;
    seen |form, facts: Facts| facts.memory(form.row().is);
    Typed "size of a type" { is: |memory| matches!(memory.size, MemorySize::Type(_)) }
    Bytes "size in bytes" { is: |memory| matches!(memory.size, MemorySize::Bytes(_)) }
    Unknown "unknown size" { is: |memory| memory.size == MemorySize::Unknown }
    Scope "syncscope" { is: |memory| memory.scope.is_some() }
    Failure "failure ordering" { is: |memory| memory.failure_ordering.is_some() }
    Align "align" { is: |memory| memory.alignment.is_some() }
    BaseAlign "basealign" { is: |memory| memory.base_alignment.is_some() }
    Space "addrspace" { is: |memory| memory.address_space.is_some() }
    Tbaa "tbaa" { is: |memory| memory.tbaa.is_some() }
    AliasScope "alias.scope" { is: |memory| memory.alias_scope.is_some() }
    NoAlias "noalias" { is: |memory| memory.no_alias.is_some() }
    NoAliasSpaces "noalias.addrspace" { is: |memory| memory.no_alias_spaces.is_some() }
    Range "range" { is: |memory| memory.range.is_some() }
    Positive "positive offset" { is: |memory| memory.offset > 0 }
    Negative "negative offset" { is: |memory| memory.offset < 0 }
    TargetFlag "target flag" { is: |memory| !memory.target_flags.is_empty() }
}

/// The columns of a part of memory operands.
pub(in crate::mir) struct MemoryRow {
    is: fn(&MemoryOperand) -> bool,
}

forms! {
    /// Kinds of pointers. `custom` is for targets with pointers of their own, which X86 and AArch64 do not have.
    pub(in crate::mir) enum PointerForm: PointerRow in Family::Pointer;
    seen |form, facts: Facts| facts.memory(|memory| memory.pointer.as_ref().is_some_and(form.row().is));
    Value "value of the module" { is: |pointer| matches!(pointer, Pointer::Ir(_)) }
    Global "global" { is: |pointer| matches!(pointer, Pointer::Global(_)) }
    Constant "constant" { is: |pointer| matches!(pointer, Pointer::Constant(_)) }
    StackPointer "stack" { is: |pointer| matches!(pointer, Pointer::StackPointer) }
    Got "got" { is: |pointer| matches!(pointer, Pointer::Got) }
    JumpTable "jump-table" { is: |pointer| matches!(pointer, Pointer::JumpTable) }
    ConstantPool "constant-pool" { is: |pointer| matches!(pointer, Pointer::ConstantPool) }
    CallEntryGlobal "call-entry of a global" { is: |pointer| matches!(pointer, Pointer::CallEntryGlobal(_)) }
    CallEntrySymbol "call-entry of a symbol" { is: |pointer| matches!(pointer, Pointer::CallEntrySymbol(_)) }
    Stack "stack object" { is: |pointer| matches!(pointer, Pointer::Stack { .. }) }
    FixedStack "fixed object" { is: |pointer| matches!(pointer, Pointer::FixedStack(_)) }
    Unknown "unknown-address" { is: |pointer| matches!(pointer, Pointer::Unknown) }
}

/// The columns of a kind of pointers.
pub(in crate::mir) struct PointerRow {
    is: fn(&Pointer) -> bool,
}

impl Form for Ordering {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Ordering as usize;

    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn name(self) -> String {
        Self::name(self).to_owned()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.memory(|memory| memory.ordering == Some(self) || memory.failure_ordering == Some(self))
    }
}
