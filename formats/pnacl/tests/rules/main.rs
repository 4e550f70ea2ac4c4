//! Every rule has cases that break it, and each case breaks exactly the rules that it states.
//!
//! `base.rs` makes a valid module with every kind of instruction. `model.rs` breaks rules by changing that module, `records.rs` by changing
//! the records of its file, `order.rs` by assembling files whose parts have another order, and `bits.rs` by writing files bit by bit.

mod base;
mod bits;
mod model;
mod order;
mod records;

use irsmith_pnacl::validate::{self, RULES, Rule, RuleId, Violation};
use irsmith_testdata::Data;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        sections_of_the_manual_exist,
    ],
}

/// A test of rules: its name, the rules that it breaks in ascending order, and what the validator or reader found.
struct RuleTest {
    name: &'static str,
    expected: Vec<RuleId>,
    found: BTreeSet<&'static str>,
    text: String,
}

impl RuleTest {
    fn of_violations(name: &'static str, expected: &[RuleId], violations: &[Violation]) -> Self {
        let found = violations.iter().map(|violation| violation.rule.id).collect();
        let text = violations.iter().map(|violation| format!("{violation}\n")).collect();
        Self { name, expected: expected.to_vec(), found, text }
    }

    fn of_error(name: &'static str, expected: RuleId, error: &irsmith_pnacl::Error) -> Self {
        Self { name, expected: vec![expected], found: BTreeSet::from([error.kind.rule().id]), text: format!("{error}\n") }
    }

    /// Returns the outcome for a file, whether or not it can be read.
    fn of_file(name: &'static str, expected: &[RuleId], bytes: &[u8], limits: &irsmith_pnacl::Limits) -> Self {
        match validate::validate_file(bytes, limits) {
            Ok(violations) => Self::of_violations(name, expected, &violations),
            Err(error) => Self::of_error(name, expected[0], &error),
        }
    }
}

fn cases() -> Vec<RuleTest> {
    let mut cases = model::cases();
    cases.extend(records::cases());
    cases.extend(order::cases());
    cases.extend(bits::cases());
    cases
}

#[test]
fn the_base_module_breaks_no_rule() {
    let module = base::module();
    assert_eq!(validate::validate(&module), []);
    assert!(validate::is_valid(&module));
    assert_eq!(validate::validate_file(&module.write().unwrap(), &irsmith_pnacl::Limits::default()).unwrap(), []);
}

#[test]
fn each_case_breaks_the_rules_it_says() {
    let mut wrong = String::new();
    for case in cases() {
        let expected: BTreeSet<&str> = case.expected.iter().map(|id| id.rule().id).collect();
        if expected != case.found {
            wrong += &format!("{}: expected {expected:?}, found {:?}\n{}\n", case.name, case.found, case.text);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_message_is_one_of_a_case() {
    let lines: Vec<String> = cases().iter().flat_map(|case| case.text.lines()).map(str::to_owned).collect();
    irsmith_testdata::check_messages(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/validate"), &lines, &[]);
}

/// An oracle compares the same listing.
#[test]
fn violations_are_printed_as_recorded() {
    let listing: String = cases().iter().map(|case| format!("--- {}\n{}", case.name, case.text)).collect();
    irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/violations.txt"), &listing);
    let names: BTreeSet<&str> = cases().iter().map(|case| case.name).collect();
    assert_eq!(names.len(), cases().len(), "two cases have one name");
}

#[test]
fn every_rule_is_broken_by_a_case() {
    let broken: BTreeSet<&str> = cases().into_iter().flat_map(|case| case.found).collect();
    let dead: Vec<&str> = RULES.iter().map(|rule| rule.id).filter(|id| !broken.contains(id)).collect();
    assert!(dead.is_empty(), "rules that no case breaks: {dead:?}");
}

#[test]
fn rules_have_names_and_sentences_of_their_own() {
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    let sentences: BTreeSet<&str> = RULES.iter().map(|rule| rule.text).collect();
    assert_eq!((names.len(), sentences.len()), (RULES.len(), RULES.len()));
    for Rule { id, text, .. } in RULES {
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{id} is not kebab-case");
        assert!(text.ends_with('.'), "{id}: {text}");
    }
}

#[test]
fn is_valid_agrees_with_the_violations_of_every_model() {
    for (name, module) in model::modules() {
        let errors = validate::validate(&module).iter().any(|violation| violation.is_error());
        assert_eq!(validate::is_valid(&module), !errors, "{name}");
    }
}

fn sections_of_the_manual_exist(data: &Data) {
    let manual = String::from_utf8_lossy(&irsmith_testdata::read(&data.path("../spec/pnacl-bitcode-manual.txt"))).to_lowercase();
    let headings: BTreeSet<&str> = manual.lines().map(str::trim).collect();
    for rule in RULES {
        if rule.source.document == "manual" {
            let section = rule.source.section;
            assert!(headings.contains(section.to_lowercase().as_str()), "{}: the manual has no section {section}", rule.id);
        }
    }
}
