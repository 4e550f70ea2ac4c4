//! Every message of the validator is one of a case or of a model, so that no check can be lost unnoticed.

use super::cases::CASES;
use super::models::models;
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{File, Limits};
use std::fs;
use std::path::Path;

/// Messages that no case and no model shows: the name of the source, a part of the message, and why.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("generic_special.rs", "only the whole is scalable", "tests/releases.rs judges for LLVM 22"),
    ("releases.rs", "a key or a word of a key", "tests/releases.rs judges for several releases"),
    ("releases.rs", "a word of the body", "the same"),
    ("releases.rs", "is not of {}", "the same"),
    ("releases.rs", "is in no table: it is kept unchecked", "the tests of dialect files judge for a program that was asked"),
    ("releases.rs", "is in no table of the release", "the same"),
];

/// Returns the texts with spaces in a source, of which each is a message, without what stands for values, and with the places of both.
fn messages(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in source.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let mut rest = line;
        while let Some((_, behind)) = rest.split_once('"') {
            let mut end = 0;
            let bytes = behind.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let text = behind.get(..end).unwrap_or(behind);
            if text.contains(' ') && text.len() > 8 {
                found.push(text.to_owned());
            }
            rest = behind.get(end + 1..).unwrap_or("");
        }
    }
    found
}

/// Returns whether a line has all pieces of a message in their order.
fn shows(line: &str, message: &str) -> bool {
    let mut rest = line;
    for piece in message.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, behind)| behind)) {
        match rest.split_once(piece) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    true
}

#[test]
fn every_message_is_one_of_a_case() {
    let mut lines = Vec::new();
    let mut judge = |file: &File, triple: &str| {
        lines.extend(validate(file, Options { triple: Some(triple), ..Options::default() }).iter().map(ToString::to_string));
    };
    for case in CASES {
        judge(&File::read(case.text().as_bytes(), &Limits::default()).unwrap(), case.triple);
    }
    models().iter().for_each(|(_, file)| judge(file, "x86_64"));
    let (mut hidden, mut known) = (Vec::new(), 0);
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/validate")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // Sentences about rules are none about files.
        if !path.is_file() || name == "rules.rs" {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        for message in messages(source.split("#[cfg(test)]").next().unwrap_or_default()) {
            let is_elsewhere = ELSEWHERE.iter().any(|(file, part, _)| *file == name && message.contains(part));
            let is_shown = lines.iter().any(|line| shows(line, &message));
            known += usize::from(is_elsewhere);
            assert!(!(is_shown && is_elsewhere), "{name}: {message:?} is shown");
            if !is_shown && !is_elsewhere {
                hidden.push(format!("{name}: {message:?}"));
            }
        }
    }
    assert!(hidden.is_empty(), "no case shows\n{}", hidden.join("\n"));
    assert_eq!(known, ELSEWHERE.len());
}
