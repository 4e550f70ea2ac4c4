//! The data is complete and true.

use super::*;
use arbitrary::Unstructured;
use irsmith_mir::{Error, File, Limits};
use std::collections::BTreeSet;

/// Enough for every error.
const LIMITS: Limits = Limits { bytes: usize::MAX, nesting: 16, errors: usize::MAX };

fn errors(text: &str) -> Vec<Error> {
    let mut errors = File::read(text.as_bytes(), &LIMITS).expect_err("mistakes in it");
    errors.sort_by_key(|error| error.at);
    errors
}

/// Returns the variants of an enum in a source.
fn variants(source: &str, name: &str) -> BTreeSet<String> {
    let body = source.split(&format!("pub enum {name} {{")).nth(1).and_then(|rest| rest.split("\n}").next()).expect("an enum");
    let lines = body.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| line.starts_with(char::is_uppercase));
    lines.map(|line| line.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
}

/// The first failure names the entry. With `IRSMITH_BLESS=1`, writes the messages into the data.
#[test]
fn every_mistake_is_reported_at_its_place() {
    let (text, mistakes) = misspelled("", &mut Choices::new(&mut Unstructured::new(&[])));
    let found = errors(&text);
    let wrong: Vec<String> = mistakes.iter().filter_map(|mistake| difference(&found, mistake)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let at = |error: &Error| mistakes.iter().any(|mistake| (error.at.line, error.at.column) == (mistake.line, mistake.column));
    let more: Vec<String> = found.iter().filter(|error| !at(error)).map(Error::to_string).collect();
    assert_eq!((more, found.len()), (Vec::new(), mistakes.len()));
    if std::env::var_os("IRSMITH_BLESS").is_some() {
        bless(&found, &mistakes);
    } else {
        for (error, mistake) in found.iter().zip(&mistakes) {
            assert_eq!(error.kind.to_string(), mistake.entry.message, "{:?}", mistake.entry);
        }
    }
}

/// Describes the errors at the line of a mistake if they are not the mistake alone.
fn difference(found: &[Error], mistake: &Mistake) -> Option<String> {
    let there: Vec<&Error> = found.iter().filter(|error| error.at.line == mistake.line).collect();
    match there.as_slice() {
        [error] if error.at.column == mistake.column && kind(error) == mistake.entry.kind => None,
        there => Some(format!("{}:{} {:?}: {there:?}", mistake.line, mistake.column, mistake.entry)),
    }
}

fn kind(error: &Error) -> String {
    let debug = format!("{:?}", error.kind);
    let debug = debug.strip_prefix("Container(").unwrap_or(&debug);
    debug.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn bless(found: &[Error], mistakes: &[Mistake]) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/mir/spellings/refused.txt");
    let data = std::fs::read_to_string(path).expect("the data");
    let mut entries = refused().iter();
    let mut out = String::new();
    for line in data.lines().filter(|line| !line.starts_with("  ")) {
        out.extend([line, "\n"]);
        if !line.is_empty() && !line.starts_with('#') {
            let entry = entries.next().expect("an entry of each line");
            let place = mistakes.iter().position(|mistake| std::ptr::eq(mistake.entry, entry)).expect("a mistake of each entry");
            out.extend(["  ", &found[place].kind.to_string(), "\n"]);
        }
    }
    std::fs::write(path, out).expect("the data is written");
}

/// Errors of the file as a whole are made by code: `file_mistakes`.
const OF_THE_FILE: [&str; 5] = ["NotUtf8", "ControlCharacter", "FileTooLarge", "LocationDepth", "Container"];

#[test]
fn every_kind_of_error_has_a_text() {
    let mut kinds = variants(include_str!("../../../../formats/mir/src/error.rs"), "ErrorKind");
    kinds.extend(variants(include_str!("../../../../formats/mir/src/read/container/error.rs"), "ContainerError"));
    assert!(kinds.len() > 50, "{kinds:?}");
    let mut have: BTreeSet<String> = refused().iter().map(|entry| entry.kind.to_owned()).collect();
    have.extend(OF_THE_FILE.map(str::to_owned));
    assert_eq!(kinds, have);
}

#[test]
fn mistakes_stand_among_the_instructions_of_a_file() {
    let text =
        "---\nname:            f\nbody:             |\n  bb.0:\n    successors: %bb.0\n\n    B\n    C {\n      D\n    }\n    E\n...\n";
    let (text, mistakes) = misspelled(text, &mut Choices::new(&mut Unstructured::new(&[255; 64])));
    let lines: Vec<u32> = mistakes.iter().map(|mistake| mistake.line).take(4).collect();
    assert_eq!(lines, [7, 9, 13, 21], "{}", &text[..400]);
    assert_eq!(errors(&text).len(), mistakes.len());
}

#[test]
fn every_spelling_is_printed_in_one_way() {
    let Respelled { spelled, printed } = respelled(0);
    let read = |text: &str| irsmith_mir::body::parse(text, &LIMITS).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let (spelled, printed_blocks) = (read(&spelled), read(&printed));
    let text = irsmith_mir::body::print(&spelled);
    let pairs = text.lines().zip(printed.lines()).filter(|(found, expected)| found != expected);
    let wrong: Vec<String> = pairs.take(20).map(|(found, expected)| format!("\n{found:?}\n{expected:?}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
    assert_eq!(spelled, printed_blocks);
    assert_eq!(text, printed);
}
