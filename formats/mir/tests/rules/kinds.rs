//! Compares the validator with each installed release of llc on registers in place of other operands, for every opcode that all targets have.

use super::agreement::refusal;
use super::llc;
use irsmith_mir::tables::{Opcode, SlotKind, Version, common_opcodes_of};
use irsmith_mir::validate::{self, Options, RuleId};
use irsmith_mir::{Dialect, File, Limits};

const REFUSED: &str = "Expected a non-register operand";

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

fn is_refused_by_us(text: &str, release: Version) -> bool {
    let file = File::read(text.as_bytes(), &Limits::default()).expect("operands of every kind are read");
    let options = Options { triple: Some("x86_64-linux-gnu"), dialect: Dialect::of_release(release), ..Options::default() };
    validate::validate(&file, options).iter().any(|violation| violation.rule.id == RuleId::RegisterUnexpected.rule().id)
}

#[test]
fn registers_in_place_of_other_operands_are_judged_as_each_llc_does() {
    for (number, command) in [(14, "llc-14"), (16, "llc-16"), (19, "llc-19"), (22, "llc-22"), (23, "llc-23")] {
        let Some(command) = llc::installed(command) else { continue };
        let release = Version(number);
        let places = common_opcodes_of(release).iter().flat_map(|row| {
            let others = row.use_slots().iter().enumerate().filter(|(_, slot)| !is_register(slot.kind));
            others.filter_map(|(place, _)| with_register(row, place))
        });
        let texts: Vec<String> = places.map(|instruction| text(&instruction)).collect();
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
