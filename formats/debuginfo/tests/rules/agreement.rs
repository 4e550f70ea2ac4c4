//! Our verdict beside that of `spirv-val`, where it is installed: on real modules, on the cases of every rule, and on modules of which
//! one word was changed or one instruction removed. Every difference belongs to a class that the
//! ledger lists.

use super::assembler::assemble;
use super::base;
use super::cases::{CASES, VALID};
use irsmith_debuginfo::stream::HEADER_WORDS;
use irsmith_debuginfo::transform::strip;
use irsmith_debuginfo::validate;
use irsmith_debuginfo::{Dialect, Instruction, Limits, Module, Stream};
use irsmith_testdata::Data;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

irsmith_testdata::data_tests! {
    own: [spirv_val_agrees_but_for_what_the_ledger_lists],
    outside: [spirv_val_agrees_but_for_what_the_ledger_lists],
}

/// The version whose messages the classes quote.
const VERSION: &str = "SPIRV-Tools v2023.1";

/// The ledger of the format, restricted to the two validators; the oracles read the same file.
const LEDGER: &str = include_str!("../../../../corpora/debuginfo/ledger.toml");
/// The oracle whose entries these are.
const ORACLE: &str = "debuginfo-spirv-val";

/// A class of differences: its entry in the ledger.
#[derive(Deserialize)]
struct Class {
    name: String,
    oracles: Vec<String>,
    #[serde(default)]
    properties: Vec<String>,
    /// Rules that only we have, or parts of messages with `*` at both ends.
    #[serde(default)]
    elements: Vec<String>,
    #[serde(default)]
    has: Vec<String>,
}

#[derive(Deserialize)]
struct Ledger {
    entry: Vec<Class>,
}

impl Class {
    /// Returns whether a difference in a module of this set belongs to the class. Features of the ledger other than the set are checked by
    /// the oracle.
    fn has(&self, property: &str, set: Option<Dialect>, shows: impl Fn(&str) -> bool) -> bool {
        let sets = || self.has.iter().filter_map(|name| Dialect::from_name(name));
        let is_shown = || self.properties.iter().any(|shown| shown == property);
        is_shown() && sets().all(|dialect| Some(dialect) == set) && self.elements.iter().any(|element| shows(element))
    }
}

fn classes() -> Vec<Class> {
    let ledger: Ledger = toml::from_str(LEDGER).unwrap();
    ledger.entry.into_iter().filter(|entry| entry.oracles.iter().any(|oracle| oracle == ORACLE)).collect()
}

/// Returns the result of spirv-val: nothing, or its first line.
fn spirv_val(bytes: &[u8]) -> Result<(), String> {
    let mut command = Command::new("spirv-val");
    let mut child = command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may stop reading at the first invalid word.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    let output = child.wait_with_output().unwrap();
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    Err(text.lines().next().unwrap_or("").to_owned())
}

/// The rules that a file breaks, warnings left out.
fn errors(bytes: &[u8]) -> BTreeSet<&'static str> {
    match validate::validate_file(bytes, &Limits::default()) {
        Ok(violations) => violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect(),
        Err(error) => BTreeSet::from([error.kind.rule().id]),
    }
}

/// Returns the modified files of a module: an instruction is removed, or a word is incremented or names DebugInfoNone.
fn damaged(module: &Module) -> Vec<Vec<u8>> {
    let stream = module.to_stream().unwrap();
    let words = stream.words();
    let none = module.instructions.iter().find_map(Instruction::debug).unwrap().result.0;
    let mut files = Vec::new();
    let mut keep = |words: Vec<u32>| files.push(Stream::from_words(module.header.order, words).unwrap().write());
    for raw in stream.instructions() {
        let mut without = words.to_vec();
        without.drain(raw.at..=raw.at + raw.words.len());
        keep(without);
        // The name of a set affects everything; spirv-val rejects unknown names.
        let is_import = raw.opcode == spirv::Op::ExtInstImport as u16;
        for at in (raw.at + 1..=raw.at + raw.words.len()).filter(|_| !is_import) {
            for value in [words[at].wrapping_add(1), none].into_iter().filter(|&value| value != words[at]) {
                let mut changed = words.to_vec();
                changed[at] = value;
                keep(changed);
            }
        }
    }
    assert!(files.len() > words.len() - HEADER_WORDS);
    files
}

fn inputs(data: &Data) -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = data.spirv().iter().map(|path| irsmith_testdata::read(path)).collect();
    if data.choose(false, true) {
        return inputs;
    }
    inputs.extend(data.files("debuginfo/broken", "spv").iter().map(|path| irsmith_testdata::read(path)));
    // This version does not know the set of the shader cases, and checks nothing of it.
    let known = CASES.iter().chain(VALID).filter(|case| case.base != base::SHADER);
    inputs.extend(known.map(|case| assemble(&case.text()).write().unwrap()));
    for text in [base::SPECIFIED, base::OPENCL] {
        let module = assemble(text);
        inputs.push(module.write().unwrap());
        inputs.extend(damaged(&module));
    }
    inputs
}

fn spirv_val_agrees_but_for_what_the_ledger_lists(data: &Data) {
    let version = Command::new("spirv-val").arg("--version").output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if !version.as_ref().is_ok_and(|version| version.contains(VERSION)) {
        irsmith_testdata::not_tested(format_args!("spirv-val of {VERSION} is not installed ({version:?})"));
        return;
    }
    let classes = classes();
    let (mut accepted, mut refused, mut programs, mut unexplained) = (0, 0, 0, String::new());
    let mut seen = BTreeMap::<_, usize>::new();
    for bytes in inputs(data) {
        let (ours, theirs) = (errors(&bytes), spirv_val(&bytes));
        let module = Module::read(&bytes, &Limits::default());
        let set = module.as_ref().ok().and_then(|module| module.sets().iter().next()).map(|set| set.1);
        match (ours.is_empty(), theirs) {
            (true, Ok(())) => accepted += 1,
            (false, Err(_)) => refused += 1,
            (true, Err(_)) if refuses_program(module.unwrap()) => programs += 1,
            (true, Err(message)) => {
                match classes.iter().find(|class| class.has("refused", set, |element| message.contains(element.trim_matches('*')))) {
                    Some(class) => *seen.entry((&class.name, "")).or_default() += 1,
                    None => unexplained += &format!("only spirv-val refuses: {message}\n"),
                }
            }
            (false, Ok(())) => {
                for rule in ours {
                    match classes.iter().find(|class| class.has("accepted", set, |element| element == rule)) {
                        Some(class) => *seen.entry((&class.name, rule)).or_default() += 1,
                        None => unexplained += &format!("only we refuse: {rule} in {set:?}\n"),
                    }
                }
            }
        }
    }
    eprintln!("both accept {accepted}, both refuse {refused}, spirv-val refuses the program {programs}");
    seen.iter().for_each(|((class, rule), count)| eprintln!("{class} {rule} {count}"));
    assert!(unexplained.is_empty(), "{unexplained}");
    let (least_accepted, least_refused) = data.choose((400, 700), (10, 5));
    assert!(accepted > least_accepted && refused > least_refused, "{accepted} {refused}");
}

/// Returns whether spirv-val rejects a module without its debug instructions.
fn refuses_program(mut module: Module) -> bool {
    strip(&mut module);
    spirv_val(&module.write().unwrap()).is_err()
}
