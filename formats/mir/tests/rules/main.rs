//! Every rule has cases that break it, and each case breaks exactly the rules that it states.
//!
//! `cases` has texts, which `agreement.rs` compares with llc 19, together with LLVM's own tests; `models.rs` has models that no text can
//! represent; `reading.rs` has unreadable files.

mod agreement;
mod cases;
mod drawn;
mod kinds;
#[allow(dead_code, reason = "other tests print with it")]
#[path = "../support/llc.rs"]
mod llc;
mod messages;
mod models;
mod reading;
mod target_kinds;

use cases::CASES;
use irsmith_mir::validate::{self, Options, RULES, RuleId, Violation};
use irsmith_mir::{File, Limits};
use irsmith_testdata::Data;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [],
    outside: [sections_of_the_manual_exist],
}

/// The releases of LLVM that tests ask, and their commands.
const RELEASES: [(u8, &str); 5] = [(14, "llc-14"), (16, "llc-16"), (19, "llc-19"), (22, "llc-22"), (23, "llc-23")];

fn names(rules: &[RuleId]) -> BTreeSet<&'static str> {
    rules.iter().map(|id| id.rule().id).collect()
}

fn check(what: &str, expected: &[RuleId], file: &File, triple: &str) -> String {
    let options = Options { triple: Some(triple), ..Options::default() };
    let violations = validate::validate(file, options);
    let found: BTreeSet<&str> = violations.iter().map(|violation| violation.rule.id).collect();
    assert_eq!(validate::is_valid(file, options), !violations.iter().any(Violation::is_error), "{what}");
    if found == names(expected) {
        return String::new();
    }
    let list: String = violations.iter().map(|violation| format!("\n  {violation}")).collect();
    format!("{expected:?} by {what}: {list}\n")
}

#[test]
fn each_case_breaks_the_rules_it_says() {
    let mut wrong = String::new();
    for case in CASES.iter() {
        let text = case.text();
        match File::read(text.as_bytes(), &Limits::default()) {
            Ok(file) => wrong += &check(&text, case.rules, &file, case.triple),
            Err(errors) => wrong += &format!("{}: {text}", errors[0]),
        }
    }
    for (rules, file) in models::models() {
        wrong += &check("a model", rules, &file, "x86_64");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// An oracle compares the same listing.
#[test]
fn violations_are_printed_as_recorded() {
    let section = |(number, case): (usize, &cases::RuleTest)| {
        let file = File::read(case.text().as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let violations = validate::validate(&file, Options { triple: Some(case.triple), ..Options::default() });
        let lines: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
        format!("--- {number}\n{lines}")
    };
    let listing: String = CASES.iter().enumerate().map(section).collect();
    irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/violations.txt"), &listing);
}

#[test]
fn every_rule_is_broken_by_a_case() {
    let mut broken: BTreeSet<&str> = CASES.iter().flat_map(|case| names(case.rules)).collect();
    broken.extend(models::models().iter().flat_map(|(rules, _)| names(rules)));
    broken.extend(reading::UNREADABLE.iter().flat_map(|case| names(case.rules)));
    // A limit is set by the reader, so no file breaks it.
    broken.insert(RuleId::LimitBytes.rule().id);
    // `releases.rs` has files that break this rule where a release is given.
    broken.insert(RuleId::OtherRelease.rule().id);
    // Files that break this rule are read; `reading.rs` has them.
    broken.insert(RuleId::OlderSpelling.rule().id);
    let dead: Vec<&str> = RULES.iter().map(|rule| rule.id).filter(|id| !broken.contains(id)).collect();
    assert!(dead.is_empty(), "rules that no case breaks: {dead:?}");
}

#[test]
fn rules_have_names_and_sentences_of_their_own() {
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    let sentences: BTreeSet<&str> = RULES.iter().map(|rule| rule.text).collect();
    assert_eq!((names.len(), sentences.len()), (RULES.len(), RULES.len()));
    for rule in RULES {
        assert!(rule.text.ends_with('.') && rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", rule.id);
    }
}

#[test]
fn places_tell_function_block_instruction_and_operand() {
    let text = "---\nname: f\nbody: |\n  bb.3:\n    MOV32ri 1\n    $eax = COPY %7:gr33\n...\n";
    let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
    let violations = validate::validate(&file, Options { triple: Some("x86_64"), ..Options::default() });
    assert_eq!(violations.last().unwrap().place.to_string(), "function \"f\" bb.3 instruction 1 operand 1");
}

fn sections_of_the_manual_exist(data: &Data) {
    let manual = data.text("../spec/llvm-mir-language-reference.rst");
    for rule in RULES.iter().filter(|rule| rule.source.document == "Machine IR reference") {
        let lines: Vec<&str> = manual.lines().collect();
        let underlined = |line: &str| !line.is_empty() && line.bytes().all(|byte| matches!(byte, b'=' | b'-' | b'^' | b'~' | b'"' | b'.'));
        let found = lines.windows(2).any(|pair| pair[0] == rule.source.section && underlined(pair[1]));
        assert!(found, "{}: the manual has no section {:?}", rule.id, rule.source.section);
    }
}
