//! The target features with which passes run, and those that a function needs.
//!
//! `LiveVariables` has as many registers as the target's `getNumSupportedRegs` returns, and reads out of bounds if a function uses others;
//! other passes rely on features too. So passes run on a function only with the features that its registers and opcodes need.

use irsmith_generators::Choices;
use irsmith_mir::tables::Target;
use irsmith_mir::{Class, Function, Instruction, OperandKind, Register, RegisterOperand};

/// The features that functions may need, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FeatureNeeds(u8);

impl FeatureNeeds {
    /// Nothing beyond a processor without features.
    const NONE: Self = Self(0);
    /// Vector opcodes of three operands, and registers of 256 bits (X86).
    const AVX: Self = Self(1 << 0);
    /// Masks, the upper sixteen vector registers and those of 512 bits (X86).
    const AVX_512: Self = Self(1 << 1);
    /// Tiles (X86).
    const AMX: Self = Self(1 << 2);
    /// The upper sixteen general registers (X86).
    const APX: Self = Self(1 << 3);
    /// Atomic operations in one instruction (AArch64).
    const LSE: Self = Self(1 << 4);
    /// Scalable vectors, predicates and the matrix (AArch64).
    const SCALABLE: Self = Self(1 << 5);
    /// All features.
    const ALL: Self = Self(u8::MAX);

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// An llc option for the processor, and the features that it enables. An option is given in any case, so that a case can be pinned to it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Features {
    /// The option.
    pub(super) option: &'static str,
    has: FeatureNeeds,
}

/// The options for X86, beginning with a processor without features.
const X86: &[Features] = &[
    Features { option: "-mcpu=x86-64", has: FeatureNeeds::NONE },
    Features { option: "-mattr=+avx2,+fma,+bmi,+bmi2", has: FeatureNeeds::AVX },
    Features { option: "-mattr=+avx512bw,+avx512dq,+avx512vl", has: FeatureNeeds::AVX.and(FeatureNeeds::AVX_512) },
    Features { option: "-mattr=+avx512bw,+avx512dq,+avx512vl,+amx-tile,+egpr", has: FeatureNeeds::ALL },
];

/// The same for AArch64.
const AARCH64: &[Features] = &[
    Features { option: "-mcpu=generic", has: FeatureNeeds::NONE },
    Features { option: "-mattr=+lse,+fullfp16,+bf16", has: FeatureNeeds::LSE },
    Features { option: "-mattr=+sve2p1,+sme2p1,+sme-f64f64,+lse,+fullfp16,+bf16", has: FeatureNeeds::ALL },
];

impl Features {
    /// Draws features for functions with these needs; if no function can use the drawn ones, returns the smallest that suffice for one of
    /// them.
    pub(super) fn drawn(target: Target, needs: &[FeatureNeeds], choices: &mut Choices<'_, '_>) -> &'static Self {
        let all = if target == Target::AArch64 { AARCH64 } else { X86 };
        let first = choices.below(all.len());
        let suits = |features: &&Self| needs.iter().any(|needs| features.suits(*needs));
        all.get(first).filter(suits).or_else(|| all.iter().find(suits)).unwrap_or(&all[0])
    }

    /// Returns whether they suffice.
    pub(super) fn suits(&self, needs: FeatureNeeds) -> bool {
        self.has.has(needs)
    }
}

/// Returns the needs of a function, by the names of its registers, classes and opcodes.
pub(super) fn needs(target: Target, function: &Function) -> FeatureNeeds {
    let of_word = if target == Target::AArch64 { of_aarch64 } else { of_x86 };
    let of_opcode = if target == Target::AArch64 { of_aarch64_opcode } else { of_x86_opcode };
    let mut needs = FeatureNeeds::NONE;
    let mut visit = |word: &str| needs = needs.and(of_word(word));
    function.registers.iter().for_each(|entry| visit(&entry.class));
    let live_ins = function.live_ins.iter().map(|entry| &entry.register);
    let of_blocks = function.blocks.iter().flat_map(|block| &block.live_ins).map(|entry| &entry.register);
    live_ins.chain(of_blocks).for_each(|register| visit_register(register, &mut visit));
    let lines = || {
        let outer = function.blocks.iter().flat_map(|block| &block.instructions);
        outer.flat_map(|line| line.bundle.iter().flatten().chain([line]))
    };
    lines().for_each(|line| visit_operands(line, &mut visit));
    lines().fold(needs, |needs, line| needs.and(of_opcode(&line.opcode)))
}

fn visit_operands(line: &Instruction, visit: &mut impl FnMut(&str)) {
    let mut operand = |operand: &RegisterOperand| {
        visit_register(&operand.register, visit);
        if let Class::Named(class) = &operand.class {
            visit(class);
        }
    };
    line.results.iter().for_each(&mut operand);
    for kind in line.operands.iter().map(|operand| &operand.kind) {
        if let OperandKind::Register(register) = kind {
            operand(register);
        }
    }
}

fn visit_register(register: &Register, visit: &mut impl FnMut(&str)) {
    if let Register::Physical(name) = register {
        visit(name);
    }
}

/// Returns the number after the letters of a register.
fn number(word: &str, letters: &str) -> Option<u8> {
    let digits = word.strip_prefix(letters)?;
    digits[..digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len())].parse().ok()
}

/// The prefixes of the classes and registers of AVX-512.
const OF_AVX_512: [&str; 8] = ["zmm", "vk", "vr512", "vr128x", "vr256x", "fr32x", "fr64x", "fr16x"];

