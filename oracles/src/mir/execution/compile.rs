//! Compiles a file of machine functions to an object.

use super::Setting;
use crate::TOOL_MISSING;
use crate::external::{Crash, Implementation, Outcome, Trouble, not_started};
use crate::mir::{TARGET_LACKING, is_without_target};
use irsmith_mir::tables::Version;
use std::time::Duration;

/// A compiled file.
#[derive(Clone, Debug)]
pub struct Object {
    /// The object.
    pub bytes: Vec<u8>,
    /// The functions of the file for which no instructions could be selected; they must not be called.
    pub unselected: Vec<Unselected>,
}

/// A function that an llc cannot compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unselected {
    /// The name.
    pub function: String,
    /// The pass that gave up, and the first opcode of its message: `unable to legalize G_FREM`.
    pub reason: String,
}

/// The name of the file that llc reads.
const FILE: &str = "batch.mir";

/// llc's warning about a function that it cannot compile.
const FALLBACK: &str = "Instruction selection used fallback path for ";

/// Where compilation begins: the option of llc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// With the legalizer.
    Legalizer,
    /// With the pass that follows the translation of the IR: before the legalizer, combiners simplify the function.
    Combiners,
}

impl Start {
    /// Returns the option of llc.
    pub(crate) const fn option(self) -> &'static str {
        match self {
            Self::Legalizer => "-start-before=legalizer",
            Self::Combiners => "-start-after=irtranslator",
        }
    }
}

/// Runs the passes of an llc on generic functions.
///
/// # Errors
/// Returns an error if llc is missing, cannot be started, misbehaves, crashes, or rejects the file: then the answer is the message.
pub(crate) fn compile(
    llc: &Implementation,
    release: Version,
    setting: Setting,
    start: Start,
    text: &str,
    time: Duration,
) -> Result<Object, CompileError> {
    llc.find().ok_or(CompileError::Trouble(Trouble::NotAsked(TOOL_MISSING)))?;
    let options = selection_options(release, setting, start);
    let mut arguments: Vec<&str> = options.iter().map(String::as_str).collect();
    arguments.extend(["-pass-remarks-missed=gisel*", "-relocation-model=static", "-filetype=obj", "-o", "-", FILE]);
    let output = llc.run_for(time, &arguments, &[(FILE, text.as_bytes())]);
    let output = output.map_err(|error| CompileError::Trouble(Trouble::NotAsked(not_started(&error))))?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.outcome {
        Outcome::Exited(0) => Ok(Object { bytes: output.stdout, unselected: unselected(&message) }),
        Outcome::Exited(_) if is_without_target(&message) => Err(CompileError::Trouble(Trouble::NotAsked(TARGET_LACKING))),
        Outcome::Exited(_) => Err(CompileError::Rejected(message)),
        Outcome::Signaled(_) if is_refused(&message) => Err(CompileError::Rejected(message)),
        Outcome::Signaled(signal) => Err(CompileError::Trouble(Trouble::Crashes(Crash::of(signal, &message)))),
        outcome @ (Outcome::TimedOut | Outcome::Flooded | Outcome::LeftProcesses) => {
            Err(CompileError::Trouble(Trouble::Misbehaves(outcome)))
        }
    }
}

/// Returns whether the verifier refuses a file as it was read: llc ends by a signal then too. Behind a pass, it names the pass first.
fn is_refused(message: &str) -> bool {
    message.contains("*** Bad machine code: ") && !message.contains("# After ")
}

/// Returns the options with which an llc selects instructions by GlobalISel: what cannot be compiled is replaced, and named.
pub(crate) fn selection_options(release: Version, setting: Setting, start: Start) -> Vec<String> {
    let mut options = vec![
        format!("-mtriple={}", setting.processor.triple()),
        format!("-O{}", setting.level),
        "-global-isel".to_owned(),
        "-global-isel-abort=2".to_owned(),
        start.option().to_owned(),
    ];
    options.extend(setting.option().map(str::to_owned));
    if release < Version(15) {
        options.push("-opaque-pointers".to_owned());
    }
    options
}

/// Why there is no object.
#[derive(Clone, Debug)]
pub(crate) enum CompileError {
    /// The file is rejected, with this message.
    Rejected(String),
    /// llc did not answer.
    Trouble(Trouble),
}

/// Reads the functions that an llc names as not compiled. Its remarks say why, in this order: what it could not do, an instruction, and the
/// function; its warnings name each such function once.
fn unselected(message: &str) -> Vec<Unselected> {
    let names = message.lines().filter_map(|line| line.split_once(FALLBACK).map(|(_, name)| name.trim()));
    let names = names.map(|name| {
        let place = format!("(in function: {name})");
        let remark = message.lines().find(|line| line.contains(&place)).and_then(reason);
        Unselected { function: name.to_owned(), reason: remark.unwrap_or_else(|| "not compiled".to_owned()) }
    });
    names.collect()
}

/// Returns what a remark says, without registers: `cannot select G_FCMP`.
fn reason(remark: &str) -> Option<String> {
    let (_, said) = remark.split_once("remark: ")?;
    let said = said.trim_start_matches(|c: char| c != ' ').trim_start();
    let (what, instruction) = said.split_once(": ").unwrap_or((said, ""));
    let what = what.strip_suffix(" instruction").unwrap_or(what);
    let opcode = instruction.split([' ', ',']).find(|word| {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        letters.len() > 2 && letters.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit())
    });
    Some(format!("{what} {}", opcode.unwrap_or_default()).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_verifier_refuses_at_once_is_no_crash() {
        let message = "# Machine code for function f: IsSSA\n\n*** Bad machine code: Too few operands ***\n- function:    f\n";
        assert!(is_refused(message));
        assert!(!is_refused(&format!("# After Legalizer\n{message}")));
        assert!(!is_refused("LLVM ERROR: unable to legalize"));
    }

    #[test]
    fn functions_that_are_not_compiled_are_named_with_the_reason() {
        let message = "remark: <unknown>:0:0: unable to legalize instruction: %13:_(s1) = G_SELECT %12:_(s1), %9:_, %7:_ (in function: m0.f0)\n\
                       warning: Instruction selection used fallback path for m0.f0\n\
                       remark: <unknown>:0:0: cannot select: %22:gr64 = COPY %21:gpr(p0) (in function: m0.f11)\n\
                       warning: Instruction selection used fallback path for m0.f11\n\
                       warning: <unknown>:0:0: Instruction selection used fallback path for m0.f1\n";
        let found: Vec<(String, String)> = unselected(message).into_iter().map(|one| (one.function, one.reason)).collect();
        let expected = [("m0.f0", "unable to legalize G_SELECT"), ("m0.f11", "cannot select COPY"), ("m0.f1", "not compiled")];
        assert_eq!(found, expected.map(|(function, reason)| (function.to_owned(), reason.to_owned())));
        assert_eq!(unselected(""), []);
    }
}
