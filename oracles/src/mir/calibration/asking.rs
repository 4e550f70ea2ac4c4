//! Asks an llc many questions with few processes.
//!
//! llc stops at the first error of a file. The functions before it were read, so that a file costs one process for each question that is
//! refused, and one for all others. To find out what llc *reads*, a file ends with a function that no llc accepts: an error in that function
//! says that all others were read. llc verifies each function behind its text, so what the verifier refuses was read. To find out what llc
//! *accepts*, the last function is left out.

use super::question::{Answer, Question, module};
use crate::external::{Implementation, Outcome};
use irsmith_mir::tables::{Target, Version, WordKind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The functions of a file.
const BATCH: usize = 1000;
/// Processor time of a file.
const TIME: Duration = Duration::from_secs(60);
/// The name of the input.
const FILE: &str = "case.mir";
/// An opcode that no llc has.
pub(super) const NO_OPCODE: &str = "IRSMITH_NO_SUCH_OPCODE";

/// Asks a program about a target.
pub(super) struct Asking {
    pub(super) program: &'static Implementation,
    pub(super) target: Target,
    pub(super) release: Version,
    /// The processes that were started.
    pub(super) processes: AtomicUsize,
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// What llc reads.
    Read,
    /// What llc accepts.
    Verify,
}

/// How llc took a file.
pub(super) enum Taken {
    /// llc accepts the file.
    Accepted,
    /// llc refuses the file: at this line, if it says so, and with this message.
    Refused { line: Option<usize>, function: Option<usize>, message: String },
}

impl Asking {
    /// Returns the answers to questions, in their order.
    pub(super) fn ask(&self, questions: &[Question], depth: Depth) -> Vec<Answer> {
        let chunks: Vec<&[Question]> = questions.chunks(BATCH.min(questions.len().div_ceil(2 * workers()).max(1))).collect();
        let answers: Vec<Mutex<Vec<Answer>>> = chunks.iter().map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..workers() {
                scope.spawn(|| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(chunk) = chunks.get(place) else { break };
                        let of_chunk = self.file(chunk, depth);
                        *answers[place].lock().unwrap_or_else(PoisonError::into_inner) = of_chunk;
                    }
                });
            }
        });
        answers.into_iter().flat_map(|answers| answers.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// Asks questions in one file, and again about those behind one that is refused.
    fn file(&self, questions: &[Question], depth: Depth) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(questions.len());
        while answers.len() < questions.len() {
            let rest = &questions[answers.len()..];
            let (refused, message) = match self.first_refused(rest, depth) {
                Some(refused) => refused,
                None => {
                    answers.extend(rest.iter().map(|_| Answer::Reads));
                    break;
                }
            };
            answers.extend(rest[..refused].iter().map(|_| Answer::Reads));
            answers.push(answer(&rest[refused], &message, depth));
        }
        answers
    }

    /// Returns the first question that is refused, and the message; none if there is none.
    fn first_refused(&self, questions: &[Question], depth: Depth) -> Option<(usize, String)> {
        match self.taken(questions, depth) {
            Taken::Accepted => None,
            Taken::Refused { line, function, message } => {
                let place = line.and_then(|line| place_of_line(questions, line)).or(function);
                match place {
                    // The last function, which no llc accepts.
                    Some(place) if place >= questions.len() => None,
                    Some(place) => Some((place, message)),
                    None => self.bisect(questions, depth).map(|place| (place, message)),
                }
            }
        }
    }

    /// Returns the last question of the shortest prefix that is refused, for an error that does not tell its place.
    fn bisect(&self, questions: &[Question], depth: Depth) -> Option<usize> {
        let is_taken = |count: usize| match self.taken(&questions[..count], depth) {
            Taken::Accepted => true,
            Taken::Refused { line, .. } => {
                depth == Depth::Read && line.and_then(|line| place_of_line(&questions[..count], line)) == Some(count)
            }
        };
        let (mut low, mut high) = (0, questions.len());
        if is_taken(high) {
            return None;
        }
        // All of the first `low` are taken, and not all of the first `high`.
        while high - low > 1 {
            let middle = low.midpoint(high);
            if is_taken(middle) { low = middle } else { high = middle }
        }
        Some(low)
    }

    /// Asks all questions in one file.
    pub(super) fn taken(&self, questions: &[Question], depth: Depth) -> Taken {
        let mut text = text(questions);
        if depth == Depth::Read {
            text.push_str(&format!("---\nname: q{}\nbody: |\n  bb.0:\n    {NO_OPCODE}\n...\n", questions.len()));
        }
        self.run("none", &text, depth)
    }

    /// Runs a pass on a text.
    pub(super) fn run(&self, pass: &str, text: &str, depth: Depth) -> Taken {
        self.processes.fetch_add(1, Ordering::Relaxed);
        let triple = format!("-mtriple={}", self.target.triple().unwrap_or_default());
        let pass = format!("-run-pass={pass}");
        let mut arguments = vec![triple.as_str(), pass.as_str(), "-emit-call-site-info", "-o", "out"];
        if self.release < OPAQUE_POINTERS {
            arguments.push("-opaque-pointers");
        }
        if depth == Depth::Verify {
            arguments.push("-verify-machineinstrs");
        }
        arguments.push(FILE);
        match self.program.run_for(TIME, &arguments, &[(FILE, text.as_bytes())]) {
            Err(error) => Taken::Refused { line: None, function: None, message: error.to_string() },
            Ok(output) if output.outcome == Outcome::Exited(0) => Taken::Accepted,
            Ok(output) => {
                let message = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
                Taken::Refused { line: line_of(&message), function: function_of(&message), message }
            }
        }
    }
}

