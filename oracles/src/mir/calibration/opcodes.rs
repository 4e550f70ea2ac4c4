//! Opcodes with the operands that their rows state.

use super::question::Question;
use irsmith_mir::CalibratedWord;
use irsmith_mir::tables::{ClassId, Machine, Opcode, Properties, Slot, SlotKind, WordKind};

/// Returns the question about an opcode of every target. It has no operands: the verifier may refuse them, but the name was read.
pub(super) fn common(opcode: &Opcode, is_of_release: bool) -> Question {
    Question::of_line(CalibratedWord::new(WordKind::Opcode, opcode.name), is_of_release, opcode.name)
}

/// Opcodes that the verifier accepts only beside others, or in functions of a kind: they are asked about without operands.
const NOT_ALONE: [&str; 9] = [
    // The end of a call sequence, without its beginning.
    "ADJCALLSTACKUP",
    "ADJCALLSTACKUP32",
    "ADJCALLSTACKUP64",
    // Terminators that are no branches, before a block that they fall into.
    "SpeculationBarrierISBDSBEndBB",
    "SpeculationBarrierSBEndBB",
    // They need a block whose address is taken, and its landing pads.
    "EH_SjLj_SetJmp32",
    "EH_SjLj_SetJmp64",
    "Int_eh_sjlj_setup_dispatch",
    // LLVM 14 states a number as its result, which its verifier refuses.
    "ZERO_M",
];

/// Returns whether a question holds the operands of an opcode, so that the verifier's answer is about the opcode's row.
pub(super) fn has_operands(question: &Question) -> bool {
    question.is_of_release && !NOT_ALONE.contains(&question.word.name.as_str())
}

/// Returns the question about an opcode of a target, whose rows are of some release. `IMPLICIT_DEF` defines the virtual registers that it
/// uses. An opcode of another release is asked about without operands: the program may lack the classes of their registers.
pub(super) fn of_target(machine: &'static Machine, opcode: &Opcode, is_of_release: bool) -> Question {
    if !is_of_release || NOT_ALONE.contains(&opcode.name) {
        let word = CalibratedWord::of_target(machine.target(), WordKind::Opcode, opcode.name);
        return Question::of_line(word, is_of_release, opcode.name);
    }
    let mut writer = Writer { machine, before: String::new(), count: 0 };
    let results = usize::from(opcode.results);
    let operands = opcode.operands.iter().enumerate().map(|(place, slot)| writer.operand(opcode, slot, place < results));
    let mut texts: Vec<String> = operands.collect();
    let name = |register| machine.register_row(register).name;
    texts.extend(opcode.reads.iter().map(|register| format!("implicit ${}", name(*register))));
    texts.extend(opcode.writes.iter().map(|register| format!("implicit-def ${}", name(*register))));
    let (defined, used) = texts.split_at(results.min(texts.len()));
    let equals = if defined.is_empty() { "" } else { " = " };
    let line = format!("{}{equals}{} {}", defined.join(", "), opcode.name, used.join(", "));
    let successors = if opcode.is(Properties::RETURN) { "" } else { " %bb.1" };
    let before = writer.before;
    let word = CalibratedWord::of_target(machine.target(), WordKind::Opcode, opcode.name);
    let body = format!("body: |\n  bb.0:\n    successors:{successors}\n{before}    {}\n\n  bb.1:\n", line.trim_end());
    Question::of_document(word, is_of_release, body)
}

/// Writes the operands of an opcode.
struct Writer {
    machine: &'static Machine,
    /// The lines before that of the opcode.
    before: String,
    /// The number of virtual registers.
    count: usize,
}

impl Writer {
    fn operand(&mut self, opcode: &Opcode, slot: &Slot, is_result: bool) -> String {
        if slot.kind.type_number().is_some() {
            return self.virtual_register("_(s32)", "G_IMPLICIT_DEF", is_result);
        }
        match (slot.kind, slot.class) {
            (SlotKind::PcRelative, _) if opcode.is(Properties::BRANCH) => "%bb.1".to_owned(),
            (SlotKind::Number, _) | (_, None) => match slot.kind {
                SlotKind::Scale => "1".to_owned(),
                SlotKind::ShiftedLeft => "264".to_owned(),
                SlotKind::PointerRegister => self.of_class(self.machine.pointer_class(), is_result),
                _ => "0".to_owned(),
            },
            (_, Some(_)) if slot.optional => "$noreg".to_owned(),
            (_, Some(class)) => self.of_class(class, is_result),
        }
    }

    fn of_class(&mut self, class: ClassId, is_result: bool) -> String {
        let row = self.machine.class_row(class);
        if row.allocatable {
            return self.virtual_register(row.name, "IMPLICIT_DEF", is_result);
        }
        row.members.first().map_or_else(|| "$noreg".to_owned(), |member| format!("${}", self.machine.register_row(*member).name))
    }

    fn virtual_register(&mut self, class: &str, opcode: &str, is_result: bool) -> String {
        let name = format!("%{}", self.count);
        self.count += 1;
        if is_result {
            return format!("{name}:{class}");
        }
        self.before.push_str(&format!("    {name}:{class} = {opcode}\n"));
        name
    }
}
