//! How far a function has come on its way through a backend: what decides which passes may run on it.

use irsmith_mir::tables::common_opcode;
use irsmith_mir::{
    Block, Class, Element, Function, FunctionFlags, Instruction, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier,
    Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// What passes demand of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Generic opcodes and registers with a type and neither class nor bank, in SSA form: what instruction selection begins with. What only
    /// later passes make is not there (see [`Facts::late`]).
    Generic,
    /// Opcodes of the target and virtual registers with a class, in SSA form. Nothing is bundled: targets that bundle before registers are
    /// allocated are others than those that we have tables of.
    Ssa,
    /// Physical registers alone, and no operand names an object of the frame, as prologepilog leaves it.
    Physical,
}

/// Keys of functions that no pass gets to see: the verifier is not asked about them, or they tell of funclets, which a function has through the
/// personality of its IR.
const UNSEEN: [&str; 7] =
    ["failedISel", "failsVerification", "callsEHReturn", "callsUnwindInit", "hasEHCatchret", "hasEHScopes", "hasEHFunclets"];

/// Keys that claim that passes ran which a generic function has before it.
const SELECTED: [&str; 3] = ["legalized", "regBankSelected", "selected"];

impl Stage {
    /// The stage of a function as llc prints it, so that a block without `successors` has none.
    ///
    /// None of one that no pass gets to see: its registers are not tracked, it is not verified, it has no block or one that nothing leads to (a
    /// function loses those before instruction selection), or it is a mixture.
    pub(super) fn of(function: &Function) -> Option<Self> {
        let has = |name: &str| FunctionFlags::of(name).is_some_and(|flag| function.flags.contains(flag));
        if !has("tracksRegLiveness") || UNSEEN.into_iter().any(has) || !is_connected(&function.blocks) {
            return None;
        }
        let live_into_blocks = function.blocks.iter().skip(1).any(|block| !block.live_ins.is_empty());
        let mut facts = Facts { classes: function.registers.iter().any(|entry| &*entry.class != "_"), ..Facts::default() };
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            facts.note(instruction);
            facts.bundle |= instruction.bundle.is_some();
            instruction.bundle.iter().flatten().for_each(|inner| facts.note(inner));
        }
        // Into blocks of a function with virtual registers nothing physical lives but the parts of landing pads: the verifier asks for that where
        // there are PHIs, and there are some behind passes that make them.
        match facts {
            Facts { undefined_branch: true, .. } | Facts { numbered_copy: true, .. } => None,
            Facts { virtuals: true, .. } if live_into_blocks => None,
            // Selection ends with finalize-isel, which sets the key, and the verifier asks for it once there are no PHIs.
            Facts { calls: true, .. } if !function.frame.adjusts_stack => None,
            Facts { generic: true, repeated: false, classes: false, late: false, .. } if !SELECTED.into_iter().any(has) => {
                Some(Self::Generic)
            }
            Facts { generic: false, repeated: false, virtuals: true, bundle: false, .. } => Some(Self::Ssa),
            Facts { generic: false, virtuals: false, frame: false, phi: false, .. } if !has_save_points(function) => Some(Self::Physical),
            _ => None,
        }
    }
}

/// Whether the frame names blocks to save and restore registers in. Those are for prologepilog: nothing behind it keeps them up to date.
fn has_save_points(function: &Function) -> bool {
    function.frame.save_point.is_some() || function.frame.restore_point.is_some()
}

/// Whether there are blocks, and the first leads to all of them.
fn is_connected(blocks: &[Block]) -> bool {
    let places: BTreeMap<u32, usize> = blocks.iter().map(|block| block.number).zip(0..).collect();
    let (mut reached, mut rest) = (BTreeSet::from([0]), vec![0]);
    while let Some(block) = rest.pop().and_then(|place| blocks.get(place)) {
        let successors = block.successors.iter().flatten().filter_map(|successor| places.get(&successor.block.number));
        rest.extend(successors.copied().filter(|place| reached.insert(*place)));
    }
    !blocks.is_empty() && reached.len() == blocks.len()
}

