//! Forms of target opcodes, of the opcodes around them, and of their operands.

use crate::forms::{Form, forms};
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use crate::mir::target_facts::{Members, TargetFacts};
use irsmith_mir::tables::Target;
use irsmith_mir::{CfiOperation, Dialect, Operand, OperandKind};
use std::sync::LazyLock;

/// A group of opcodes of a target: one row each.
#[derive(Clone, Copy, Debug)]
pub(in crate::mir) struct Group {
    place: u16,
    pub(in crate::mir) members: &'static Members,
}

static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| {
    let of_both = [Target::X86, Target::AArch64].into_iter().flat_map(|target| &TargetFacts::of(target, Dialect::DEFAULT).groups);
    (0..).zip(of_both).map(|(place, members)| Group { place, members }).collect()
});

impl Group {
    /// Returns the groups of the target.
    pub(in crate::mir) fn of(facts: &TargetFacts) -> &'static [Self] {
        &GROUPS[facts.first_group..facts.first_group + facts.groups.len()]
    }

    /// Returns the index of the group among those of its target.
    pub(in crate::mir) fn place_in_target(self, facts: &TargetFacts) -> usize {
        usize::from(self.place) - facts.first_group
    }
}

impl Form for Group {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Group as usize;

    fn all() -> &'static [Self] {
        &GROUPS
    }

    fn name(self) -> String {
        self.members.name.clone()
    }

    #[inline]
    fn place(self) -> usize {
        self.place.into()
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.of_group(self.members)
    }
}

forms! {
    /// Opcodes around those of the target. The first two are also generated where they are needed.
    pub(in crate::mir) enum Pseudo: PseudoRow in Family::Pseudo;
    seen |form, facts: Facts| form.row().opcodes.iter().map(|opcode| facts.opcode(opcode)).sum();
    Phi "PHI" { opcodes: &["PHI"] }
    ImplicitDef "IMPLICIT_DEF" { opcodes: &["IMPLICIT_DEF"] }
    Copy "COPY" { opcodes: &["COPY"] }
    Kill "KILL" { opcodes: &["KILL"] }
    InsertSubreg "INSERT_SUBREG" { opcodes: &["INSERT_SUBREG"] }
    ExtractSubreg "EXTRACT_SUBREG" { opcodes: &["EXTRACT_SUBREG"] }
    RegSequence "REG_SEQUENCE" { opcodes: &["REG_SEQUENCE"] }
    SubregToReg "SUBREG_TO_REG" { opcodes: &["SUBREG_TO_REG"] }
    Cfi "CFI_INSTRUCTION" { opcodes: &["CFI_INSTRUCTION"] }
    EhLabel "EH_LABEL" { opcodes: &["EH_LABEL"] }
    GcLabel "GC_LABEL" { opcodes: &["GC_LABEL"] }
    AnnotationLabel "ANNOTATION_LABEL" { opcodes: &["ANNOTATION_LABEL"] }
    LifetimeStart "LIFETIME_START" { opcodes: &["LIFETIME_START"] }
    LifetimeEnd "LIFETIME_END" { opcodes: &["LIFETIME_END"] }
    InlineAssembly "INLINEASM" { opcodes: &["INLINEASM"] }
    Membarrier "MEMBARRIER" { opcodes: &["MEMBARRIER"] }
    Probe "PSEUDO_PROBE" { opcodes: &["PSEUDO_PROBE"] }
    Stackmap "STACKMAP" { opcodes: &["STACKMAP"] }
    Patchpoint "PATCHPOINT" { opcodes: &["PATCHPOINT"] }
    FunctionEnter "PATCHABLE_FUNCTION_ENTER" { opcodes: &["PATCHABLE_FUNCTION_ENTER"] }
    FunctionExit "PATCHABLE_FUNCTION_EXIT" { opcodes: &["PATCHABLE_FUNCTION_EXIT"] }
    FentryCall "FENTRY_CALL" { opcodes: &["FENTRY_CALL"] }
    StackGuard "LOAD_STACK_GUARD" { opcodes: &["LOAD_STACK_GUARD"] }
    JumpTableInfo "JUMP_TABLE_DEBUG_INFO" { opcodes: &["JUMP_TABLE_DEBUG_INFO"] }
    ArithFence "ARITH_FENCE" { opcodes: &["ARITH_FENCE"] }
    LocalEscape "LOCAL_ESCAPE" { opcodes: &["LOCAL_ESCAPE"] }
    Bundle "BUNDLE" { opcodes: &["BUNDLE"] }
    FakeUse "FAKE_USE" { opcodes: &["FAKE_USE"] }
    InitUndef "INIT_UNDEF" { opcodes: &["INIT_UNDEF"] }
    CopyLanes "COPY_LANEMASK" { opcodes: &["COPY_LANEMASK"] }
    Call "call" { opcodes: &["CALL64pcrel32", "CALL64r", "BL", "BLR"] }
}

