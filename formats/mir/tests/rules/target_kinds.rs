//! Compares the validator with each installed release of llc on operands of another kind, for opcodes of X86 and AArch64: a number in place
//! of a register, a register in place of a number, and a scale that no address has.

use super::agreement::refusal;
use super::{RELEASES, llc};
use irsmith_mir::tables::{Machine, Opcode, Properties, Slot, SlotKind, Target, Version};
use irsmith_mir::validate::{self, Detail, Options, RuleId};
use irsmith_mir::{Dialect, File, Limits};
use std::collections::{BTreeMap, BTreeSet};

/// Each target, its triple, and the releases of llc that have it.
const TARGETS: [(Target, &str, std::ops::RangeInclusive<u8>); 2] =
    [(Target::X86, "x86_64-linux-gnu", 14..=23), (Target::AArch64, "aarch64-linux-gnu", 14..=22)];

/// The rules, llc's words for them, and the first release whose llc applies them.
const RULES: [(RuleId, &str, u8); 3] = [
    (RuleId::RegisterExpected, "Expected a register operand", 14),
    (RuleId::RegisterUnexpected, "Expected a non-register operand", 14),
    (RuleId::AddressScale, "Scale factor in address must be 1, 2, 4 or 8", 16),
];

/// One of so many opcodes is asked about.
const STRIDE: usize = 16;

/// Instructions in one file: where llc dies, it says nothing about the rest of a file.
const INSTRUCTIONS: usize = 16;

/// What is refused: an opcode, a rule, and the number of the operand; a scale has none, since llc does not print one.
type Refused<'a> = BTreeSet<(&'a str, &'static str, Option<usize>)>;

/// Returns the text of the operand in a slot, or of one of another kind.
fn operand(machine: &Machine, slot: &Slot, is_result: bool, is_other: bool) -> String {
    let register = |name: &str| if is_result { format!("${name}") } else { format!("undef ${name}") };
    let member = slot.class.and_then(|class| machine.class_row(class).members.first());
    match (slot.kind, member) {
        (SlotKind::Scale, _) => if is_other { "3" } else { "1" }.to_owned(),
        (SlotKind::Segment, _) => "$noreg".to_owned(),
        (_, Some(&member)) if !is_other => register(machine.register_row(member).name),
        (_, None) if is_other => register(if machine.opcode("LEA64r").is_some() { "rax" } else { "x0" }),
        _ => "1".to_owned(),
    }
}

/// Returns the text of an instruction, with an operand of another kind in this place.
fn instruction(machine: &Machine, row: &Opcode, changed: usize) -> String {
    let results = usize::from(row.results);
    let operand = |(place, slot)| operand(machine, slot, place < results, place == changed);
    let operands: Vec<_> = row.operands.iter().enumerate().map(operand).collect();
    let name = |register| machine.register_row(register).name;
    let reads = row.reads.iter().map(|&register| format!("implicit undef ${}", name(register)));
    let writes = row.writes.iter().map(|&register| format!("implicit-def ${}", name(register)));
    let uses: Vec<_> = operands[results..].iter().cloned().chain(writes).chain(reads).collect();
    let equals = if results == 0 { "" } else { " = " };
    format!("{}{equals}{} {}", operands[..results].join(", "), row.name, uses.join(", "))
}

fn text(instructions: &[String]) -> String {
    format!("---\nname: f\nbody: |\n  bb.0:\n    {}\n...\n", instructions.join("\n    "))
}

/// Returns what the validator refuses in the instructions of a file.
fn refused_by_us<'a>(text: &str, opcodes: &[&'a str], triple: &str, release: Version) -> Refused<'a> {
    let file = File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let options = Options { triple: Some(triple), dialect: Dialect::of_release(release), ..Options::default() };
    let mut refused = Refused::new();
    for violation in validate::validate(&file, options) {
        let Some((rule, words, _)) =
            RULES.iter().find(|(rule, _, since)| rule.rule().id == violation.rule.id && release >= Version(*since))
        else {
            continue;
        };
        let Detail::Operand { site, operand } = violation.place.part.detail else { panic!("{violation}") };
        refused.insert((opcodes[site.index], words, Some(operand).filter(|_| *rule != RuleId::AddressScale)));
    }
    refused
}

