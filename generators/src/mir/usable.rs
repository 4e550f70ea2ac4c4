//! The opcodes of a target that are generated from their rows alone, and the reasons why others are not.

use irsmith_mir::tables::{Machine, Opcode, Properties, SlotKind, Target};

/// Opcodes that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The target.
    pub target: Target,
    /// The opcode; with an asterisk at its end, all that begin with it.
    pub opcodes: &'static str,
    /// The reason.
    pub reason: &'static str,
}

const fn row(target: Target, opcodes: &'static str, reason: &'static str) -> LeftOut {
    LeftOut { target, opcodes, reason }
}

/// The call frame is tracked through the blocks: only pairs may be generated.
const FRAME: &str = "opens or closes a call frame: made in pairs around calls";

/// Opcodes that are left out by name. Opcodes with control flow are left out as a whole: `target::branches` generates them.
pub const LEFT_OUT: &[LeftOut] = &[row(Target::X86, "ADJCALLSTACK*", FRAME), row(Target::AArch64, "ADJCALLSTACK*", FRAME)];

/// Opcodes of every target that are left out, each with the reason.
pub const COMMON_LEFT_OUT: &[(&str, &str)] = &[
    ("CONVERGENCECTRL_ANCHOR", "tokens of convergence: registers of no class, which llc reads of targets that make them"),
    ("CONVERGENCECTRL_ENTRY", "tokens of convergence"),
    ("CONVERGENCECTRL_GLUE", "tokens of convergence"),
    ("CONVERGENCECTRL_LOOP", "tokens of convergence"),
    ("COPY_TO_REGCLASS", "gone before there is a machine function"),
    ("FAULTING_OP", "names an opcode by its number, which changes with every release"),
    ("ICALL_BRANCH_FUNNEL", "its operands are known to one pass alone"),
    ("PATCHABLE_EVENT_CALL", "its operands are known to one pass alone"),
    ("PATCHABLE_OP", "names an opcode by its number, which changes with every release"),
    ("PATCHABLE_RET", "names an opcode by its number, which changes with every release"),
    ("PATCHABLE_TAIL_CALL", "names an opcode by its number, which changes with every release"),
    ("PATCHABLE_TYPED_EVENT_CALL", "its operands are known to one pass alone"),
    ("PREALLOCATED_ARG", "numbers of calls that the container does not keep"),
    ("PREALLOCATED_SETUP", "numbers of calls that the container does not keep"),
    ("RELOC_NONE", "no row yet; since LLVM 22"),
    ("STATEPOINT", "operands that no table describes: the verifier reads past their end where they are wrong"),
];

impl LeftOut {
    fn matches(&self, machine: &Machine, opcode: &Opcode) -> bool {
        let name = match self.opcodes.strip_suffix('*') {
            Some(prefix) => opcode.name.starts_with(prefix),
            None => opcode.name == self.opcodes,
        };
        name && self.target == machine.target()
    }
}

/// Returns whether an opcode is generated from its row alone: it has no control flow, its operands are known, and no row of [`LEFT_OUT`]
/// names it.
pub fn usable(machine: &Machine, opcode: &Opcode) -> bool {
    let control = [Properties::TERMINATOR, Properties::BRANCH, Properties::CALL, Properties::RETURN, Properties::BARRIER];
    let directs = control.iter().any(|property| opcode.is(*property));
    let known = opcode.operands.iter().all(|slot| !slot.branch_target && slot.kind != SlotKind::Block);
    !directs && known && !LEFT_OUT.iter().any(|row| row.matches(machine, opcode))
}
