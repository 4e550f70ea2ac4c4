//! Asking a tool about a case, and what came of it.

use super::class::{OVERFLOW, class, overflowed, site};
use super::{Limits, Outcome, Output, Tool, run};
use crate::{DISK_FULL, Failure, Signature, TOOL_MISSING, Verdict};
use std::io;

/// What a tool says of a case.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// It accepts it, and writes this.
    Accepts(Vec<u8>),
    /// It refuses it, with this message.
    Refuses(String),
}

/// Why a tool says nothing of a case.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// It could not be asked, for this reason.
    NotAsked(&'static str),
    /// It did not end as it should: it hangs, floods or leaves processes.
    Misbehaves(Outcome),
    /// It died.
    Crashes(Crash),
}

/// How a tool died.
#[derive(Clone, Debug)]
pub(crate) struct Crash {
    /// What kind of crash it is, for signatures.
    pub(crate) element: String,
    /// Where it began, if its message names nothing.
    pub(crate) site: Option<String>,
    /// The signal and what the tool said.
    pub(crate) message: String,
}

/// Runs a tool on a file of this name and content. A program that died refuses the file all the same if `refuses` says so of its message.
///
/// # Errors
/// When the tool is missing, cannot be started, misbehaves or crashes.
pub(crate) fn ask(tool: &Tool, arguments: &[&str], file: (&str, &[u8]), refuses: fn(&str) -> bool) -> Result<Answer, Trouble> {
    let program = tool.find().ok_or(Trouble::NotAsked(TOOL_MISSING))?;
    answer(run(program, arguments, &[file], &Limits::default()).map_err(|error| Trouble::NotAsked(not_started(&error)))?, refuses)
}

/// What a tool that ran says.
fn answer(output: Output, refuses: fn(&str) -> bool) -> Result<Answer, Trouble> {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.outcome {
        Outcome::Exited(0) => Ok(Answer::Accepts(output.stdout)),
        // Some tools say on standard output what is wrong.
        Outcome::Exited(_) if message.trim().is_empty() => Ok(Answer::Refuses(String::from_utf8_lossy(&output.stdout).into_owned())),
        Outcome::Exited(_) => Ok(Answer::Refuses(message)),
        Outcome::Signaled(_) if refuses(&message) => Ok(Answer::Refuses(message)),
        Outcome::Signaled(signal) => Err(Trouble::Crashes(Crash::of(signal, &message))),
        outcome @ (Outcome::TimedOut | Outcome::Flooded | Outcome::LeftProcesses) => Err(Trouble::Misbehaves(outcome)),
    }
}

/// The reason with which an oracle skips when a tool could not be run.
pub(crate) fn not_started(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DISK_FULL,
        _ => "tool-not-started",
    }
}

impl Crash {
    fn of(signal: i32, message: &str) -> Self {
        let told = Some(class(message)).filter(|class| !class.is_empty());
        let element = if overflowed(message) { OVERFLOW.into() } else { told.unwrap_or_else(|| format!("signal {signal}")) };
        Self { element, site: site(message), message: format!("signal {signal}\n{message}") }
    }
}

impl Trouble {
    /// The verdict of an oracle; `doing` says what the tool was to do.
    pub(crate) fn verdict(self, oracle: &'static str, tool: &'static Tool, doing: &str) -> Verdict {
        match self {
            Self::NotAsked(reason) => Verdict::Skip(reason),
            Self::Misbehaves(outcome) => {
                let (property, sentence) = outcome.misbehaviour().unwrap_or_default();
                fail(oracle, tool, property, doing, sentence.into())
            }
            Self::Crashes(crash) => {
                let mut verdict = fail(oracle, tool, "crashes", &crash.element, crash.message);
                if let Verdict::Fail(failure) = &mut verdict {
                    failure.signature.site = crash.site;
                }
                verdict
            }
        }
    }
}

/// A failure with a tool.
pub(crate) fn fail(oracle: &'static str, tool: &'static Tool, property: &'static str, element: &str, evidence: String) -> Verdict {
    let mut signature = Signature::new(oracle, property, element);
    signature.implementations.push(tool.name.into());
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::SPIRV_VAL;

    #[test]
    fn what_misbehaves_gives_no_answer_and_fails() {
        let said = |outcome| answer(Output { outcome, stdout: b"a".to_vec(), stderr: Vec::new() }, |_| true);
        assert!(matches!(said(Outcome::Exited(0)), Ok(Answer::Accepts(_))));
        assert!(matches!(said(Outcome::Exited(1)), Ok(Answer::Refuses(_))));
        for (outcome, property) in
            [(Outcome::TimedOut, "hangs"), (Outcome::Flooded, "floods"), (Outcome::LeftProcesses, "leaves-processes")]
        {
            let Verdict::Fail(failure) = said(outcome).unwrap_err().verdict("o", &SPIRV_VAL, "--validate") else { panic!("{outcome:?}") };
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