/// What was seen of a function.
#[derive(Default)]
struct Facts<'a> {
    generic: bool,
    phi: bool,
    /// Whether a virtual register is written twice, or in part.
    repeated: bool,
    virtuals: bool,
    /// Whether a virtual register has a class or a bank.
    classes: bool,
    bundle: bool,
    /// Whether a call frame is set up or destroyed.
    calls: bool,
    /// Whether a branch reads flags that are `undef`: `analyzeBranch` tells passes what decides a branch, and not that, so they lose it.
    undefined_branch: bool,
    /// Whether a COPY has the number of a debug instruction. `finalizeDebugInstrRefs` looks through copies, so that none gets one, and passes make
    /// KILLs of them, which must have none.
    numbered_copy: bool,
    /// Whether there is what no generic function has before instruction selection: generic opcodes of the target, which the legalizer and the
    /// passes behind it make; numbers of debug instructions, which follow selection; the begin of an invoke, whose successors would have to be a
    /// landing pad; a scalar of more than 128 bits that is or becomes a physical register, where calls and arguments use vectors.
    late: bool,
    /// Whether an operand is an object of the frame.
    frame: bool,
    written: BTreeSet<&'a Register>,
}

impl<'a> Facts<'a> {
    fn note(&mut self, instruction: &'a Instruction) {
        self.generic |= instruction.opcode.starts_with("G_");
        self.phi |= instruction.opcode == "PHI";
        self.calls |= instruction.opcode.starts_with("ADJCALLSTACK");
        self.late |= is_late(instruction);
        self.undefined_branch |= branches_on_nothing(instruction);
        self.numbered_copy |= instruction.opcode == "COPY" && has_number(instruction);
        for result in &instruction.results {
            self.register(result, true);
        }
        for operand in &instruction.operands {
            self.frame |= matches!(operand.kind, OperandKind::Stack { .. } | OperandKind::FixedStack(_));
            if let OperandKind::Register(operand) = &operand.kind {
                self.register(operand, operand.flags.contains(RegisterFlags::IMPLICIT_DEF) || operand.flags.contains(RegisterFlags::DEF));
            }
        }
    }

    fn register(&mut self, operand: &'a RegisterOperand, is_result: bool) {
        self.generic |= matches!(operand.qualifier, RegisterQualifier::Type(_));
        self.classes |= matches!(operand.class, Class::Named(_));
        if is_virtual(&operand.register) {
            self.repeated |= is_result && (self.written.replace(&operand.register).is_some() || operand.subregister.is_some());
            self.virtuals = true;
        }
    }
}

/// Whether an instruction has the number of a debug instruction.
fn has_number(instruction: &Instruction) -> bool {
    instruction.suffixes.as_ref().is_some_and(|suffixes| suffixes.debug_number.is_some())
}

/// See [`Facts::undefined_branch`].
fn branches_on_nothing(instruction: &Instruction) -> bool {
    let kinds = || instruction.operands.iter().map(|operand| &operand.kind);
    let undefined = RegisterFlags::IMPLICIT | RegisterFlags::UNDEF;
    let is_undefined = |kind: &OperandKind| matches!(kind, OperandKind::Register(operand) if operand.flags.contains(undefined));
    kinds().any(|kind| matches!(kind, OperandKind::Block(_))) && kinds().any(is_undefined)
}

/// See [`Facts::late`].
fn is_late(instruction: &Instruction) -> bool {
    let name = &*instruction.opcode;
    let registers = || {
        let operands = instruction.operands.iter().filter_map(|operand| match &operand.kind {
            OperandKind::Register(operand) => Some(operand),
            _ => None,
        });
        instruction.results.iter().chain(operands)
    };
    let is_physical = |operand: &RegisterOperand| matches!(operand.register, Register::Physical(_));
    let is_wide =
        |operand: &RegisterOperand| matches!(operand.qualifier, RegisterQualifier::Type(Type::Single(Element::Scalar(bits))) if bits > 128);
    (name.starts_with("G_") && common_opcode(name).is_none())
        || has_number(instruction)
        || name == "G_INVOKE_REGION_START"
        || (name == "COPY" && registers().any(is_physical) && registers().any(is_wide))
}

