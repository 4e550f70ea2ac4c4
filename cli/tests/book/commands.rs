//! Commands, options and targets that documents name exist.

use std::{collections::BTreeMap, process::Command};

use irsmith_fuzz::{Format, TARGETS, target};

use crate::documents::documents;

/// The spellings of the command in documents.
const CALLS: [&str; 3] = ["irsmith ", "cargo run --release -- ", "cargo run --release --quiet -- "];

/// The output of `irsmith VERB --help`; nothing when there is no such verb.
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

/// Returns the words after `irsmith`, up to a pipe, a redirection or a comment.
fn words(code: &str) -> Option<Vec<&str>> {
    let code = code.trim_start().trim_start_matches("$ ");
    let rest = CALLS.iter().find_map(|call| code.strip_prefix(call))?;
    Some(rest.split_whitespace().take_while(|word| !matches!(*word, "|" | ">" | "#" | "&&" | ";")).collect())
}

#[test]
fn verbs_and_their_options_exist() {
    let (mut help, mut checked, mut faults) = (Help::default(), 0, Vec::new());
    for document in documents() {
        for code in document.code() {
            let Some(words) = words(&code).filter(|words| words.first().is_some_and(|verb| is_verb(verb))) else { continue };
            checked += 1;
            faults.extend(fault(&words, &mut help).map(|fault| format!("{}: `{code}`: {fault}", document.name())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 10, "only {checked} commands were seen");
}

/// Not an option, and not a placeholder such as VERB.
fn is_verb(word: &str) -> bool {
    !word.starts_with('-') && !word.chars().all(char::is_uppercase)
}

/// Returns what is wrong with a verb and its arguments.
fn fault(words: &[&str], help: &mut Help) -> Option<String> {
    let Some(text) = help.of(words[0]) else { return Some(format!("no verb {}", words[0])) };
    let known: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '-')).collect();
    let options = words[1..].iter().filter(|word| word.starts_with("--")).map(|word| word.split('=').next().unwrap_or(word));
    let mut unknown = options.filter(|option| !known.contains(option));
    unknown.next().map(|option| format!("no option {option}"))
}

#[test]
fn targets_exist() {
    let mut seen = 0;
    for document in documents() {
        for code in document.code() {
            let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            for word in words.filter(|word| Format::ALL.iter().any(|format| word.starts_with(&format!("{}_", format.name())))) {
                assert!(target(word).is_some(), "{}: `{code}`: no target {word}", document.name());
                seen += 1;
            }
        }
    }
    assert!(seen >= TARGETS.len(), "only {seen} targets were named");
}
