//! Constructs of bodies: operands, memory operands, blocks, attachments and CFI operations that are in no table of names.

use super::question::Question;
use irsmith_mir::tables::{FLAGS, Target, Version, WordKind};
use irsmith_mir::{CONSTRUCTS, CalibratedWord};

/// Where the text of a construct stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The construct is an instruction.
    Line,
    /// The construct is an instruction that refers to the module.
    LineOfModule,
    /// The construct is an attribute of a block.
    Block,
    /// The construct is an attribute of a block that refers to the module.
    BlockOfModule,
}
use Place::{Block, BlockOfModule, Line, LineOfModule};

/// The constructs, each with a text that contains it. `{r}`, `{s}` and `{v}` stand for two general registers and a vector register.
const FORMS: &[(&str, Place, &str)] = &[
    // Memory operands.
    ("volatile", Line, "KILL :: (volatile load (s32))"),
    ("non-temporal", Line, "KILL :: (non-temporal load (s32))"),
    ("dereferenceable", Line, "KILL :: (dereferenceable load (s32))"),
    ("invariant", Line, "KILL :: (invariant load (s32))"),
    ("load", Line, "KILL :: (load (s32))"),
    ("store", Line, "KILL :: (store (s32))"),
    ("unknown-size", Line, "KILL :: (load unknown-size, align 1)"),
    ("syncscope", Line, "KILL :: (load syncscope(\"singlethread\") acquire (s32))"),
    ("unordered", Line, "KILL :: (load unordered (s32))"),
    ("monotonic", Line, "KILL :: (load monotonic (s32))"),
    ("acquire", Line, "KILL :: (load acquire (s32))"),
    ("release", Line, "KILL :: (store release (s32))"),
    ("acq_rel", Line, "KILL :: (load store acq_rel (s32))"),
    ("seq_cst", Line, "KILL :: (load seq_cst (s32))"),
    ("align", Line, "KILL :: (load (s64), align 4)"),
    ("basealign", Line, "KILL :: (load (s64), align 4, basealign 16)"),
    ("addrspace", Line, "KILL :: (load (s64), addrspace 3)"),
    ("tbaa", Line, "KILL :: (load (s64), !tbaa !0)"),
    ("alias.scope", Line, "KILL :: (load (s64), !alias.scope !0)"),
    ("noalias", Line, "KILL :: (load (s64), !noalias !0)"),
    ("noalias.addrspace", Line, "KILL :: (load (s64), !noalias.addrspace !0)"),
    ("range", Line, "KILL :: (load (s64), !range !0)"),
    ("stack", Line, "KILL :: (load (s64) from stack)"),
    ("got", Line, "KILL :: (load (s64) from got)"),
    ("jump-table", Line, "KILL :: (load (s64) from jump-table)"),
    ("constant-pool", Line, "KILL :: (load (s64) from constant-pool)"),
    ("unknown-address", Line, "KILL :: (load (s64) from unknown-address)"),
    ("call-entry", Line, "KILL :: (load (s64) from call-entry &foo)"),
    // Blocks.
    ("machine-block-address-taken", Block, "machine-block-address-taken"),
    ("ir-block-address-taken", BlockOfModule, "ir-block-address-taken %ir-block.x"),
    ("ir-block", BlockOfModule, "%ir-block.x"),
    ("landing-pad", Block, "landing-pad"),
    ("inlineasm-br-indirect-target", Block, "inlineasm-br-indirect-target"),
    ("ehfunclet-entry", Block, "ehfunclet-entry"),
    ("ehscope-entry", Block, "ehscope-entry"),
    ("bbsections", Block, "bbsections 1"),
    ("Cold", Block, "bbsections Cold"),
    ("Exception", Block, "bbsections Exception"),
    ("bb_id", Block, "bb_id 3 1"),
    ("call-frame-size", Block, "call-frame-size 8"),
    // Operands.
    ("blockaddress", LineOfModule, "KILL blockaddress(@q, %ir-block.x)"),
    ("liveout", Line, "KILL liveout({r}, {s})"),
    ("CustomRegMask", Line, "KILL CustomRegMask({r}, {s})"),
    ("mcsymbol", Line, "KILL <mcsymbol a>"),
    ("intrinsic", Line, "KILL intrinsic(@llvm.trap)"),
    ("intpred", Line, "KILL intpred(eq)"),
    ("floatpred", Line, "KILL floatpred(oeq)"),
    ("shufflemask", Line, "KILL shufflemask(0, undef)"),
    ("dbg-instr-ref", Line, "KILL dbg-instr-ref(1, 0)"),
    ("lanemask", Line, "KILL lanemask(0x000000000000000F)"),
    ("half", Line, "KILL half 0xH3C00"),
    ("bfloat", Line, "KILL bfloat 0xR3F80"),
    ("x86_fp80", Line, "KILL x86_fp80 0xK3FFF8000000000000000"),
    ("fp128", Line, "KILL fp128 0xL00000000000000003FFF000000000000"),
    ("ppc_fp128", Line, "KILL ppc_fp128 0xM3FF00000000000000000000000000000"),
    ("vscale", Line, "%0:_(<vscale x 2 x s32>) = G_IMPLICIT_DEF"),
    ("s0", Line, "%0:_(s0) = G_IMPLICIT_DEF"),
    // Attachments.
    ("pre-instr-symbol", Line, "KILL 1, pre-instr-symbol <mcsymbol a>"),
    ("post-instr-symbol", Line, "KILL 1, post-instr-symbol <mcsymbol a>"),
    ("heap-alloc-marker", Line, "KILL 1, heap-alloc-marker !0"),
    ("pcsections", Line, "KILL 1, pcsections !0"),
    ("mmra", Line, "KILL 1, mmra !0"),
    ("cfi-type", Line, "KILL 1, cfi-type 5"),
    ("debug-instr-number", Line, "KILL 1, debug-instr-number 1"),
    ("deactivation-symbol", LineOfModule, "KILL 1, deactivation-symbol @g"),
    ("atomGroup", LineOfModule, "KILL 1, debug-location !DILocation(line: 1, scope: !9, atomGroup: 1)"),
    ("atomRank", LineOfModule, "KILL 1, debug-location !DILocation(line: 1, scope: !9, atomRank: 1)"),
    // CFI operations.
    ("same_value", Line, "CFI_INSTRUCTION same_value {r}"),
    ("offset", Line, "CFI_INSTRUCTION offset {r}, -16"),
    ("rel_offset", Line, "CFI_INSTRUCTION rel_offset {r}, 8"),
    ("def_cfa_register", Line, "CFI_INSTRUCTION def_cfa_register {r}"),
    ("def_cfa_offset", Line, "CFI_INSTRUCTION def_cfa_offset 16"),
    ("adjust_cfa_offset", Line, "CFI_INSTRUCTION adjust_cfa_offset -8"),
    ("def_cfa", Line, "CFI_INSTRUCTION def_cfa {r}, 8"),
    ("llvm_def_aspace_cfa", Line, "CFI_INSTRUCTION llvm_def_aspace_cfa {r}, 8, 6"),
    ("remember_state", Line, "CFI_INSTRUCTION remember_state"),
    ("restore", Line, "CFI_INSTRUCTION restore {r}"),
    ("restore_state", Line, "CFI_INSTRUCTION restore_state"),
    ("undefined", Line, "CFI_INSTRUCTION undefined {r}"),
    ("register", Line, "CFI_INSTRUCTION register {r}, {s}"),
    ("window_save", Line, "CFI_INSTRUCTION window_save"),
    ("negate_ra_sign_state", Line, "CFI_INSTRUCTION negate_ra_sign_state"),
    ("negate_ra_sign_state_with_pc", Line, "CFI_INSTRUCTION negate_ra_sign_state_with_pc"),
    ("llvm_register_pair", Line, "CFI_INSTRUCTION llvm_register_pair {r}, {s}, 32, {s}, 32"),
    ("llvm_vector_registers", Line, "CFI_INSTRUCTION llvm_vector_registers {v}, {r}, 0, 32, {s}, 1, 32"),
    ("llvm_vector_offset", Line, "CFI_INSTRUCTION llvm_vector_offset {v}, 32, {r}, 64, -16"),
    ("llvm_vector_register_mask", Line, "CFI_INSTRUCTION llvm_vector_register_mask {v}, {v}, 32, {r}, 64"),
    ("escape", Line, "CFI_INSTRUCTION escape 0x0f, 0x03"),
    // Assembly.
    ("attdialect", Line, "INLINEASM &nop, attdialect"),
    ("inteldialect", Line, "INLINEASM &nop, inteldialect"),
    ("reguse", Line, "INLINEASM &nop, attdialect, reguse, {r}"),
    ("regdef", Line, "INLINEASM &nop, attdialect, regdef, def {r}"),
    ("regdef-ec", Line, "INLINEASM &nop, attdialect, regdef-ec, def early-clobber {r}"),
    ("clobber", Line, "INLINEASM &nop, attdialect, clobber, implicit-def early-clobber {r}"),
    ("imm", Line, "INLINEASM &nop, attdialect, imm, 1"),
    ("mem", Line, "INLINEASM &nop, attdialect, mem:m, {r}"),
];

