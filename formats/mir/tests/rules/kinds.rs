//! Compares the validator with each installed release of llc on registers in place of other operands, and on numbers in place of
//! registers, for every opcode that all targets have.

use super::agreement::refusal;
use super::{RELEASES, llc};
use irsmith_mir::tables::{Opcode, SlotKind, Version, common_opcodes_of};
use irsmith_mir::validate::{self, Options, RuleId};
use irsmith_mir::{Dialect, File, Limits};
use std::collections::BTreeSet;

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

/// Returns the text of an instruction of an opcode with another operand in this place; `None` if one of its operands needs more.
fn changed(row: &Opcode, changed: usize, other: &'static str) -> Option<String> {
    let uses = row.use_slots().iter().enumerate();
    let operands: Option<Vec<_>> = uses.map(|(place, slot)| if place == changed { Some(other) } else { operand(slot.kind) }).collect();
    let results: Vec<_> = (0..row.result_slots().len()).map(|place| format!("%{}:_(s64)", place + 1)).collect();
    let equals = if results.is_empty() { "" } else { " = " };
    Some(format!("{}{equals}{} {}", results.join(", "), row.name, operands?.join(", ")))
}

fn text(instruction: &str) -> String {
    format!(
        "--- |\n  @g = external global i32\n  define void @f() {{\n  b:\n    ret void\n  }}\n  !n = !{{!0}}\n  !0 = !{{}}\n...\n---\nname: f\n\
         tracksRegLiveness: true\nstack:\n  - {{ id: 0, size: 4 }}\nconstants:\n  - {{ id: 0, value: 'i32 1' }}\n\
         jumpTable:\n  kind: inline\n  entries:\n    - {{ id: 0, blocks: [ '%bb.0' ] }}\n\
         body: |\n  bb.0:\n    %0:_(s64) = G_IMPLICIT_DEF\n    {instruction}\n...\n"
    )
}

/// A place of an opcode: the name, the number among the uses, and a file with another operand there.
type Place = (&'static str, usize, String);

/// Returns the places of opcodes that are for a register, with a number there, or those that are not, with a register there.
fn places(release: Version, of_registers: bool) -> impl Iterator<Item = Place> {
    let other = if of_registers { "1" } else { "%0" };
    common_opcodes_of(release).iter().flat_map(move |row| {
        let slots = row.use_slots().iter().enumerate().filter(move |(_, slot)| is_register(slot.kind) == of_registers);
        slots.filter_map(move |(place, _)| Some((row.name, place, text(&changed(row, place, other)?))))
    })
}

/// Returns whether the validator applies one of these rules to a file.
fn is_refused_by_us(text: &str, release: Version, rules: &[RuleId]) -> bool {
    let file = File::read(text.as_bytes(), &Limits::default()).expect("operands of every kind are read");
    let options = Options { triple: Some("x86_64-linux-gnu"), dialect: Dialect::of_release(release), ..Options::default() };
    validate::validate(&file, options).iter().any(|violation| rules.iter().any(|rule| violation.rule.id == rule.rule().id))
}

/// Compares the verdicts on places with those of each installed llc, which gives a reason that contains one of these messages.
fn compare(of_registers: bool, rules: &[RuleId], messages: &[&str]) {
    for (number, command) in RELEASES {
        let Some(command) = llc::installed(command) else { continue };
        let release = Version(number);
        let texts: Vec<String> = places(release, of_registers).map(|(_, _, text)| text).collect();
        let verdicts = llc::for_each(&texts, |text| {
            let said =
                refusal(command, &["-mtriple=x86_64-linux-gnu".to_owned()], text.as_bytes()).unwrap_or_else(|| "error: none".to_owned());
            // llc may die before the verifier has said a word.
            let said = ["Bad machine code", "error: "].iter().any(|word| said.contains(word)).then_some(said);
            let theirs = said.map(|said| messages.iter().any(|message| said.contains(message)));
            (is_refused_by_us(text, release, rules), theirs)
        });
        let refused = verdicts.iter().filter(|(_, theirs)| *theirs == Some(true)).count();
        let differ = texts.iter().zip(&verdicts).filter(|(_, (ours, theirs))| theirs.is_some_and(|theirs| theirs != *ours));
        let differ: Vec<_> = differ.map(|(text, (ours, _))| format!("refused by us: {ours}\n{text}")).collect();
        eprintln!("{command}: {} places, {refused} of them refused", texts.len());
        assert!(differ.is_empty(), "{command}\n{}", differ.join("\n"));
        assert!(refused > 20, "{command}: {refused}");
    }
}

#[test]
fn registers_in_place_of_other_operands_are_rejected_as_recorded() {
    let rules = [RuleId::RegisterUnexpected];
    let refused = places(Version::TABLES, false).filter(|(_, _, text)| is_refused_by_us(text, Version::TABLES, &rules));
    let refused: BTreeSet<_> = refused.map(|(name, place, _)| (name, place)).collect();
    let reported = REPORTED.iter().flat_map(|(name, places)| places.iter().map(|place| (*name, *place)));
    assert_eq!(refused, reported.collect());
}

#[test]
fn registers_in_place_of_other_operands_are_judged_as_each_llc_does() {
    compare(false, &[RuleId::RegisterUnexpected], &["Expected a non-register operand"]);
}

/// Rules about numbers in place of registers that llc has too.
const REPORTED_NUMBERS: &[RuleId] = &[RuleId::RegisterExpected, RuleId::GenericRegister, RuleId::OperandTied];

#[test]
fn numbers_in_place_of_registers_are_rejected() {
    let rules = [REPORTED_NUMBERS, &[RuleId::ValueRegister, RuleId::SequenceOperands]].concat();
    for (number, _) in RELEASES {
        let places: Vec<Place> = places(Version(number), true).collect();
        let taken = places.iter().filter(|(_, _, text)| !is_refused_by_us(text, Version(number), &rules));
        let taken: Vec<_> = taken.map(|(name, place, _)| (*name, *place)).collect();
        // Pointers, which LLVM 22 has looked up first, and until then also the name of a frame.
        let pointers = [("LOCAL_ESCAPE", 0), ("PATCHABLE_EVENT_CALL", 0), ("PATCHABLE_TYPED_EVENT_CALL", 1)];
        assert_eq!(taken, if number < 22 { &pointers[..] } else { &[] }, "LLVM {number}");
        assert!(places.len() > 200, "LLVM {number}: {}", places.len());
    }
}

#[test]
fn numbers_in_place_of_registers_are_judged_as_each_llc_does() {
    compare(true, REPORTED_NUMBERS, &["must use register operands", "Expected a register operand", "Tied use must be a register"]);
}
