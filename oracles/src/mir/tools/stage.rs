//! How far a function has come on its way through a backend: what decides which passes may run on it.

use irsmith_mir::{Function, FunctionFlags, Instruction, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier};
use std::collections::BTreeSet;

/// What passes demand of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Generic opcodes, in SSA form.
    Generic,
    /// Opcodes of the target, in SSA form.
    Ssa,
    /// Opcodes of the target, no longer in SSA form and without PHIs.
    NotSsa,
    /// Physical registers alone.
    Physical,
}

/// The keys of functions that the verifier is not asked about.
const UNVERIFIED: [&str; 2] = ["failedISel", "failsVerification"];

impl Stage {
    /// The stage of a function; none of one that no pass gets to see: its registers are not tracked, it is not verified, or it is a mixture.
    pub(super) fn of(function: &Function) -> Option<Self> {
        let has = |name: &str| FunctionFlags::of(name).is_some_and(|flag| function.flags.contains(flag));
        if !has("tracksRegLiveness") || UNVERIFIED.into_iter().any(has) {
            return None;
        }
        let mut facts = Facts::default();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            facts.note(instruction);
            instruction.bundle.iter().flatten().for_each(|inner| facts.note(inner));
        }
        match facts {
            Facts { generic: true, repeated: false, .. } => Some(Self::Generic),
            Facts { generic: false, repeated: false, virtuals: true, .. } => Some(Self::Ssa),
            Facts { generic: false, phi: false, virtuals, .. } => Some(if virtuals { Self::NotSsa } else { Self::Physical }),
            _ => None,
        }
    }
}

/// What was seen of a function.
#[derive(Default)]
struct Facts<'a> {
    generic: bool,
    phi: bool,
    /// Whether a virtual register is written twice, or in part.
    repeated: bool,
    virtuals: bool,
    written: BTreeSet<&'a Register>,
}

impl<'a> Facts<'a> {
    fn note(&mut self, instruction: &'a Instruction) {
        self.generic |= instruction.opcode.starts_with("G_");
        self.phi |= instruction.opcode == "PHI";
        for result in &instruction.results {
            self.register(result, true);
        }
        for operand in &instruction.operands {
            if let OperandKind::Register(operand) = &operand.kind {
                self.register(operand, operand.flags.contains(RegisterFlags::IMPLICIT_DEF) || operand.flags.contains(RegisterFlags::DEF));
            }
        }
    }

    fn register(&mut self, operand: &'a RegisterOperand, is_result: bool) {
        self.generic |= matches!(operand.qualifier, RegisterQualifier::Type(_));
        if is_virtual(&operand.register) {
            self.repeated |= is_result && (self.written.replace(&operand.register).is_some() || operand.subregister.is_some());
            self.virtuals = true;
        }
    }
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
            (&["%0:gr32 = IMPLICIT_DEF", "%1:gr32 = COPY %0"], Some(Stage::Ssa)),
            (&["%0:gr32 = IMPLICIT_DEF", "%0:gr32 = COPY %0"], Some(Stage::NotSsa)),
            (&["undef %0.sub_32bit:gr64 = IMPLICIT_DEF"], Some(Stage::NotSsa)),
            (&["X %0:gr32, implicit-def %0"], Some(Stage::Ssa)),
            (&["X %0:gr32, implicit-def %0, implicit-def %0"], Some(Stage::NotSsa)),
            (&["%0:gr32 = PHI %1:gr32, %bb.0", "%0:gr32 = COPY %1"], None),
            (&["%0:_(s32) = G_IMPLICIT_DEF", "%0:_(s32) = G_IMPLICIT_DEF"], None),
            (&["$eax = COPY $edi"], Some(Stage::Physical)),
            (&["BUNDLE {", "  %0:gr32 = IMPLICIT_DEF", "}"], Some(Stage::Ssa)),
        ] {
            assert_eq!(stage(tracked, lines), expected, "{lines:?}");
            assert_eq!(stage("", lines), None);
            assert_eq!(stage(&format!("{tracked}failsVerification: true\n"), lines), None);
        }
    }
}
