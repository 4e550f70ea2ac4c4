//! Every message of the validator is one of a case or of a model.

use super::cases::CASES;
use super::models::models;
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{File, Limits};
use irsmith_testdata::Elsewhere;
use std::path::Path;

/// Messages that no case and no model shows.
const ELSEWHERE: &[Elsewhere] = &[
    ("generic_special.rs", "the mask has one element", "tests/releases.rs judges for LLVM 22"),
    ("generic_special.rs", "only the whole is scalable", "tests/releases.rs judges for LLVM 22"),
    ("generic_special.rs", "the step is no integer constant", "the same"),
    ("generic_special.rs", "the step is not above 0", "the same"),
    ("generic_special.rs", "the step has another width", "the same"),
    ("releases.rs", "a key or a word of a key", "tests/releases.rs judges for several releases"),
    ("releases.rs", "a word of the body", "the same"),
    ("releases.rs", "is not of {}", "the same"),
    ("releases.rs", "is in no table: it is kept unchecked", "the tests of dialect files judge for a program that was asked"),
    ("releases.rs", "is in no table of the release", "the same"),
];

#[test]
fn every_message_is_one_of_a_case() {
    let mut lines = Vec::new();
    let mut judge = |file: &File, triple: &str| {
        lines.extend(validate(file, Options { triple: Some(triple), ..Options::default() }).iter().map(ToString::to_string));
    };
    for case in CASES.iter() {
        judge(&File::read(case.text().as_bytes(), &Limits::default()).unwrap(), case.triple);
    }
    models().iter().for_each(|(_, file)| judge(file, "x86_64"));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    irsmith_testdata::check_messages(&sources.join("validate"), &lines, ELSEWHERE);
    irsmith_testdata::check_messages(&sources.join("tables/type_rule.rs"), &lines, &[]);
}
