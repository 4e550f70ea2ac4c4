//! Commands, options and targets that documents name exist.

use std::{collections::BTreeMap, process::Command};

use irsmith_fuzz::{TARGETS, target};

use crate::documents::documents;

/// How documents call the command.
const CALLS: [&str; 3] = ["irsmith ", "cargo run --release -- ", "cargo run --release --quiet -- "];

/// What `irsmith VERB --help` prints; nothing when there is no such verb.
#[derive(Default)]
struct Help(BTreeMap<String, Option<String>>);

impl Help {
    fn of(&mut self, verb: &str) -> Option<&str> {
        self.0.entry(verb.to_owned()).or_insert_with(|| ask(&[verb, "--help"])).as_deref()
    }
}

fn ask(arguments: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_irsmith")).args(arguments).output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// The words behind `irsmith`, up to a pipe, a redirection or a comment.
fn words(code: &str) -> Option<Vec<&str>> {
    let code = code.trim_start().trim_start_matches("$ ");
    let rest = CALLS.iter().find_map(|call| code.strip_prefix(call))?;
    Some(rest.split_whitespace().take_while(|word| !matches!(*word, "|" | ">" | "#" | "&&" | ";")).collect())
}

#[test]
fn verbs_and_their_options_exist() {
    let (mut help, mut checked) = (Help::default(), 0);
    for document in documents() {
        for code in document.code() {
            let Some((verb, arguments)) = words(&code).and_then(|words| words.split_first().map(|(verb, rest)| (*verb, rest.to_vec())))
            else {
                continue;
            };
            if verb.starts_with('-') || verb.chars().all(|c| c.is_uppercase()) {
                continue;
            }
            let text = help.of(verb).unwrap_or_else(|| panic!("{}: `{code}`: no verb {verb}", document.name()));
            for argument in arguments.iter().filter(|argument| argument.starts_with("--")) {
                let option = argument.split('=').next().unwrap_or(argument);
                let known = text.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == option);
                assert!(known, "{}: `{code}`: {verb} has no option {option}", document.name());
            }
            checked += 1;
        }
    }
    assert!(checked > 10, "only {checked} commands were seen");
}

#[test]
fn targets_exist() {
    let mut seen = 0;
    for document in documents() {
        for code in document.code() {
            let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            for word in words.filter(|word| word.starts_with("pnacl_")) {
                assert!(target(word).is_some(), "{}: `{code}`: no target {word}", document.name());
                seen += 1;
            }
        }
    }
    assert!(seen >= TARGETS.len(), "only {seen} targets were named");
}
