//! The breakers of files: each makes files, and every error that makes a file unreadable is expected by some of them.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::file_breakers::{BIT_BREAKERS, Expected, MISTAKES, RECORD_BREAKERS, Records, Verdict};
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::read::Reading;
use irsmith_pnacl::validate::RULES;
use irsmith_pnacl::{Limits, Stream};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Cases that are broken.
const CASES: u64 = 300;

/// The first rule of errors that make a file unreadable.
const FIRST_RULE: &str = "limit-bytes";

/// Rules that no file breaks, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("limit-bytes", "depends on the limits alone: the oracle of limits"),
    ("limit-records", "the same"),
    ("limit-indices", "needs a file of more than 2^29 records"),
    ("abbreviation-fit", "an error of writing"),
    ("block-balance", "an error of writing"),
];

/// What breakers of a name made: files that are refused or reported, and files that are not.
#[derive(Debug, Default)]
struct Made {
    broken: usize,
    sound: usize,
}

/// Counts what each breaker makes of some generated files, and the rules of the errors and violations that it expects.
fn make_all() -> (BTreeMap<&'static str, Made>, BTreeSet<&'static str>) {
    let mut made: BTreeMap<&str, Made> = BTreeMap::new();
    let mut rules = BTreeSet::new();
    for seed in 0..CASES {
        let draws = bytes_of_seed(seed);
        let file = generate(&mut Unstructured::new(&draws), &Config::default()).write().unwrap();
        let stream = Stream::read(&file, &Limits::default()).unwrap();
        let reading = Reading::from_stream(&stream).unwrap();
        let draws = bytes_of_seed(seed + CASES);
        let mut draws = draws.chunks_exact(64).cycle().map(Unstructured::new);
        for breaker in BIT_BREAKERS.iter().copied().flatten() {
            let count = made.entry(breaker.name).or_default();
            match breaker.make(&file, &stream, &mut draws.next().unwrap()).map(|trial| trial.expected) {
                Some(Expected::Refused(kind, _)) => {
                    rules.insert(kind.rule().id);
                    count.broken += 1;
                }
                Some(Expected::Read | Expected::Record(..)) => count.sound += 1,
                None => {}
            }
        }
        let records = Records::new(&stream, &reading);
        for breaker in RECORD_BREAKERS.iter().copied().flatten() {
            let count = made.entry(breaker.name).or_default();
            match breaker.make(&records, &mut draws.next().unwrap()).map(|trial| trial.verdict) {
                Some(Verdict::Refused(kind)) => {
                    rules.insert(kind.rule().id);
                    count.broken += 1;
                }
                Some(Verdict::Reported(rule)) => {
                    rules.insert(rule);
                    count.broken += 1;
                }
                Some(Verdict::Same | Verdict::Read) => count.sound += 1,
                None => {}
            }
        }
    }
    (made, rules)
}

#[test]
fn every_breaker_makes_files_and_every_error_is_expected() {
    let (made, rules) = make_all();
    let count =
        BIT_BREAKERS.iter().map(|group| group.len()).sum::<usize>() + RECORD_BREAKERS.iter().map(|group| group.len()).sum::<usize>();
    assert_eq!(made.len(), count, "names are unique");
    let rare: Vec<_> = made.iter().filter(|(_, made)| made.broken + made.sound < 20).collect();
    assert!(rare.is_empty(), "breakers that make few files of {CASES}: {rare:?}");
    let first = RULES.iter().position(|rule| rule.id == FIRST_RULE).unwrap();
    let excepted = |id: &str| EXCEPTIONS.iter().any(|(exception, _)| *exception == id);
    let missing: Vec<&str> = RULES[first..].iter().map(|rule| rule.id).filter(|id| !rules.contains(id) && !excepted(id)).collect();
    assert!(missing.is_empty(), "errors that no breaker expects: {missing:?}");
    let reached: Vec<_> = EXCEPTIONS.iter().filter(|(id, _)| rules.contains(id)).collect();
    assert!(reached.is_empty(), "exceptions that breakers do expect: {reached:?}");
    // The rules of the reader's notes stand before them.
    let notes = RULES.iter().position(|rule| rule.id == "extra-operands").unwrap();
    let missing: Vec<&str> = RULES[notes..first].iter().map(|rule| rule.id).filter(|id| !rules.contains(id)).collect();
    assert!(missing.is_empty(), "notes that no breaker expects: {missing:?}");
}

/// What the assembler may say although no text makes it say so.
const UNREACHED: &[(&str, &str)] = &[
    ("a module that can be written", "the parser refuses everything that the writer does"),
    ("an abbreviation such as @a0 or %a0", "a bracket before something else does not begin an abbreviation"),
    ("no value outside a function", "every block in which values are defined is one of a function"),
];

/// Returns what the assembler says that it expected, in the places where its source says so word by word.
fn said_by_the_assembler() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/pnacl/src/text/parse");
    let mut said = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let source = fs::read_to_string(entry.unwrap().path()).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        for call in ["unexpected(\"", ".expected(\"", ".error(\"", "any_word(\"", ".name(\""] {
            for (at, _) in source.match_indices(call) {
                let literal = source[at + call.len()..].replace("\\\"", "\u{0}");
                said.insert(literal.split('"').next().unwrap().replace('\u{0}', "\""));
            }
        }
    }
    said
}

#[test]
fn every_message_of_the_assembler_is_recorded_with_a_mistake() {
    let said = said_by_the_assembler();
    assert!(said.len() > 40, "{said:?}");
    let recorded: BTreeSet<&str> = MISTAKES.iter().map(|mistake| mistake.expected).collect();
    let is_known = |text: &String| recorded.contains(text.as_str()) || UNREACHED.iter().any(|(known, _)| known == text);
    let missing: Vec<_> = said.iter().filter(|text| !is_known(text)).collect();
    assert!(missing.is_empty(), "messages of no recorded mistake: {missing:?}");
}