/// The columns of an opcode around those of the target.
pub(in crate::mir) struct PseudoRow {
    /// The opcode, or the opcodes of all targets.
    opcodes: &'static [&'static str],
}

impl Pseudo {
    /// Returns the opcode, if all targets have the same.
    pub(in crate::mir) const fn opcode(self) -> &'static str {
        self.row().opcodes[0]
    }
}

forms! {
    /// Operations of CFI_INSTRUCTION.
    pub(in crate::mir) enum Cfi: CfiRow in Family::Cfi;
    seen |form, facts: Facts| facts.operands(|operand| matches!(operand, OperandKind::Cfi(operation) if (form.row().is)(operation)));
    SameValue "same_value" { is: |operation| matches!(operation, CfiOperation::SameValue(_)) }
    Offset "offset" { is: |operation| matches!(operation, CfiOperation::Offset(..)) }
    RelativeOffset "rel_offset" { is: |operation| matches!(operation, CfiOperation::RelativeOffset(..)) }
    DefCfaRegister "def_cfa_register" { is: |operation| matches!(operation, CfiOperation::DefCfaRegister(_)) }
    DefCfaOffset "def_cfa_offset" { is: |operation| matches!(operation, CfiOperation::DefCfaOffset(_)) }
    AdjustCfaOffset "adjust_cfa_offset" { is: |operation| matches!(operation, CfiOperation::AdjustCfaOffset(_)) }
    DefCfa "def_cfa" { is: |operation| matches!(operation, CfiOperation::DefCfa(..)) }
    DefAddressSpaceCfa "llvm_def_aspace_cfa" { is: |operation| matches!(operation, CfiOperation::DefAddressSpaceCfa(..)) }
    RememberState "remember_state" { is: |operation| matches!(operation, CfiOperation::RememberState) }
    Restore "restore" { is: |operation| matches!(operation, CfiOperation::Restore(_)) }
    RestoreState "restore_state" { is: |operation| matches!(operation, CfiOperation::RestoreState) }
    Undefined "undefined" { is: |operation| matches!(operation, CfiOperation::Undefined(_)) }
    Register "register" { is: |operation| matches!(operation, CfiOperation::Register(..)) }
    WindowSave "window_save" { is: |operation| matches!(operation, CfiOperation::WindowSave) }
    NegateRaSignState "negate_ra_sign_state" { is: |operation| matches!(operation, CfiOperation::NegateRaSignState) }
    NegateRaSignStateWithPc "negate_ra_sign_state_with_pc" { is: |operation| matches!(operation, CfiOperation::NegateRaSignStateWithPc) }
    RegisterPair "llvm_register_pair" { is: |operation| matches!(operation, CfiOperation::RegisterPair(..)) }
    VectorRegisters "llvm_vector_registers" { is: |operation| matches!(operation, CfiOperation::VectorRegisters(..)) }
    VectorOffset "llvm_vector_offset" { is: |operation| matches!(operation, CfiOperation::VectorOffset(..)) }
    VectorRegisterMask "llvm_vector_register_mask" { is: |operation| matches!(operation, CfiOperation::VectorRegisterMask(..)) }
    Escape "escape" { is: |operation| matches!(operation, CfiOperation::Escape(_)) }
}

/// The columns of an operation of CFI_INSTRUCTION.
pub(in crate::mir) struct CfiRow {
    is: fn(&CfiOperation) -> bool,
}

forms! {
    /// Operands in place of a number in opcodes of a target: things whose address the number becomes.
    pub(in crate::mir) enum Symbolic: SymbolicRow in Family::Operand;
    seen |form, facts: Facts| facts.at_numbers(|operand| operand.target_flags.is_some() == (form == Symbolic::Flagged) && (form.row().is)(operand));
    Global "global" { is: |operand| matches!(operand.kind, OperandKind::Global { .. }) }
    ExternalSymbol "external symbol" { is: |operand| matches!(operand.kind, OperandKind::ExternalSymbol { .. }) }
    Constant "constant" { is: |operand| matches!(operand.kind, OperandKind::Constant { .. }) }
    JumpTable "jump table" { is: |operand| matches!(operand.kind, OperandKind::JumpTable(_)) }
    BlockAddress "block address" { is: |operand| matches!(operand.kind, OperandKind::BlockAddress { .. }) }
    Symbol "symbol" { is: |operand| matches!(operand.kind, OperandKind::Symbol(_)) }
    FrameObject "frame object" { is: |operand| matches!(operand.kind, OperandKind::Stack { .. } | OperandKind::FixedStack(_)) }
    Flagged "target flags" { is: |operand| matches!(operand.kind, OperandKind::Global { .. } | OperandKind::ExternalSymbol { .. }) }
}

/// The columns of an operand in place of a number.
pub(in crate::mir) struct SymbolicRow {
    is: fn(&Operand) -> bool,
}