/// The first release in which pointers have no type.
const OPAQUE_POINTERS: Version = Version(15);

/// Returns the number of files that are asked about at a time.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(4)
}

/// Returns the text of a file.
fn text(questions: &[Question]) -> String {
    let mut text = head(questions);
    questions.iter().enumerate().for_each(|(number, question)| text.push_str(&question.document(number)));
    text
}

/// Returns the module before the functions, if one of them refers to it.
fn head(questions: &[Question]) -> String {
    if questions.iter().any(|question| question.has_module) { module(0..questions.len() + 1) } else { String::new() }
}

/// Returns the place of the question at a line, counted from 1; the number of questions for a line behind them.
fn place_of_line(questions: &[Question], line: usize) -> Option<usize> {
    let mut end = head(questions).lines().count();
    if line <= end {
        return None;
    }
    for (number, question) in questions.iter().enumerate() {
        end += question.document(number).lines().count();
        if line <= end {
            return Some(number);
        }
    }
    Some(questions.len())
}

/// Returns the line of the first error that names one: `case.mir:12:5`.
fn line_of(message: &str) -> Option<usize> {
    let place = message.split("case.mir:").nth(1)?;
    place.split(':').next()?.parse().ok()
}

/// Returns the number of the function in the verifier's report.
fn function_of(message: &str) -> Option<usize> {
    let name = message.split("- function:").nth(1)?;
    name.trim_start().strip_prefix('q')?.split_whitespace().next()?.parse().ok()
}

/// What the verifier says of a function that was read.
const VERIFIER: &str = "*** Bad machine code";

/// Returns the answer of a message about a question.
fn answer(question: &Question, message: &str, depth: Depth) -> Answer {
    if depth == Depth::Read && message.contains(VERIFIER) {
        return Answer::Reads;
    }
    let unknown = match question.word.kind {
        WordKind::Key => return of_key(question, message),
        WordKind::Opcode => &["unknown machine instruction name"][..],
        WordKind::Register => &["unknown register name"],
        WordKind::Class | WordKind::Bank => {
            &["undefined register class or register bank", "expected '_', register class, or register bank name"]
        }
        WordKind::Subregister => &["unknown subregister index"],
        WordKind::Flag | WordKind::Construct | WordKind::Mask | WordKind::TargetFlag | WordKind::MemoryFlag | WordKind::Pass => &[""],
    };
    match unknown.iter().any(|unknown| message.contains(unknown)) {
        true => Answer::Missing,
        // The name was read; what the parser or the verifier says of the operands, and a crash behind it, is about this form.
        false if question.word.kind == WordKind::Opcode && depth == Depth::Verify => Answer::Refuses,
        false => Answer::Reads,
    }
}

/// Returns the answer of a message about a key, or a word of its value. Another key of the text may be the unknown one. A key of another
/// release may stand in a mapping that the program reads as something else.
fn of_key(question: &Question, message: &str) -> Answer {
    let name = question.word.name.as_str();
    let key = name.rsplit('.').next().unwrap_or(name);
    let is_unknown = match () {
        () if name.contains('=') => message.contains("unknown enumerated scalar"),
        () if question.is_of_release => message.contains(&format!("unknown key '{key}'")),
        () => !message.contains("missing required key"),
    };
    if is_unknown { Answer::Missing } else { Answer::Reads }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::CalibratedWord;

    #[test]
    fn places_are_found_in_messages() {
        assert_eq!(line_of("error: case.mir:13:5: unknown machine instruction name 'X'\n    X\n"), Some(13));
        assert_eq!(line_of("case.mir:4:1: error: unknown key 'x'\n"), Some(4));
        assert_eq!(line_of("PLEASE submit a bug report"), None);
        assert_eq!(function_of("*** Bad machine code: x ***\n- function:    q17\n- basic block: %bb.0"), Some(17));
        let question = Question::of_line(CalibratedWord::new(WordKind::Flag, "nnan"), true, "nnan COPY");
        let questions = [question.clone(), question];
        // Six lines each.
        let places = [1, 6, 7, 12, 13].map(|line| place_of_line(&questions, line));
        assert_eq!(places, [Some(0), Some(0), Some(1), Some(1), Some(2)]);
    }

    #[test]
    fn only_an_unknown_name_is_missing() {
        let question = |kind| Question::of_line(CalibratedWord::new(kind, "x"), true, "x");
        assert_eq!(answer(&question(WordKind::Opcode), "unknown machine instruction name 'x'", Depth::Read), Answer::Missing);
        assert_eq!(answer(&question(WordKind::Opcode), "missing implicit register operand", Depth::Read), Answer::Reads);
        assert_eq!(answer(&question(WordKind::Key), "unknown key 'x'", Depth::Read), Answer::Missing);
        assert_eq!(answer(&question(WordKind::Key), "missing required key 'y'", Depth::Read), Answer::Reads);
        assert_eq!(answer(&question(WordKind::Key), "unknown key 'y'", Depth::Read), Answer::Reads);
        let other = Question { is_of_release: false, ..question(WordKind::Key) };
        assert_eq!(answer(&other, "not a mapping", Depth::Read), Answer::Missing);
        assert_eq!(answer(&other, "missing required key 'y'", Depth::Read), Answer::Reads);
        assert_eq!(answer(&question(WordKind::Flag), "expected an operand", Depth::Read), Answer::Missing);
        let verifier = "*** Bad machine code: Too few operands ***";
        assert_eq!(answer(&question(WordKind::Flag), verifier, Depth::Read), Answer::Reads);
        assert_eq!(answer(&question(WordKind::Opcode), verifier, Depth::Verify), Answer::Refuses);
    }
}
