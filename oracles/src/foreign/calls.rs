//! Calls of functions by programs of the user.
//!
//! A program gets `execute FILE CALLS`. Each line of `CALLS` is a call: the function and its arguments, as its format writes them. The
//! program prints a line for each, in order: the result, `void` if there is none, or `unsupported`. All calls return, and their results
//! depend on nothing that the format leaves open, so that they need no agreement about addresses or traps.

use super::{Asked, Foreign, Foreigner, each};
use crate::Verdict;
use crate::external::{Answer, Implementation, Request, Trouble, ask, class};

/// A format whose functions programs of the user call.
pub(crate) trait Callable: Foreign {
    /// Returns a file, and calls of which the reference interpreter knows the results.
    ///
    /// # Errors
    /// Returns the skip reason if there are none.
    fn expected_calls(case: &Self::Case) -> Result<(Vec<u8>, Vec<ExpectedCall>), &'static str>;
}

/// A call whose result is known.
pub(crate) struct ExpectedCall {
    /// The line.
    pub(crate) line: String,
    /// The type of the result, for signatures.
    pub(crate) ty: String,
    /// The line of the result.
    pub(crate) result: String,
    /// Compares a line with the result.
    pub(crate) is_result: Comparison,
}

/// Returns whether a line is the result of a call; none if it is no value of the type.
pub(crate) type Comparison = Box<dyn Fn(&str) -> Option<bool>>;

/// The line of a call of a function that returns nothing.
pub(crate) const VOID: &str = "void";
/// The line of a call that the program does not support.
const UNSUPPORTED: &str = "unsupported";
/// Skip reason: the program supports none of the calls.
const NO_CALL_SUPPORTED: &str = "no-call-supported";
/// The name of the file of calls.
const CALLS: &str = "calls.txt";

/// Checks that programs return what the reference interpreter returns.
pub(crate) fn executes<F: Callable>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, Request::Execute, |asked| {
        let Foreigner::Program(program) = asked.foreigner else { return Err(Verdict::Skip(NO_CALL_SUPPORTED)) };
        let (file, calls) = F::expected_calls(case).map_err(Verdict::Skip)?;
        let caller = Caller { asked, program, files: [F::FILE, CALLS], file: &file };
        let mut supported = 0;
        for calls in calls.chunks(program.batch.unwrap_or(calls.len()).max(1)) {
            supported += caller.supported(calls)?;
        }
        if supported == 0 { Err(Verdict::Skip(NO_CALL_SUPPORTED)) } else { Ok(Verdict::Pass) }
    })
}

/// A program that makes the calls of a file.
struct Caller<'a> {
    asked: &'a Asked,
    program: &'static Implementation,
    /// The names of the file, and of the file of calls.
    files: [&'static str; 2],
    file: &'a [u8],
}

impl Caller<'_> {
    /// Checks the results of calls; returns how many the program supports. Calls that give no answers are halved until one is alone.
    fn supported(&self, calls: &[ExpectedCall]) -> Result<usize, Verdict> {
        let (property, element, evidence) = match self.ask(calls) {
            Ok(Answer::Accepts(output)) => {
                let output = String::from_utf8_lossy(&output).into_owned();
                let lines: Vec<&str> = output.lines().map(str::trim).collect();
                if lines.len() == calls.len() {
                    return self.compare(calls, &lines);
                }
                ("answers-missing", "calls".to_owned(), format!("{} lines for {} calls", lines.len(), calls.len()))
            }
            Ok(Answer::Refuses(message)) => ("refused", class(&message), message),
            // It would be so for any call.
            Err(Trouble::NotAsked(reason)) => return Err(Verdict::Skip(reason)),
            Err(trouble) if calls.len() == 1 => {
                return Err(trouble.verdict(self.asked.oracle, self.program, Request::Execute.name()));
            }
            Err(_) => ("fails-together", "calls".to_owned(), format!("{} calls fail in one process, and none alone", calls.len())),
        };
        let (left, right) = calls.split_at(calls.len() / 2);
        if !left.is_empty() {
            self.supported(left)?;
            self.supported(right)?;
        }
        let lines: Vec<&str> = calls.iter().map(|call| call.line.as_str()).collect();
        Err(self.asked.fail(property, &element, format!("{}\n{evidence}", lines.join("\n"))))
    }

    fn ask(&self, calls: &[ExpectedCall]) -> Result<Answer, Trouble> {
        let lines: String = calls.iter().flat_map(|call| [call.line.as_str(), "\n"]).collect();
        let [file, of_calls] = self.files;
        let files = [(file, self.file), (of_calls, lines.as_bytes())];
        ask(self.program, &[Request::Execute.name(), file, of_calls], &files, |_| false)
    }

    /// Compares the lines of a program with the results; returns how many calls it supports.
    fn compare(&self, calls: &[ExpectedCall], lines: &[&str]) -> Result<usize, Verdict> {
        for (call, line) in calls.iter().zip(lines).filter(|(_, line)| **line != UNSUPPORTED) {
            let (property, element) = match (call.is_result)(line) {
                Some(true) => continue,
                Some(false) => ("value-differs", call.ty.clone()),
                None => ("end-differs", format!("{}, not {}", call.ty, class(line))),
            };
            let evidence = format!("call: {}\n  reference: {}\n  {}: {line}", call.line, call.result, self.program.name);
            return Err(self.asked.fail(property, &element, evidence));
        }
        Ok(lines.iter().filter(|line| **line != UNSUPPORTED).count())
    }
}