fn of_x86(word: &str) -> FeatureNeeds {
    let is_upper = |letters: &str| number(word, letters).is_some_and(|number| number >= 16);
    if word.starts_with("tmm") || word.starts_with("tile") {
        FeatureNeeds::AMX
    } else if is_upper("r") {
        FeatureNeeds::APX
    } else if is_upper("xmm") || is_upper("ymm") || number(word, "k").is_some() || OF_AVX_512.iter().any(|start| word.starts_with(start)) {
        FeatureNeeds::AVX_512
    } else if word.starts_with("ymm") || word.starts_with("vr256") {
        FeatureNeeds::AVX
    } else {
        FeatureNeeds::NONE
    }
}

fn of_x86_opcode(name: &str) -> FeatureNeeds {
    let apx = ["_ND", "_NF", "_EVEX", "CCMP", "CTEST", "CFCMOV", "PUSH2", "POP2", "PUSHP", "POPP"];
    let amx = ["TILE", "LDTILE", "STTILE", "TDP", "PTDP", "PTILE", "TCMM", "PTCMM"];
    if apx.iter().any(|mark| name.contains(mark)) {
        FeatureNeeds::APX
    } else if amx.iter().any(|start| name.starts_with(start)) {
        FeatureNeeds::AMX
    } else if name.starts_with('V') && name.contains('Z') || name.starts_with('K') && name.ends_with('k') {
        FeatureNeeds::AVX_512
    } else if name.starts_with('V') {
        FeatureNeeds::AVX
    } else {
        FeatureNeeds::NONE
    }
}

fn of_aarch64(word: &str) -> FeatureNeeds {
    let is_numbered = ["z", "p", "pn", "za"].iter().any(|letters| number(word, letters).is_some());
    let is_class = ["zpr", "ppr", "pnr", "mpr", "zt", "za", "ffr", "vg"].iter().any(|class| word.starts_with(class));
    if is_numbered || is_class { FeatureNeeds::SCALABLE } else { FeatureNeeds::NONE }
}

fn of_aarch64_opcode(name: &str) -> FeatureNeeds {
    let atomic = ["CAS", "SWP", "LDADD", "LDCLR", "LDEOR", "LDSET", "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN"];
    if atomic.iter().any(|start| name.starts_with(start)) {
        FeatureNeeds::LSE
    } else if ["_Z", "_P", "SVE", "SME", "ZA", "RDVL", "ADDVL", "ADDPL", "CNT"].iter().any(|mark| name.contains(mark))
        && !name.starts_with("G_")
    {
        FeatureNeeds::SCALABLE
    } else {
        FeatureNeeds::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_mir::{File, Limits};

    fn of(target: Target, line: &str) -> FeatureNeeds {
        let text = format!("---\nname: f\nbody: |\n  bb.0:\n    {line}\n...\n");
        needs(target, &File::read(text.as_bytes(), &Limits::default()).unwrap().functions[0])
    }

    #[test]
    fn needs_are_reported_by_registers_classes_and_opcodes() {
        for (target, line, expected) in [
            (Target::X86, "$eax = ADD32rr $eax, $r15d, implicit-def $eflags", FeatureNeeds::NONE),
            (Target::X86, "%0:_(s32) = G_ADD %1, %2", FeatureNeeds::NONE),
            (Target::X86, "$xmm0 = ADDPSrr $xmm0, $xmm15", FeatureNeeds::NONE),
            (Target::X86, "$xmm0 = VADDPSrr $xmm0, $xmm1", FeatureNeeds::AVX),
            (Target::X86, "%0:vr256 = IMPLICIT_DEF", FeatureNeeds::AVX),
            (Target::X86, "$xmm0 = VADDPSZ128rr $xmm0, $xmm1", FeatureNeeds::AVX_512),
            (Target::X86, "KILL $xmm16", FeatureNeeds::AVX_512),
            (Target::X86, "%0:vk8 = IMPLICIT_DEF", FeatureNeeds::AVX_512),
            (Target::X86, "KILL $r16d", FeatureNeeds::APX),
            (Target::X86, "%0:tile = IMPLICIT_DEF", FeatureNeeds::AMX),
            (Target::AArch64, "$x0 = ADDXrr $x0, $x28", FeatureNeeds::NONE),
            (Target::AArch64, "$z0 = IMPLICIT_DEF", FeatureNeeds::SCALABLE),
            (Target::AArch64, "%0:ppr = PTRUE_B 31, implicit $vg", FeatureNeeds::SCALABLE),
            (Target::AArch64, "$w0 = CASW $w0, $w1, $x2", FeatureNeeds::LSE),
        ] {
            assert_eq!(of(target, line), expected, "{line}");
        }
    }

    /// Functions without needs run with and without features, others with sufficient features.
    #[test]
    fn all_features_are_drawn_and_those_drawn_are_enough() {
        for (target, sets) in [(Target::X86, X86), (Target::AArch64, AARCH64)] {
            let drawn =
                |needs: FeatureNeeds, byte: u8| Features::drawn(target, &[needs], &mut Choices::new(&mut Unstructured::new(&[byte; 16])));
            let plain: std::collections::BTreeSet<&str> = (0..=u8::MAX).map(|byte| drawn(FeatureNeeds::NONE, byte).option).collect();
            assert_eq!(plain.len(), sets.len());
            for needs in [FeatureNeeds::AVX, FeatureNeeds::AVX_512, FeatureNeeds::APX, FeatureNeeds::LSE, FeatureNeeds::SCALABLE] {
                assert!((0..=u8::MAX).all(|byte| drawn(needs, byte).suits(needs)));
            }
        }
    }
}