const fn is_virtual(register: &Register) -> bool {
    !matches!(register, Register::Physical(_) | Register::None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::{File, Limits};

    fn stage(keys: &str, lines: &[&str]) -> Option<Stage> {
        let text = format!("---\nname: f\n{keys}body: |\n  bb.0:\n    {}\n...\n", lines.join("\n    "));
        Stage::of(&File::read(text.as_bytes(), &Limits::default()).unwrap().functions[0])
    }

    #[test]
    fn stages_are_told_by_registers_and_opcodes() {
        let tracked = "tracksRegLiveness: true\n";
        for (lines, expected) in [
            (&["%0:_(s32) = G_IMPLICIT_DEF"][..], Some(Stage::Generic)),
            (&["%0:_(s32) = G_ADD_LOW %1, %2"], None),
            (&["%0:_(s32) = G_IMPLICIT_DEF debug-instr-number 1"], None),
            (&["%0:_(s32) = G_IMPLICIT_DEF", "G_INVOKE_REGION_START"], None),
            (&["%0:_(s256) = COPY $ymm0"], None),
            (&["%0:_(s128) = COPY $xmm0"], Some(Stage::Generic)),
            (&["%0:gpr(s32) = G_IMPLICIT_DEF"], None),
            (&["%0:_(s32) = G_IMPLICIT_DEF", "%1:gr32 = COPY %0"], None),
            (&["%0:_(s32) = G_IMPLICIT_DEF", "%0:_(s32) = G_IMPLICIT_DEF"], None),
            (&["%0:gr32 = IMPLICIT_DEF", "%1:gr32 = COPY %0"], Some(Stage::Ssa)),
            (&["%0:gr32 = COPY $edi, debug-instr-number 1"], None),
            (&["%0:gr32 = MOV32rr $edi, debug-instr-number 1"], Some(Stage::Ssa)),
            (&["X %0:gr32, implicit-def %0"], Some(Stage::Ssa)),
            (&["X %0:gr32, implicit-def %0, implicit-def %0"], None),
            (&["%0:gr32 = IMPLICIT_DEF", "%0:gr32 = COPY %0"], None),
            (&["undef %0.sub_32bit:gr64 = IMPLICIT_DEF"], None),
            (&["BUNDLE {", "  %0:gr32 = IMPLICIT_DEF", "}"], None),
            (&["$eax = COPY $edi"], Some(Stage::Physical)),
            (&["BUNDLE {", "  $eax = COPY $edi", "}"], Some(Stage::Physical)),
            (&["ADJCALLSTACKDOWN64 0, 0, 0"], None),
            (&["X %stack.0"], None),
            (&["X %fixed-stack.0"], None),
            (&["X %bb.0, implicit undef $eflags"], None),
            (&["X %bb.0, implicit $eflags"], Some(Stage::Physical)),
            (&["X", "", "bb.1:", "Y"], None),
            (&["successors: %bb.1", "", "bb.1:", "Y"], Some(Stage::Physical)),
            (&["successors: %bb.1", "", "bb.1:", "liveins: $eax", "", "Y"], Some(Stage::Physical)),
            (&["successors: %bb.1", "%0:gr32 = IMPLICIT_DEF", "", "bb.1:", "liveins: $eax", "", "Y"], None),
        ] {
            assert_eq!(stage(tracked, lines), expected, "{lines:?}");
            assert_eq!(stage("", lines), None);
            assert_eq!(stage(&format!("{tracked}failsVerification: true\n"), lines), None);
            assert_eq!(stage(&format!("{tracked}hasEHFunclets: true\n"), lines), None);
            let saved = expected.filter(|stage| *stage != Stage::Physical);
            assert_eq!(stage(&format!("{tracked}frameInfo:\n  savePoint: '%bb.0'\n"), lines), saved, "{lines:?}");
            let selected = expected.filter(|stage| *stage != Stage::Generic);
            assert_eq!(stage(&format!("{tracked}legalized: true\n"), lines), selected, "{lines:?}");
        }
        assert_eq!(Stage::of(&File::read(b"---\nname: f\ntracksRegLiveness: true\n...\n", &Limits::default()).unwrap().functions[0]), None);
    }
}
