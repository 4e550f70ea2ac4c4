//! Words that no table has: in what the program prints of a small module, and in files of the user.

use super::asking::{Asking, Depth};
use super::question::{Answer, Question};
use super::summary::Calibrated;
use crate::external::Outcome;
use irsmith_mir::tables::{FUNCTION, Machine, Target, Version, WordKind, common_opcode};
use irsmith_mir::{CalibratedWord, ContainerError, Dialect, Error, ErrorKind, File, Function, Limits, Style};
use std::collections::BTreeSet;

/// A module that a program of every release compiles: a loop, a call, floating-point numbers, vectors, a switch.
const MODULE: &str = include_str!("module.ll");
/// Where compilation stops: after selection, and when registers and the frame are assigned.
const STOPS: [&str; 2] = ["-stop-after=finalize-isel", "-stop-after=prologepilog"];
const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// Looks for words that no table has, in prints of the program and in examples. Words of examples count if the program reads them.
pub(super) fn look(asking: &Asking, examples: &[Vec<u8>], calibrated: &mut Calibrated) {
    for print in prints(asking) {
        let found = Found::of(&print, asking.target);
        found.keys.into_iter().for_each(|(word, _)| calibrated.note_unknown(word));
        found.opcodes.into_iter().for_each(|opcode| calibrated.note_unknown(opcode_word(asking.target, &opcode)));
    }
    for example in examples {
        let found = Found::of(example, asking.target);
        let keys = found.keys.into_iter().map(|(word, function)| of_key(word, function));
        let opcodes = found.opcodes.iter().map(|opcode| Question::of_line(opcode_word(asking.target, opcode), false, opcode));
        let questions: Vec<Question> = keys.chain(opcodes).collect();
        let answers = asking.ask(&questions, Depth::Read);
        let read = questions.into_iter().zip(answers).filter(|(_, answer)| *answer != Answer::Missing);
        read.for_each(|(question, _)| calibrated.note_unknown(question.word));
    }
}

fn opcode_word(target: Target, opcode: &str) -> CalibratedWord {
    CalibratedWord::of_target(target, WordKind::Opcode, opcode)
}

/// Returns the question about a key that no table has: the function of the example without its body.
fn of_key(word: CalibratedWord, function: Function) -> Question {
    let text = File { functions: vec![function], ..File::default() }.write_in(Style::Simplified);
    // The lines between the name and the end of the document.
    let lines = text.lines().skip(1).filter(|line| !line.starts_with("name:") && *line != "...");
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    Question::of_document(word, false, text)
}

/// Returns what the program prints of the module, at some stages and levels.
fn prints(asking: &Asking) -> Vec<Vec<u8>> {
    let triple = format!("-mtriple={}", asking.target.triple().unwrap_or_default());
    let mut prints = Vec::new();
    for (stop, level) in STOPS.iter().flat_map(|stop| LEVELS.map(|level| (*stop, level))) {
        let arguments = [triple.as_str(), stop, level, "-o", "-", "module.ll"];
        // A program may lack a stage.
        if let Ok(output) = asking.program.run(&arguments, &[("module.ll", MODULE.as_bytes())])
            && output.outcome == Outcome::Exited(0)
        {
            prints.push(output.stdout);
        }
    }
    prints
}

/// The words of a file that no table has.
struct Found {
    /// Keys, each with a function that has it.
    keys: Vec<(CalibratedWord, Function)>,
    opcodes: BTreeSet<String>,
}

impl Found {
    fn of(bytes: &[u8], target: Target) -> Self {
        let mut found = Self { keys: Vec::new(), opcodes: BTreeSet::new() };
        let limits = Limits { bytes: usize::MAX, ..Limits::default() };
        let mut unknown = irsmith_mir::Words::default();
        let file = match File::read(bytes, &limits) {
            Ok(file) => Some(file),
            Err(errors) => {
                errors.iter().filter_map(unknown_key).for_each(|word| unknown.insert(word));
                let calibration = irsmith_mir::Calibration { unknown: unknown.clone(), ..irsmith_mir::Calibration::default() };
                File::read_in(bytes, &limits, Dialect::of_program(Version::TABLES, calibration)).ok().map(|(file, _)| file)
            }
        };
        let functions = file.iter().flat_map(|file| &file.functions);
        for function in functions {
            let (own, every) = (&function.unknown_keys, function.every_unknown_key());
            for word in unknown.iter() {
                let key = word.name.rsplit_once('.').map_or(word.name.as_str(), |(_, key)| key);
                if every.iter().any(|known| known == key) && found.keys.iter().all(|(known, _)| *known != word) {
                    // A key of the function itself is asked about alone.
                    let is_own = word.name == CalibratedWord::of_key(FUNCTION, key).name;
                    let alone = || Function {
                        unknown_keys: own.iter().filter(|(known, _)| known == key).cloned().collect(),
                        ..Function::default()
                    };
                    let whole = || Function { blocks: Vec::new(), ..function.clone() };
                    let function = Function { name: "q".to_owned(), ..if is_own { alone() } else { whole() } };
                    found.keys.push((word, function));
                }
            }
            let lines = function.blocks.iter().flat_map(|block| &block.instructions);
            let lines = lines.flat_map(|line| [line].into_iter().chain(line.bundle.iter().flatten()));
            found.opcodes.extend(lines.map(|line| line.opcode.as_str()).filter(|opcode| !is_known(opcode, target)).map(str::to_owned));
        }
        found
    }
}

/// Returns the key with its mapping, if the error is of an unknown key.
fn unknown_key(error: &Error) -> Option<CalibratedWord> {
    match &error.kind {
        ErrorKind::Container(ContainerError::UnknownKey { key, map, .. }) => {
            Some(CalibratedWord::new(WordKind::Key, format!("{map}.{key}")))
        }
        _ => None,
    }
}

/// Returns whether some release has an opcode.
fn is_known(opcode: &str, target: Target) -> bool {
    let has = |release| Machine::of_release(target, release).is_some_and(|machine| machine.opcode(opcode).is_some());
    common_opcode(opcode).is_some() || Version::OBSERVED.into_iter().any(has)
}