/// Returns the questions about constructs and flags of instructions.
pub(super) fn questions(target: Target, release: Version) -> Vec<Question> {
    let flag = |name| CalibratedWord::new(WordKind::Flag, name);
    // A flag that no release reads is not asked about.
    let flags = FLAGS.iter().filter_map(|row| {
        let line = format!("{} COPY", row.name);
        Some(Question::of_line(flag(row.name), row.since? <= release, &line))
    });
    flags.chain(FORMS.iter().map(|(word, place, text)| construct(word, *place, text, target, release))).collect()
}

fn construct(word: &str, place: Place, text: &str, target: Target, release: Version) -> Question {
    let since = CONSTRUCTS.iter().find(|(name, _)| *name == word).map_or(Version::OLDEST, |(_, since)| *since);
    let registers = if target == Target::X86 { ["$rbx", "$rcx", "$xmm0"] } else { ["$x19", "$x20", "$q0"] };
    let text = ["{r}", "{s}", "{v}"].iter().zip(registers).fold(text.to_owned(), |text, (name, register)| text.replace(name, register));
    let word = CalibratedWord::new(WordKind::Construct, word);
    let nodes = "machineMetadataNodes:\n  - '!0 = !{}'\n";
    let body = match place {
        Line | LineOfModule => format!("body: |\n  bb.0:\n    {text}\n"),
        Block | BlockOfModule => format!("body: |\n  bb.0 ({text}):\n"),
    };
    let question = Question::of_document(word, since <= release, if body.contains("!0") { format!("{nodes}{body}") } else { body });
    Question { has_module: matches!(place, LineOfModule | BlockOfModule), ..question }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_construct_of_the_tables_is_asked_about() {
        let asked: HashSet<&str> = FORMS.iter().map(|(word, ..)| *word).collect();
        let missing: Vec<&str> = CONSTRUCTS.iter().map(|(word, _)| *word).filter(|word| !asked.contains(word)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(asked.len(), FORMS.len(), "a word is there twice");
    }
}
