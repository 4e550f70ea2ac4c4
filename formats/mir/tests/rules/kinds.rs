//! Compares the validator with each installed release of llc on registers in place of other operands, for every opcode that all targets have.

use super::agreement::refusal;
use super::{RELEASES, llc};
use irsmith_mir::tables::{Opcode, SlotKind, Version, common_opcodes_of};
use irsmith_mir::validate::{self, Options, RuleId};
use irsmith_mir::{Dialect, File, Limits};
use std::collections::BTreeSet;

const REFUSED: &str = "Expected a non-register operand";

/// The places, by opcode, in which llc 19 reports a register; of a register as the index of INSERT_SUBREG it dies.
const REPORTED: &[(&str, &[usize])] = &[
    ("ANNOTATION_LABEL", &[0]),
    ("CFI_INSTRUCTION", &[0]),
    ("COPY_TO_REGCLASS", &[1]),
    ("EH_LABEL", &[0]),
    ("EXTRACT_SUBREG", &[1]),
    ("GC_LABEL", &[0]),
    ("G_DYN_STACKALLOC", &[1]),
    ("G_FENCE", &[0, 1]),
    ("G_INTRINSIC_FPTRUNC_ROUND", &[1]),
    ("G_PREFETCH", &[1, 2, 3]),
    ("G_PTRAUTH_GLOBAL_VALUE", &[1, 3]),
    ("G_UBSANTRAP", &[0]),
    ("INSERT_SUBREG", &[2]),
    ("JUMP_TABLE_DEBUG_INFO", &[0]),
    ("LIFETIME_END", &[0]),
    ("LIFETIME_START", &[0]),
    ("LOCAL_ESCAPE", &[1]),
    ("PATCHPOINT", &[0, 1, 3]),
    ("PREALLOCATED_ARG", &[0, 1]),
    ("PREALLOCATED_SETUP", &[0]),
    ("PSEUDO_PROBE", &[0, 1, 2, 3]),
    ("STACKMAP", &[0]),
    ("SUBREG_TO_REG", &[2]),
];

/// Returns the text of an operand of a kind. The types of registers need not fit.
fn operand(kind: SlotKind) -> Option<&'static str> {
    Some(match kind {
        SlotKind::Number | SlotKind::Immediate | SlotKind::Any => "1",
        SlotKind::Symbol => "<mcsymbol label>",
        SlotKind::Cfi => "def_cfa_offset 8",
        SlotKind::Metadata => "!0",
        SlotKind::SubregisterIndex => "%subreg.sub_32bit",
        SlotKind::FrameObject => "%stack.0",
        SlotKind::IntegerConstant => "i32 1",
        SlotKind::FloatConstant => "float 1.0",
        SlotKind::IntegerPredicate => "intpred(eq)",
        SlotKind::FloatPredicate => "floatpred(oeq)",
        SlotKind::ShuffleMask => "shufflemask(0, 1)",
        SlotKind::Intrinsic => "intrinsic(@llvm.returnaddress)",
        SlotKind::Block => "%bb.0",
        SlotKind::Global => "@g",
        SlotKind::Constant => "%const.0",
        SlotKind::JumpTable => "%jump-table.0",
        SlotKind::BlockAddress => "blockaddress(@f, %ir-block.b)",
        _ => return is_register(kind).then_some("%0"),
    })
}

fn is_register(kind: SlotKind) -> bool {
    matches!(kind, SlotKind::Register | SlotKind::PointerRegister) || kind.type_number().is_some()
}

/// Returns the text of an instruction of an opcode with a register in this place; `None` if one of its operands needs more.
fn with_register(row: &Opcode, changed: usize) -> Option<String> {
    let uses = row.use_slots().iter().enumerate();
    let operands: Option<Vec<_>> = uses.map(|(place, slot)| if place == changed { Some("%0") } else { operand(slot.kind) }).collect();
    let results: Vec<_> = (0..row.result_slots().len()).map(|place| format!("%{}:_(s64)", place + 1)).collect();
    let equals = if results.is_empty() { "" } else { " = " };
    Some(format!("{}{equals}{} {}", results.join(", "), row.name, operands?.join(", ")))
}

fn text(instruction: &str) -> String {
    format!(
        "--- |\n  @g = external global i32\n  define void @f() {{\n  b:\n    ret void\n  }}\n...\n---\nname: f\n\
         tracksRegLiveness: true\nstack:\n  - {{ id: 0, size: 4 }}\nconstants:\n  - {{ id: 0, value: 'i32 1' }}\n\
         jumpTable:\n  kind: inline\n  entries:\n    - {{ id: 0, blocks: [ '%bb.0' ] }}\n\
         body: |\n  bb.0:\n    %0:_(s64) = G_IMPLICIT_DEF\n    {instruction}\n...\n"
    )
}

/// Returns each place of an opcode that is not for a register: the name, the number among the uses, and a file with a register there.
fn places(release: Version) -> impl Iterator<Item = (&'static str, usize, String)> {
    common_opcodes_of(release).iter().flat_map(|row| {
        let others = row.use_slots().iter().enumerate().filter(|(_, slot)| !is_register(slot.kind));
        others.filter_map(|(place, _)| Some((row.name, place, text(&with_register(row, place)?))))
    })
}

fn is_refused_by_us(text: &str, release: Version) -> bool {
    let file = File::read(text.as_bytes(), &Limits::default()).expect("operands of every kind are read");
    let options = Options { triple: Some("x86_64-linux-gnu"), dialect: Dialect::of_release(release), ..Options::default() };
    validate::validate(&file, options).iter().any(|violation| violation.rule.id == RuleId::RegisterUnexpected.rule().id)
}

#[test]
fn registers_in_place_of_other_operands_are_rejected_as_recorded() {
    let refused = places(Version::TABLES).filter(|(_, _, text)| is_refused_by_us(text, Version::TABLES));
    let refused: BTreeSet<_> = refused.map(|(name, place, _)| (name, place)).collect();
    let reported = REPORTED.iter().flat_map(|(name, places)| places.iter().map(|place| (*name, *place)));
    assert_eq!(refused, reported.collect());
}

#[test]
fn registers_in_place_of_other_operands_are_judged_as_each_llc_does() {
    for (number, command) in RELEASES {
        let Some(command) = llc::installed(command) else { continue };
        let release = Version(number);
        let texts: Vec<String> = places(release).map(|(_, _, text)| text).collect();
        let verdicts = llc::for_each(&texts, |text| {
            let said =
                refusal(command, &["-mtriple=x86_64-linux-gnu".to_owned()], text.as_bytes()).unwrap_or_else(|| "error: none".to_owned());
            // llc may die before the verifier has said a word.
            let said = ["Bad machine code", "error: "].iter().any(|word| said.contains(word)).then_some(said);
            (is_refused_by_us(text, release), said.map(|said| said.contains(REFUSED)))
        });
        let refused = verdicts.iter().filter(|(_, theirs)| *theirs == Some(true)).count();
        let differ = texts.iter().zip(&verdicts).filter(|(_, (ours, theirs))| theirs.is_some_and(|theirs| theirs != *ours));
        let differ: Vec<_> = differ.map(|(text, (ours, _))| format!("no register may stand there: we say {ours}\n{text}")).collect();
        eprintln!("{command}: {} places, {refused} where no register may stand", texts.len());
        assert!(differ.is_empty(), "{command}\n{}", differ.join("\n"));
        assert!(refused > 20, "{command}: {refused}");
    }
}
