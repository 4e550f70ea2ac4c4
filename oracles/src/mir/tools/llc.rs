//! Runs llc on a text.

use super::Setting;
use crate::external::{Answer, Implementation, ProgramFamily, Task, Trouble, ask, class, in_use};
use crate::mir::dialect_file::dialect_file_of;
use crate::mir::{Case, TARGET_LACKING, is_without_target};
use crate::{TOOL_MISSING, Verdict};
use irsmith_mir::Dialect;
use irsmith_mir::tables::Version;

/// An llc that takes part, and what it speaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Llc {
    /// The program.
    pub(crate) program: &'static Implementation,
    /// The dialect.
    pub(crate) dialect: Dialect,
}

impl Llc {
    /// Makes one of a program; one that does not tell its release is taken for one of the release of the tables.
    pub(super) fn of(program: &'static Implementation) -> Self {
        let of_release = || program.release().map_or(Dialect::DEFAULT, |release| Dialect::of_release(Version(release)));
        // The file was checked when the process began.
        let of_program = dialect_file_of(program).ok().flatten();
        Self { program, dialect: of_program.unwrap_or_else(of_release) }
    }

    /// Returns those that are to be judged.
    pub(crate) fn judged() -> Vec<Self> {
        in_use(ProgramFamily::Llc, Task::Judge).into_iter().map(Self::of).collect()
    }

    /// Returns those that are to be compared with one another.
    pub(super) fn compared() -> Vec<Self> {
        in_use(ProgramFamily::Llc, Task::Compare).into_iter().map(Self::of).collect()
    }

    /// Returns whether the tables and the text of cases are those of its release.
    pub(super) fn is_of_tables(self) -> bool {
        self.dialect.release == Dialect::DEFAULT.release
    }
}

/// Returns the verdicts of an oracle on each llc that is to be judged, in batches of the functions of a case.
pub(super) fn each(case: &Case, judge: impl Fn(&Case, Llc) -> Vec<Verdict>) -> Vec<Verdict> {
    let all = Llc::judged().into_iter().flat_map(|llc| case.parts(llc.program.batch).iter().map(move |part| (part, llc)));
    let verdicts: Vec<Verdict> = all.flat_map(|(part, llc)| judge(part, llc)).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}

/// The name of llc's input file, from which it recognizes Machine IR.
pub(super) const FILE: &str = "case.mir";

/// The pass name with which llc only reads, verifies and prints a text.
pub(super) const NO_PASS: &str = "none";

/// The marker in the message of a program that aborted deliberately: llc aborts on errors that the verifier finds, and on unsupported input
/// of a pass.
const ON_PURPOSE: &str = "LLVM ERROR: ";

/// Returns whether a message is a rejection.
fn is_refusal(message: &str) -> bool {
    message.contains(ON_PURPOSE)
}

/// Returns the class of a message: the verifier's first error, otherwise why llc stopped, without the instruction at which it stopped.
/// Errors of LLVM's IR parser in the value of a constant are a class of their own.
pub(super) fn class_of(message: &str) -> String {
    let quoted = message.lines().skip_while(|line| !line.starts_with("error: ")).nth(1);
    if quoted.is_some_and(|line| line.starts_with(' ') && line.contains(" value: ")) {
        return format!("constant: {}", class(message));
    }
    let ended = || message.lines().find_map(|line| line.split_once(ON_PURPOSE)?.1.split(':').next());
    match ended().filter(|_| !message.contains("*** Bad machine code")) {
        Some(reason) => class(reason),
        None => class(message),
    }
}

/// Returns llc's output as text.
pub(super) fn text(print: Vec<u8>) -> String {
    String::from_utf8(print).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Runs a pass of llc on a text and returns its answer and output.
///
/// # Errors
/// Returns an error if it is missing, cannot be started, hangs or crashes.
pub(super) fn run_pass(llc: Llc, setting: &Setting, pass: &str, text: &[u8]) -> Result<Answer, Trouble> {
    let pass = format!("-run-pass={pass}");
    let mut arguments = vec![pass.as_str(), "-verify-machineinstrs", "-o", "-"];
    arguments.extend(setting.options.iter().map(String::as_str));
    arguments.push(FILE);
    match ask(llc.program, &arguments, &[(FILE, text)], is_refusal) {
        Ok(Answer::Refuses(message)) if is_without_target(&message) => Err(Trouble::NotAsked(TARGET_LACKING)),
        answer => answer,
    }
}
