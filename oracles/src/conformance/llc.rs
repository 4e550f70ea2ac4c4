//! The questions to an llc. Their functions have only generic opcodes, which every target has.

use super::session::{Judgement, Request, Session, accepts};
use crate::external::Output;

/// A function, as terse as llc reads it: llc prints many more keys.
macro_rules! function {
    ($name:literal, $($line:literal),*) => {
        concat!("---\nname: ", $name, "\ntracksRegLiveness: true\nbody: |\n  bb.0:\n", $("    ", $line, "\n",)* "...\n")
    };
}

const VALID: &str = function!("first", "%0:_(s32) = G_CONSTANT i32 7", "%1:_(s32) = G_ADD %0, %0");
const OTHERS: &str = concat!(
    function!("second", "%0:_(s64) = G_CONSTANT i64 8"),
    function!("third", "%0:_(s32) = G_IMPLICIT_DEF", "%1:_(s32) = G_MUL %0, %0")
);
const UNKNOWN_OPCODE: &str = function!("first", "%0:_(s32) = G_NO_SUCH_OPCODE");
const WRONG_TYPE: &str = function!("first", "%0:_(s64) = G_IMPLICIT_DEF", "%1:_(s32) = G_ADD %0, %0");
const NO_MACHINE_IR: &str = "---\nname: [first\n";

const FILE: &str = "case.mir";

/// Targets, of which a build has some. The first that it knows is asked about.
const TRIPLES: [&str; 6] = ["x86_64", "aarch64", "armv7", "riscv64", "amdgcn", "nvptx64"];

/// The first release in which pointers have no type.
const OPAQUE_POINTERS: u8 = 15;

pub(super) fn ask(session: &mut Session<'_>) {
    let knows = |triple: &&&str| {
        let triple = format!("-mtriple={triple}");
        let request = Request { arguments: &[&triple, "-run-pass=none", "-o", "-"], name: FILE, content: VALID.as_bytes() };
        // A program that misbehaves is noticed at the first question, whatever the target.
        session.try_out(request).is_none_or(|output| accepts(&output).is_ok() || output.outcome.misbehaviour().is_some())
    };
    let triple = format!("-mtriple={}", TRIPLES.iter().find(knows).unwrap_or(&TRIPLES[0]));
    let mut usual = vec![triple.as_str(), "-verify-machineinstrs", "-o", "-"];
    if session.program().release().is_some_and(|release| release < OPAQUE_POINTERS) {
        usual.push("-opaque-pointers");
    }
    let reading = [&usual[..], &["-run-pass=none"]].concat();
    let request = |content| Request { arguments: &reading, name: FILE, content };
    let question = ("a valid function", "prints it, as llc spells it");
    let print = session.ask(question, request(VALID.as_bytes()), |output| printed_all(output, VALID, &["first"]));
    let three = [VALID, OTHERS].concat();
    let question = ("three functions", "prints all three");
    session.ask(question, request(three.as_bytes()), |output| printed_all(output, &three, &["first", "second", "third"]));
    let question = ("what it printed of the first", "prints the same again");
    session.ask(question, request(&print), |output| same_again(output, &print));
    session.ask_to_reject("an unknown opcode", request(UNKNOWN_OPCODE.as_bytes()));
    session.ask_to_reject("operands of the wrong type", request(WRONG_TYPE.as_bytes()));
    session.ask_to_reject("text that is no Machine IR", request(NO_MACHINE_IR.as_bytes()));
    let removing = [&usual[..], &["-run-pass=dead-mi-elimination"]].concat();
    let question = ("to remove dead instructions", "removes both");
    session.ask(question, Request { arguments: &removing, name: FILE, content: VALID.as_bytes() }, removed);
    let unknown = [&usual[..], &["-run-pass=no-such-pass"]].concat();
    session.ask_to_reject("an unknown pass", Request { arguments: &unknown, name: FILE, content: VALID.as_bytes() });
}

/// Returns the functions of a print: the name of each, and its opcodes.
fn functions(text: &str) -> Vec<(String, Vec<String>)> {
    let mut functions: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("name:") {
            functions.push((name.trim().to_owned(), Vec::new()));
        } else if let (Some((_, instruction)), Some((_, opcodes))) = (line.split_once(" = "), functions.last_mut()) {
            opcodes.extend(instruction.split(' ').next().map(str::to_owned));
        }
    }
    functions
}

fn printed_all(output: &Output, given: &str, names: &[&str]) -> Judgement {
    accepts(output)?;
    let print = String::from_utf8_lossy(&output.stdout);
    let (found, expected) = (functions(&print), functions(given));
    if print == given {
        return Err("prints the text that it was given, not its own".to_owned());
    }
    if let Some(missing) = names.iter().find(|name| !found.iter().any(|(found, _)| found == *name)) {
        return Err(format!("accepts it and does not print {missing}"));
    }
    // Only llc's own print has a key that is at its default.
    if !print.lines().any(|line| line.starts_with("registers:") || line.starts_with("frameInfo:")) {
        return Err("prints no keys but those that it was given".to_owned());
    }
    match found.iter().zip(&expected).find(|(found, expected)| found != expected) {
        Some(((name, _), _)) => Err(format!("prints other instructions of {name}")),
        None if names.len() == 1 => Ok("prints it, as llc spells it"),
        None => Ok("prints all three"),
    }
}

fn same_again(output: &Output, print: &[u8]) -> Judgement {
    accepts(output)?;
    if print.is_empty() {
        return Err("it printed nothing before".to_owned());
    }
    let [before, after] = [print, &output.stdout].map(|text| functions(&String::from_utf8_lossy(text)));
    if before == after { Ok("prints the same again") } else { Err("prints other functions".to_owned()) }
}

fn removed(output: &Output) -> Judgement {
    accepts(output)?;
    match functions(&String::from_utf8_lossy(&output.stdout)).as_slice() {
        [(_, opcodes)] if opcodes.is_empty() => Ok("removes both"),
        [_] => Err("leaves them there".to_owned()),
        _ => Err("does not print the function".to_owned()),
    }
}
