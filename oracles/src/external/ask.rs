//! Runs a tool on a case and classifies the result.

use super::fault::Fault;
use super::{Implementation, Outcome, Output};
use crate::{DISK_FULL, Failure, Signature, TOOL_MISSING, Verdict};
use std::io;

/// The result of a tool on a case.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The program accepts the case, with this output.
    Accepts(Vec<u8>),
    /// The program rejects the case, with this message.
    Refuses(String),
}

/// Why a tool has no result on a case.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// The program could not be run, for this reason.
    NotAsked(&'static str),
    /// The program did not end properly: it hangs, floods or leaves processes.
    Misbehaves(Outcome),
    /// The program crashed.
    Crashes(Crash),
}

/// How a tool crashed.
#[derive(Clone, Debug)]
pub(crate) struct Crash {
    /// The kind of the crash, for signatures.
    pub(crate) element: String,
    /// The site of the crash, if its message does not name it.
    pub(crate) site: Option<String>,
    /// The signal and the tool's message.
    pub(crate) message: String,
}

/// Runs a tool on files of these names and contents. If the tool crashes, they still count as rejected if `refuses` returns true for its
/// message.
///
/// # Errors
/// Returns an error if the tool is missing, cannot be started, misbehaves or crashes.
pub(crate) fn ask(
    tool: &Implementation,
    arguments: &[&str],
    files: &[(&str, &[u8])],
    refuses: fn(&str) -> bool,
) -> Result<Answer, Trouble> {
    tool.find().ok_or(Trouble::NotAsked(TOOL_MISSING))?;
    answer(tool.run(arguments, files).map_err(|error| Trouble::NotAsked(not_started(&error)))?, refuses)
}

/// Returns the result of a tool that ran.
fn answer(output: Output, refuses: fn(&str) -> bool) -> Result<Answer, Trouble> {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    match ended_inside(output.outcome) {
        Outcome::Exited(0) => Ok(Answer::Accepts(output.stdout)),
        // Some tools print errors on standard output.
        Outcome::Exited(_) if message.trim().is_empty() => Ok(Answer::Refuses(String::from_utf8_lossy(&output.stdout).into_owned())),
        Outcome::Exited(_) => Ok(Answer::Refuses(message)),
        Outcome::Signaled(_) if refuses(&message) => Ok(Answer::Refuses(message)),
        Outcome::Signaled(signal) => Err(Trouble::Crashes(Crash::of(signal, &message))),
        outcome @ (Outcome::TimedOut | Outcome::Flooded | Outcome::LeftProcesses) => Err(Trouble::Misbehaves(outcome)),
    }
}

/// Returns the outcome of the program inside a shell that ended with 128 and the number of the signal that ended the program.
const fn ended_inside(outcome: Outcome) -> Outcome {
    const BASE: i32 = 128;
    match outcome {
        // SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE and SIGSEGV.
        Outcome::Exited(status @ (132..=136 | 139)) => Outcome::Signaled(status - BASE),
        outcome => outcome,
    }
}

/// Returns the skip reason for a tool that could not be started.
pub(crate) fn not_started(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DISK_FULL,
        _ => "tool-not-started",
    }
}

impl Crash {
    pub(crate) fn of(signal: i32, message: &str) -> Self {
        let Fault { element, site } = Fault::of(signal, message);
        Self { element, site, message: format!("signal {signal}\n{message}") }
    }
}

impl Trouble {
    /// Returns the verdict of an oracle; `doing` describes the task of the tool.
    pub(crate) fn verdict(self, oracle: &'static str, tool: &Implementation, doing: &str) -> Verdict {
        self.verdict_on(oracle, tool.name, doing)
    }

    /// As [`Self::verdict`], for an implementation of this name.
    pub(crate) fn verdict_on(self, oracle: &'static str, tool: &str, doing: &str) -> Verdict {
        match self {
            Self::NotAsked(reason) => Verdict::Skip(reason),
            Self::Misbehaves(outcome) => {
                let (property, sentence) = outcome.misbehaviour().unwrap_or_default();
                fail_on(oracle, tool, property, doing, sentence.into())
            }
            Self::Crashes(crash) => {
                let mut verdict = fail_on(oracle, tool, "crashes", &crash.element, crash.message);
                if let Verdict::Fail(failure) = &mut verdict {
                    failure.signature.site = crash.site;
                }
                verdict
            }
        }
    }
}

/// Makes a failure that involves a tool.
pub(crate) fn fail(oracle: &'static str, tool: &Implementation, property: &'static str, element: &str, evidence: String) -> Verdict {
    fail_on(oracle, tool.name, property, element, evidence)
}

/// Makes a failure that involves an implementation of this name.
pub(crate) fn fail_on(oracle: &'static str, tool: &str, property: &'static str, element: &str, evidence: String) -> Verdict {
    let mut signature = Signature::new(oracle, property, element);
    signature.implementations.push(tool.into());
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::implementation;

    #[test]
    fn what_misbehaves_gives_no_answer_and_fails() {
        let said = |outcome| answer(Output { outcome, stdout: b"a".to_vec(), stderr: Vec::new() }, |_| true);
        assert!(matches!(said(Outcome::Exited(0)), Ok(Answer::Accepts(_))));
        assert!(matches!(said(Outcome::Exited(1)), Ok(Answer::Refuses(_))));
        for (outcome, property) in
            [(Outcome::TimedOut, "hangs"), (Outcome::Flooded, "floods"), (Outcome::LeftProcesses, "leaves-processes")]
        {
            let Verdict::Fail(failure) = said(outcome).unwrap_err().verdict("o", implementation("spirv-val").unwrap(), "--validate") else {
                panic!("{outcome:?}")
            };
            assert_eq!(failure.signature.to_string(), format!("o/{property}/--validate spirv-val"));
        }
    }

    #[test]
    fn a_full_disk_is_no_missing_tool() {
        assert_eq!(not_started(&io::Error::from(io::ErrorKind::StorageFull)), DISK_FULL);
        assert_eq!(not_started(&io::Error::from_raw_os_error(28)), DISK_FULL, "ENOSPC of Linux");
        assert_eq!(not_started(&io::Error::from(io::ErrorKind::PermissionDenied)), "tool-not-started");
    }
}
