//! The stage of a function in a backend, which determines the passes that may run on it.

use irsmith_mir::tables::common_opcode;
use irsmith_mir::{
    Block, Class, Element, Function, FunctionFlags, Instruction, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier,
    Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// The requirements of passes on a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Generic opcodes and registers with a type and neither class nor bank, in SSA form: the input of instruction selection. Results of
    /// later passes are absent (see [`Facts::late`]).
    Generic,
    /// Opcodes of the target and virtual registers with a class, in SSA form. There are no bundles: no target for which we have tables
    /// bundles before register allocation.
    Ssa,
    /// Physical registers only, and no operand names an object of the frame: the output of prologepilog.
    Physical,
}

/// Keys of functions that are not passed to any pass: they are not verified, or have funclets, which a function has by the personality of
/// its IR.
const UNSEEN: [FunctionFlags; 7] = [
    FunctionFlags::FAILED_ISEL,
    FunctionFlags::named("failsVerification"),
    FunctionFlags::named("callsEHReturn"),
    FunctionFlags::named("callsUnwindInit"),
    FunctionFlags::named("hasEHCatchret"),
    FunctionFlags::named("hasEHScopes"),
    FunctionFlags::named("hasEHFunclets"),
];

/// Keys which state that passes ran that come after the generic stage.
const SELECTED: [FunctionFlags; 3] = [FunctionFlags::named("legalized"), FunctionFlags::REG_BANK_SELECTED, FunctionFlags::SELECTED];

impl Stage {
    /// Returns the stage of a function as printed by llc, where a block without `successors` has none.
    ///
    /// Returns none for a function that is not passed to any pass: its liveness is not tracked, it is not verified, it has no block or an
    /// unreachable one (removed before instruction selection), or it is a mixture of stages.
    pub(super) fn of(function: &Function) -> Option<Self> {
        let has = |flag| function.flags.contains(flag);
        if !has(FunctionFlags::TRACKS_REG_LIVENESS) || UNSEEN.into_iter().any(has) || !is_connected(&function.blocks) {
            return None;
        }
        let live_into_blocks = function.blocks.iter().skip(1).any(|block| !block.live_ins.is_empty());
        let mut facts = Facts { classes: function.registers.iter().any(|entry| &*entry.class != "_"), ..Facts::default() };
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            facts.note(instruction);
            facts.bundle |= instruction.bundle.is_some();
            instruction.bundle.iter().flatten().for_each(|inner| facts.note(inner));
        }
        // In functions with virtual registers, the only physical live-ins of blocks are the values of landing pads: the verifier requires
        // that if there are PHIs, and some passes before this one make PHIs.
        match facts {
            Facts { undefined_branch: true, .. } | Facts { numbered_copy: true, .. } => None,
            // What the file denies although the body has it.
            Facts { virtuals: true, .. } | Facts { generic: true, .. } if function.is_ssa == Some(false) => None,
            Facts { virtuals: false, .. } if function.no_virtual_registers == Some(false) => None,
            Facts { virtuals: true, .. } if live_into_blocks => None,
            // Selection ends with finalize-isel, which sets the key, and the verifier requires it if there are no PHIs.
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

/// Returns whether the frame names blocks in which to save and restore registers. They are for prologepilog: later passes do not update
/// them.
fn has_save_points(function: &Function) -> bool {
    !function.frame.save_points.is_empty() || !function.frame.restore_points.is_empty()
}

/// Returns whether there are blocks, and all are reachable from the first.
fn is_connected(blocks: &[Block]) -> bool {
    let places: BTreeMap<u32, usize> = blocks.iter().map(|block| block.number).zip(0..).collect();
    let (mut reached, mut rest) = (BTreeSet::from([0]), vec![0]);
    while let Some(block) = rest.pop().and_then(|place| blocks.get(place)) {
        let successors = block.successors.iter().flatten().filter_map(|successor| places.get(&successor.block.number));
        rest.extend(successors.copied().filter(|place| reached.insert(*place)));
    }
    !blocks.is_empty() && reached.len() == blocks.len()
}

/// Facts collected about a function.
#[derive(Default)]
struct Facts<'a> {
    generic: bool,
    phi: bool,
    /// Whether a virtual register has several definitions, or a partial one.
    repeated: bool,
    virtuals: bool,
    /// Whether a virtual register has a class or a bank.
    classes: bool,
    bundle: bool,
    /// Whether a call frame is set up or destroyed.
    calls: bool,
    /// Whether a branch reads flags that are `undef`: `analyzeBranch` returns the condition of a branch without this mark, so passes drop
    /// it.
    undefined_branch: bool,
    /// Whether a COPY has a debug instruction number. `finalizeDebugInstrRefs` looks through copies, so that none gets one, and passes turn
    /// copies into KILLs, which must have none.
    numbered_copy: bool,
    /// Whether it contains anything that no generic function has before instruction selection: generic opcodes of the target, which the
    /// legalizer and later passes make; debug instruction numbers, which are assigned after selection; the begin of an invoke, whose
    /// successors would have to be a landing pad; a scalar of more than 128 bits that is copied to or from a physical register, where calls
    /// and arguments use vectors.
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

/// Returns whether an instruction has a debug instruction number.
fn has_number(instruction: &Instruction) -> bool {
    instruction.suffixes.as_ref().is_some_and(|suffixes| suffixes.debug_number.is_some())
}

/// Returns [`Facts::undefined_branch`] of an instruction.
fn branches_on_nothing(instruction: &Instruction) -> bool {
    let kinds = || instruction.operands.iter().map(|operand| &operand.kind);
    let undefined = RegisterFlags::IMPLICIT | RegisterFlags::UNDEF;
    let is_undefined = |kind: &OperandKind| matches!(kind, OperandKind::Register(operand) if operand.flags.contains(undefined));
    kinds().any(|kind| matches!(kind, OperandKind::Block(_))) && kinds().any(is_undefined)
}

/// Returns [`Facts::late`] of an instruction.
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
    fn stages_are_reported_by_registers_and_opcodes() {
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
