//! Every name in real files for X86 and AArch64 is in the tables.
//!
//! The files are split by the few lines of `words.rs` rather than by our parser, so that a name with the same error in the parser and in
//! the tables is still detected.

use super::words::{Shape, Word, bodies, shape, words};
use irsmith_mir::tables::{Machine, Opcode, Properties, Tail, Target};
use irsmith_testdata::Data;
use std::collections::BTreeSet;
use std::path::Path;

irsmith_testdata::data_tests! {
    own: [every_name_in_real_files_is_known, rows_have_the_operands_that_llc_writes],
    outside: [every_name_in_real_files_is_known, rows_have_the_operands_that_llc_writes],
}

/// Names that LLVM 19 does not know, by the file that contains them: tests of errors, and opcodes that later releases renamed or dropped.
const UNKNOWN: &[(&str, &str)] = &[
    // LLVM 17 renamed it to BIC_ZPZZ_H_ZERO.
    ("cg-AArch64__sve-intrinsics-int-arith-merging.mir", "BIC_ZPZZ_ZERO_H"),
    // A blank between the colon and the class.
    ("gisel-AArch64__machine-cse-mid-pipeline.mir", ""),
    // Errors that the files test for.
    ("mirparse-AArch64__expected-target-flag-name.mir", ""),
    ("mirparse-X86__expected-metadata-node-after-debug-location.mir", "stack"),
    ("mirparse-X86__unrecognized-character.mir", "\\"),
];

/// The same for the project's own files.
const UNKNOWN_OWN: &[(&str, &str)] = &[];

/// Returns the target of a file: that of the first triple or architecture in a comment, else that of its own name.
pub(crate) fn target(path: &Path, text: &str) -> Option<Target> {
    let options = ["-mtriple=", "-mtriple ", "-march=", "-march "];
    let comments = text.lines().filter(|line| line.contains("RUN:"));
    let triple =
        comments.flat_map(|line| options.iter().filter_map(move |option| line.split_once(option))).map(|(_, triple)| triple).next();
    triple.or_else(|| path.file_name()?.to_str()?.split('.').nth(1)).and_then(Target::of_triple)
}

fn known(machine: &Machine, word: &Word<'_>) -> bool {
    match *word {
        Word::Opcode(name) => machine.opcode(name).is_some(),
        Word::Register(name) => name == "noreg" || machine.register(name).is_some(),
        Word::Class(name) => name == "_" || machine.class(name).is_some() || machine.bank(name).is_some(),
        Word::Index(name) => machine.index(name).is_some(),
        Word::Mask(name) => machine.mask(name).is_some(),
        Word::TargetFlag(name) => machine.direct_flags().contains(&name) || machine.bitmask_flags().contains(&name),
    }
}

fn every_name_in_real_files_is_known(data: &Data) {
    let mut unknown = BTreeSet::new();
    let mut counts = [0_usize; 6];
    let mut compared = 0;
    for path in data.machine_ir() {
        let text = String::from_utf8_lossy(&irsmith_testdata::read(&path)).into_owned();
        let Some(machine) = target(&path, &text).and_then(Machine::of) else { continue };
        compared += 1;
        for word in bodies(&text).flat_map(words) {
            counts[word.kind()] += 1;
            if !known(machine, &word) {
                unknown.insert((path.file_name().unwrap().to_string_lossy().into_owned(), word.text().to_owned()));
            }
        }
    }
    let expected: BTreeSet<_> =
        data.choose(UNKNOWN_OWN, UNKNOWN).iter().map(|(file, name)| ((*file).to_owned(), (*name).to_owned())).collect();
    assert_eq!(unknown, expected);
    assert!(compared > data.choose(60, 250), "{compared} files");

    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}

/// Instructions that GlobalISel left incomplete when it gave up on a function (`failedISel`): file and opcode.
const GIVEN_UP: &[(&str, &str)] =
    &[("calls.x86_64.O0.irtranslator.llc19.mir", "ADJCALLSTACKDOWN64"), ("calls.x86_64.O0.legalizer.llc19.mir", "ADJCALLSTACKDOWN64")];

/// Returns whether an instruction has the operands of its row. Calls and variadic opcodes may omit implicit operands.
fn agrees(machine: &Machine, row: &Opcode, shape: &Shape<'_>) -> bool {
    let results = match row.tail {
        Tail::Results(_) => shape.results >= usize::from(row.results),
        Tail::Any => true,
        Tail::None | Tail::Uses(_) => shape.results == usize::from(row.results),
    };
    let uses = match row.tail {
        Tail::Uses(kinds) => shape.uses >= row.use_slots().len() && (shape.uses - row.use_slots().len()).is_multiple_of(kinds.len()),
        Tail::Any => shape.uses >= row.use_slots().len(),
        Tail::None | Tail::Results(_) => shape.uses == row.use_slots().len(),
    };
    let name = |register: &_| machine.register_row(*register).name;
    let implicit = row.is(Properties::VARIADIC)
        || row.is(Properties::CALL)
        || (row.reads.iter().all(|register| shape.reads.contains(&name(register)))
            && row.writes.iter().all(|register| shape.writes.contains(&name(register))));
    results && uses && implicit
}

fn rows_have_the_operands_that_llc_writes(data: &Data) {
    let mut compared = 0;
    let mut opcodes = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in data.files("mir/compiled", "mir") {
        let text = String::from_utf8_lossy(&irsmith_testdata::read(&path)).into_owned();
        let Some(machine) = target(&path, &text).and_then(Machine::of) else { continue };
        for shape in bodies(&text).filter_map(shape) {
            let row = machine.opcode(shape.opcode).unwrap_or_else(|| panic!("{}", shape.opcode));
            compared += 1;
            opcodes.insert(row.name);
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            if !agrees(machine, row, &shape) && !GIVEN_UP.contains(&(&*file, shape.opcode)) {
                wrong.push((file, shape.opcode.to_owned(), format!("{shape:?}")));
            }
        }
    }
    assert!(
        compared > data.choose(2_000, 5_000) && opcodes.len() > data.choose(200, 150),
        "{compared} instructions of {} opcodes",
        opcodes.len()
    );
    assert!(wrong.is_empty(), "{} {wrong:#?}", wrong.len());
}
