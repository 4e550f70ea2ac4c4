//! Forms of flags and suffixes of instructions, and of debug instructions.

use crate::forms::{Form, forms};
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::tables::{FLAGS, FlagRow};
use irsmith_mir::{Atom, DebugLocation, Instruction, InstructionFlags, OperandKind, Register, RegisterOperand, Suffixes};
use std::sync::LazyLock;

/// A flag of an instruction that llc reads: one row each.
#[derive(Clone, Copy, Debug)]
pub(in crate::mir) struct Flag {
    place: u16,
    pub(in crate::mir) row: &'static FlagRow,
    /// The single flag.
    pub(in crate::mir) flags: InstructionFlags,
}

static READABLE: LazyLock<Vec<Flag>> = LazyLock::new(|| {
    let readable = FLAGS.iter().filter(|row| row.since.is_some());
    (0..).zip(readable).map(|(place, row)| Flag { place, row, flags: row.flag }).collect()
});

impl Form for Flag {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Flag as usize;

    fn all() -> &'static [Self] {
        &READABLE
    }

    fn name(self) -> String {
        self.row.name.to_owned()
    }

    #[inline]
    fn place(self) -> usize {
        self.place.into()
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.lines(|line| line.flags.contains(self.flags))
    }
}

forms! {
    /// Debug instructions.
    pub(in crate::mir) enum Debug: DebugRow in Family::Debug;
    seen |form, facts: Facts| facts.lines(|line| line.opcode == form.row().opcode && (form.row().is)(line));
    Register "DBG_VALUE of a register" { is: |line| is_register(line) && !is_indirect(line), ..VALUE }
    Number "DBG_VALUE of a number" { is: |line| matches!(first(line), Some(OperandKind::Immediate(_))), ..VALUE }
    Object "DBG_VALUE of an object" { is: |line| matches!(first(line), Some(OperandKind::Stack { .. } | OperandKind::FixedStack(_))), ..VALUE }
    Constant "DBG_VALUE of a constant" { is: |line| matches!(first(line), Some(OperandKind::Integer(_))), ..VALUE }
    Nothing "DBG_VALUE of nothing" {
        is: |line| matches!(first(line), Some(OperandKind::Register(RegisterOperand { register: Register::None, .. }))), ..VALUE
    }
    Indirect "indirect DBG_VALUE" { is: |line| is_register(line) && is_indirect(line), ..VALUE }
    List "DBG_VALUE_LIST" { opcode: "DBG_VALUE_LIST", is: |_| true }
    Reference "DBG_INSTR_REF" { opcode: "DBG_INSTR_REF", is: |_| true }
    Phi "DBG_PHI" { opcode: "DBG_PHI", is: |_| true }
    Label "DBG_LABEL" { opcode: "DBG_LABEL", is: |_| true }
}

/// The columns of a debug instruction.
pub(in crate::mir) struct DebugRow {
    opcode: &'static str,
    is: fn(&Instruction) -> bool,
}

impl DebugRow {
    const VALUE: Self = Self { opcode: "DBG_VALUE", is: |_| true };
}

fn first(line: &Instruction) -> Option<&OperandKind> {
    line.operands.first().map(|operand| &operand.kind)
}

fn is_register(line: &Instruction) -> bool {
    matches!(first(line), Some(OperandKind::Register(operand)) if operand.register != Register::None)
}

fn is_indirect(line: &Instruction) -> bool {
    line.operands.get(1).is_some_and(|operand| matches!(operand.kind, OperandKind::Immediate(_)))
}

forms! {
    /// Suffixes of an instruction, after its operands.
    pub(in crate::mir) enum Suffix: SuffixRow in Family::Suffix;
    seen |form, facts: Facts| facts.suffixes(form.row().is);
    PreSymbol "pre-instr-symbol" { is: |suffixes| suffixes.pre_symbol.is_some() }
    PostSymbol "post-instr-symbol" { is: |suffixes| suffixes.post_symbol.is_some() }
    HeapAlloc "heap-alloc-marker" { is: |suffixes| suffixes.heap_alloc_marker.is_some() }
    PcSections "pcsections" { is: |suffixes| suffixes.pc_sections.is_some() }
    CfiType "cfi-type" { is: |suffixes| suffixes.cfi_type.is_some() }
    DebugNumber "debug-instr-number" { is: |suffixes| suffixes.debug_number.is_some() }
    Location "debug-location" { is: |suffixes| matches!(suffixes.debug_location, Some(DebugLocation::Number(_))) }
    MemoryModel "mmra" { is: |suffixes| suffixes.memory_model.is_some() }
    InlineLocation "inline debug-location" { is: |suffixes| matches!(suffixes.debug_location, Some(DebugLocation::Inline { .. })) }
    AtomGroup "atomGroup" { is: |suffixes| atom(suffixes).is_some_and(|atom| atom.group != 0) }
    AtomRank "atomRank" { is: |suffixes| atom(suffixes).is_some_and(|atom| atom.rank != 0) }
}

fn atom(suffixes: &Suffixes) -> Option<Atom> {
    if let Some(DebugLocation::Inline { atom, .. }) = &suffixes.debug_location { Some(*atom) } else { None }
}

/// The columns of a suffix.
pub(in crate::mir) struct SuffixRow {
    is: fn(&Suffixes) -> bool,
}