/// Returns what llc's verifier refuses by its report.
fn refused_by_llc<'a>(report: &str, opcodes: &[&'a str]) -> Refused<'a> {
    let mut refused = Refused::new();
    for error in report.split("*** Bad machine code: ").skip(1) {
        let Some((_, words, _)) = RULES.iter().find(|(_, words, _)| error.starts_with(words)) else { continue };
        let line = |start| error.lines().find_map(|line: &str| line.strip_prefix(start));
        let instruction = line("- instruction: ").expect("the verifier names the instruction");
        let opcode = instruction.split([' ', ',']).find_map(|word| opcodes.iter().find(|opcode| **opcode == word));
        let operand = line("- operand ").and_then(|rest| rest.split(':').next()?.parse().ok());
        refused.insert((opcode.expect("it is one of the file"), words, operand));
    }
    refused
}

/// An llc, and what it is asked about.
struct Asked {
    command: &'static str,
    machine: &'static Machine,
    triple: &'static str,
    release: Version,
}

/// What both sides refuse in the instructions that llc judges.
#[derive(Default)]
struct Judged<'a> {
    instructions: usize,
    ours: Refused<'a>,
    theirs: Refused<'a>,
}

/// Judges instructions with an operand of another kind. Where llc does not get to the end of a file, because its parser refuses an
/// instruction or an assertion fails, each half of the file is judged alone; such an instruction alone is left out.
fn judge(asked: &Asked, places: &[(&'static Opcode, usize)], judged: &mut Judged<'static>) {
    let opcodes: Vec<_> = places.iter().map(|(row, _)| row.name).collect();
    let text = text(&places.iter().map(|(row, place)| instruction(asked.machine, row, *place)).collect::<Vec<_>>());
    let report = refusal(asked.command, &[format!("-mtriple={}", asked.triple)], text.as_bytes()).unwrap_or_default();
    // The verifier counts its errors at the end of a function.
    if report.is_empty() || report.contains("machine code errors") {
        judged.instructions += places.len();
        judged.ours.extend(refused_by_us(&text, &opcodes, asked.triple, asked.release));
        judged.theirs.extend(refused_by_llc(&report, &opcodes));
    } else if places.len() > 1 {
        let (first, second) = places.split_at(places.len() / 2);
        judge(asked, first, judged);
        judge(asked, second, judged);
    }
}

#[test]
fn operands_of_targets_are_judged_as_each_llc_does() {
    for (number, command) in RELEASES {
        let Some(command) = llc::installed(command) else { continue };
        for (target, triple, releases) in TARGETS {
            if !releases.contains(&number) {
                continue;
            }
            let release = Version(number);
            let machine = Machine::of_release(target, release).expect("every observed release has tables");
            // What ends a block or may have further operands has rules of its own.
            let left_out = [Properties::TERMINATOR, Properties::BRANCH, Properties::VARIADIC];
            let rows = machine.opcodes().iter().step_by(STRIDE).filter(|row| !left_out.iter().any(|&property| row.is(property)));
            let places = rows.flat_map(|row| (usize::from(row.results)..row.operands.len()).map(move |place| (row, place)));
            let places: Vec<_> = places.filter(|(row, place)| row.operands[*place].tied.is_none()).collect();
            let files: Vec<_> = places.chunks(INSTRUCTIONS).collect();
            let judged = llc::for_each(&files, |places| {
                let mut judged = Judged::default();
                judge(&Asked { command, machine, triple, release }, places, &mut judged);
                judged
            });
            let all: usize = judged.iter().map(|file| file.instructions).sum();
            let mut counts = BTreeMap::new();
            judged.iter().flat_map(|file| &file.theirs).for_each(|(_, words, _)| *counts.entry(words).or_insert(0) += 1);
            eprintln!("{command} {triple}: {all} of {} instructions judged, refused: {counts:?}", places.len());
            let differ: Vec<_> = judged.iter().flat_map(|file| file.ours.symmetric_difference(&file.theirs)).collect();
            assert!(differ.is_empty(), "{command} {triple}: {differ:?}");
            assert!(2 * all > places.len() && counts.values().sum::<usize>() > 50, "{command} {triple}");
        }
    }
}
