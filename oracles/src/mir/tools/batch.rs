//! Many functions in one file: llc needs 22 ms of processor time to start and 0.3 ms or less per function, so it is run on all functions of
//! a case at once.
//!
//! llc stops at the first function that it rejects. Its message mostly names that function, or a line of it; otherwise the function is
//! found by bisection. Those before it were accepted, and llc is run again on those after it. If all together take too long llc is run on
//! fewer: only a function that takes too long alone is rejected.

use super::TEXT_REFUSED;
use super::expected::Part;
use super::llc::{FILE, class_of, text};
use crate::external::{Answer, Crash, Implementation, Outcome, Trouble, fail};
use crate::{NOTHING, Verdict};
use irsmith_mir::{Dialect, File, Style};
use std::collections::BTreeMap;

/// The functions of a file, each as the text of its document.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    /// The embedded IR.
    head: String,
    members: Vec<Member>,
}

#[derive(Clone, Debug)]
struct Member {
    name: String,
    text: String,
}

/// llc's answers for some members.
#[derive(Debug, Default)]
pub(super) struct BatchAnswers {
    /// Those that it accepts.
    pub(super) accepted: Vec<usize>,
    /// Those that it rejects.
    pub(super) refused: Vec<(usize, Objection)>,
    /// Those on which it was not run, each with the reason.
    left: Vec<(usize, &'static str)>,
    /// The output for all of them, if it accepted all at once.
    print: Option<Vec<u8>>,
    /// Whether all together take too long, though none does alone.
    is_slow: bool,
}

impl BatchAnswers {
    /// Makes the answer that accepts these members.
    pub(super) fn all(members: Vec<usize>) -> Self {
        Self { accepted: members, ..Self::default() }
    }

    /// Returns llc's output for those that it accepts: if it rejected any, it must be run again.
    ///
    /// # Errors
    /// Returns the reason why there is no print.
    pub(super) fn print(&self, batch: &Batch, ask: Ask<'_>) -> Result<String, &'static str> {
        if let Some(print) = &self.print {
            return Ok(text(print.clone()));
        }
        match (self.accepted.is_empty(), self.is_slow) {
            (true, _) => Err(NOTHING),
            (false, true) => Err(TOO_SLOW),
            (false, false) => printed(ask(batch.text(&self.accepted).as_bytes())),
        }
    }

    /// Returns the functions on which llc was not run: they have no verdict.
    pub(super) fn left(&self) -> impl Iterator<Item = Part> + '_ {
        self.left.iter().map(|(member, reason)| (*member, String::new(), Verdict::Skip(reason)))
    }

    /// Returns whether llc takes too long for all together, though not for any function alone.
    pub(super) const fn is_slow(&self) -> bool {
        self.is_slow
    }

    /// Returns why llc is not run on more functions.
    fn is_over(&self) -> Option<&'static str> {
        match self.refused.last() {
            Some((_, Objection::Misbehaves(Outcome::TimedOut))) => Some(BEHIND_A_HANG),
            Some((_, Objection::Misbehaves(_))) => Some(BEHIND_TROUBLE),
            _ if self.refused.len() >= OBJECTIONS => Some(TOO_MANY_OBJECTIONS),
            _ => None,
        }
    }
}

/// Returns llc's output for functions that it accepts.
///
/// # Errors
/// Returns the reason why there is no print.
pub(super) fn printed(answer: Result<Answer, Trouble>) -> Result<String, &'static str> {
    match answer {
        Ok(Answer::Accepts(print)) => Ok(text(print)),
        Err(Trouble::Misbehaves(Outcome::TimedOut | Outcome::Flooded)) => Err(TOO_SLOW),
        Err(Trouble::Misbehaves(_)) => Err(BEHIND_TROUBLE),
        answer => Err(objection(answer).err().unwrap_or(TEXT_REFUSED)),
    }
}

/// Why llc does not accept a function.
#[derive(Clone, Debug)]
pub(super) enum Objection {
    /// The tool rejects the function, with this message.
    Refuses(String),
    /// The tool hangs, floods or leaves processes.
    Misbehaves(Outcome),
    /// The tool crashes.
    Crashes(Crash),
}

/// The maximal number of objections in a case before the rest is skipped: a case of only bad functions would cost a process each.
const OBJECTIONS: usize = 16;

/// The maximal number of functions on which llc is run one by one if all together take too long: one after the other they would take even
/// longer.
const ONE_BY_ONE: usize = 64;

/// Skip reason: llc rejects so many functions of the case that it was not run on this one.
pub(super) const TOO_MANY_OBJECTIONS: &str = "too-many-objections";

/// Skip reason: llc takes too long for a function before this one, and perhaps for more.
const BEHIND_A_HANG: &str = "behind-one-that-hangs";

/// Skip reason: llc floods or leaves processes for a function before this one, and perhaps for all.
const BEHIND_TROUBLE: &str = "behind-one-that-misbehaves";

/// Skip reason: llc takes too long for all functions together, though not for any alone.
const TOO_SLOW: &str = "too-slow-together";

/// Skip reason: llc rejects the embedded IR, which we do not validate.
const IR_REFUSED: &str = "llc-refuses-ir";

/// Text in the trace of a crash while LLVM verified the embedded IR, and llc's message if that has failed.
const IR_VERIFIER: [&str; 2] = ["verifyModule", "input module cannot be verified"];

/// Runs llc on a text.
pub(super) type Ask<'a> = &'a dyn Fn(&[u8]) -> Result<Answer, Trouble>;

impl Batch {
    /// Makes a batch of the functions of a file, as a release reads them.
    pub(super) fn of(file: &File, dialect: Dialect) -> Self {
        Self::of_text(&file.write_for(Style::Simplified, dialect).0, file)
    }

    /// Makes a batch of the functions of a file from a text that we or llc printed: there documents begin with `---` at the start of a
    /// line, and nothing else does.
    pub(super) fn of_text(text: &str, file: &File) -> Self {
        let mut documents: Vec<String> = Vec::new();
        for line in text.split_inclusive('\n') {
            if line.starts_with("---") || documents.is_empty() {
                documents.push(String::new());
            }
            documents.last_mut().into_iter().for_each(|document| document.push_str(line));
        }
        let head = if file.ir.is_some() && !documents.is_empty() { documents.remove(0) } else { String::new() };
        let names = file.functions.iter().map(|function| function.name.clone()).chain(std::iter::repeat(String::new()));
        let members = documents.into_iter().zip(names).map(|(text, name)| Member { name, text });
        Self { head, members: members.collect() }
    }

    /// Returns the text of the embedded IR.
    pub(super) fn head(&self) -> &str {
        &self.head
    }

    /// Returns the texts of the functions.
    pub(super) fn functions(&self) -> Vec<&str> {
        self.members.iter().map(|member| member.text.as_str()).collect()
    }

    /// Returns the functions of a print of llc, with their names as spelled there.
    pub(super) fn of_print(print: &str) -> Self {
        let mut batch = Self::of_text(print, &File { ir: print.starts_with("--- |").then(Default::default), functions: Vec::new() });
        for member in &mut batch.members {
            member.name = member.text.lines().find_map(|line| line.strip_prefix("name:")).unwrap_or_default().trim().to_owned();
        }
        batch
    }

    /// Returns the texts of the functions by their names.
    pub(super) fn by_name(&self) -> BTreeMap<&str, &str> {
        self.members.iter().map(|member| (member.name.as_str(), member.text.as_str())).collect()
    }

    /// Returns the text of a file with these members.
    pub(super) fn text(&self, members: &[usize]) -> String {
        members.iter().fold(self.head.clone(), |text, member| text + &self.members[*member].text)
    }

    /// Returns llc's answer for each of these members.
    ///
    /// # Errors
    /// Returns the skip reason: llc cannot be run, or rejects the embedded IR.
    pub(super) fn ask_about(&self, members: &[usize], ask: Ask<'_>) -> Result<BatchAnswers, &'static str> {
        let mut said = BatchAnswers::default();
        // A stack: the next batch is the last element.
        let mut batches = vec![members];
        while let Some(rest) = batches.pop() {
            if rest.is_empty() {
                continue;
            }
            if let Some(reason) = said.is_over() {
                said.left.extend(rest.iter().map(|member| (*member, reason)));
                continue;
            }
            match ask(self.text(rest).as_bytes()) {
                Ok(Answer::Accepts(print)) => {
                    said.print = Some(print).filter(|_| rest.len() == members.len());
                    said.accepted.extend(rest);
                }
                // The cause may be all of them together.
                Err(Trouble::Misbehaves(Outcome::TimedOut | Outcome::Flooded)) if rest.len() > 1 => {
                    said.is_slow = true;
                    let size = if rest.len() > ONE_BY_ONE { rest.len().div_ceil(2) } else { 1 };
                    batches.extend(rest.chunks(size).rev());
                }
                answer => {
                    let Some(objection) = objection(answer)? else { continue };
                    let place = match self.subject(rest, objection.message()) {
                        // It does so for any function.
                        _ if matches!(objection, Objection::Misbehaves(_)) => 0,
                        Subject::Member(place) => place,
                        Subject::Head => return Err(IR_REFUSED),
                        Subject::Unknown => self.halve(rest, ask)?,
                    };
                    said.is_slow &= !matches!(objection, Objection::Misbehaves(_));
                    said.accepted.extend(&rest[..place]);
                    said.refused.push((rest[place], objection));
                    batches.push(&rest[place + 1..]);
                }
            }
        }
        Ok(said)
    }

    /// Bisects for the shortest prefix of the members that llc rejects.
    fn halve(&self, members: &[usize], ask: Ask<'_>) -> Result<usize, &'static str> {
        let (mut low, mut high) = (0, members.len() - 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            if objection(ask(self.text(&members[..=middle]).as_bytes()))?.is_some() { high = middle } else { low = middle + 1 }
        }
        Ok(high)
    }

    /// Returns the member that a message is about.
    fn subject(&self, members: &[usize], message: &str) -> Subject {
        if IR_VERIFIER.iter().any(|words| message.contains(words)) {
            return Subject::Head;
        }
        let of_name = |name: &str| members.iter().position(|member| self.members[*member].name == name);
        match (function(message), line(message)) {
            (Some(name), _) => of_name(name).map_or(Subject::Unknown, Subject::Member),
            (None, Some(line)) => self.at_line(members, line),
            (None, None) => Subject::Unknown,
        }
    }

    /// Returns the member that contains a line of their file.
    fn at_line(&self, members: &[usize], line: usize) -> Subject {
        let mut last = self.head.lines().count();
        if line <= last {
            return Subject::Head;
        }
        for (place, member) in members.iter().enumerate() {
            last += self.members[*member].text.lines().count();
            if line <= last {
                return Subject::Member(place);
            }
        }
        Subject::Unknown
    }
}

/// The subject of a message.
#[derive(Debug, PartialEq, Eq)]
enum Subject {
    /// The embedded IR.
    Head,
    /// The member at this index.
    Member(usize),
    /// The message does not say.
    Unknown,
}

/// Returns llc's objection to a text; none if it accepts it.
pub(super) fn objection(answer: Result<Answer, Trouble>) -> Result<Option<Objection>, &'static str> {
    match answer {
        Ok(Answer::Accepts(_)) => Ok(None),
        Ok(Answer::Refuses(message)) => Ok(Some(Objection::Refuses(message))),
        Err(Trouble::NotAsked(reason)) => Err(reason),
        Err(Trouble::Misbehaves(outcome)) => Ok(Some(Objection::Misbehaves(outcome))),
        Err(Trouble::Crashes(crash)) => Ok(Some(Objection::Crashes(crash))),
    }
}

impl Objection {
    fn message(&self) -> &str {
        match self {
            Self::Refuses(message) => message,
            Self::Misbehaves(_) => "",
            Self::Crashes(crash) => &crash.message,
        }
    }

    /// Returns the failure of an oracle: llc rejects what it must accept, which is `property`.
    pub(super) fn verdict(&self, oracle: &'static str, tool: &Implementation, property: &'static str, doing: &str) -> Verdict {
        match self {
            Self::Refuses(message) => fail(oracle, tool, property, &class_of(message), message.clone()),
            Self::Misbehaves(outcome) => Trouble::Misbehaves(*outcome).verdict(oracle, tool, doing),
            Self::Crashes(crash) => Trouble::Crashes(crash.clone()).verdict(oracle, tool, doing),
        }
    }
}

/// Returns the function that the verifier names, or the dump of a crash within a pass.
fn function(message: &str) -> Option<&str> {
    let verified = message.lines().find_map(|line| line.strip_prefix("- function:"));
    let running = || message.split_once("on function '@")?.1.lines().next()?.rsplit_once('\'').map(|(name, _)| name);
    verified.or_else(running).map(str::trim)
}

/// Returns the line of the file that an error names.
fn line(message: &str) -> Option<usize> {
    let place = |line: &str| {
        let place = line.split_once("error: ")?.1;
        let place = place.strip_prefix(FILE).or_else(|| place.strip_prefix("YAML"))?;
        place.strip_prefix(':')?.split(':').next()?.parse().ok()
    };
    message.lines().find_map(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::{EmbeddedIr, Function, Limits};
    use std::cell::Cell;

    fn batch(names: &[&str]) -> Batch {
        let function = |name: &&str| Function { name: (*name).into(), ..Function::default() };
        let ir = Some(EmbeddedIr { text: "define void @a() { ret void }\n".into() });
        Batch::of(&File { ir, functions: names.iter().map(function).collect() }, Dialect::DEFAULT)
    }

    #[test]
    fn any_members_together_are_a_file() {
        let text = batch(&["a", "b", "c"]).text(&[0, 2]);
        let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(file.functions.iter().map(|function| function.name.as_str()).collect::<Vec<_>>(), ["a", "c"]);
        assert!(file.ir.is_some());
    }

    #[test]
    fn messages_tell_the_function_by_name_or_by_line() {
        let batch = batch(&["a", "b", "c d"]);
        let members = [0, 2];
        let subject = |message: &str| batch.subject(&members, message);
        assert_eq!(subject("*** Bad machine code: X ***\n- function:    c d\n- basic block: %bb.0\n"), Subject::Member(1));
        assert_eq!(subject("1.\tRunning pass 'X' on function '@a'\n #0 0x1"), Subject::Member(0));
        let first = batch.head.lines().count();
        let second = first + batch.members[0].text.lines().count();
        assert_eq!(subject(&format!("error: case.mir:{first}:7: no")), Subject::Head);
        assert_eq!(subject(&format!("error: case.mir:{}:7: no", first + 1)), Subject::Member(0));
        assert_eq!(subject(&format!("warning: x\nerror: YAML:{}:7: no", second + 1)), Subject::Member(1));
        assert_eq!(subject("error: nothing that is known"), Subject::Unknown);
        assert_eq!(subject("- function:    other"), Subject::Unknown);
        assert_eq!(subject("#4 llvm::verifyModule(llvm::Module const&, llvm::raw_ostream*, bool*)"), Subject::Head);
        assert_eq!(subject("llc: error: 'case.mir': input module cannot be verified"), Subject::Head);
    }

    /// Simulates an llc that rejects functions of some names, and names them or not.
    fn ask<'a>(objects: &'a [&'a str], tells: bool, asked: &'a Cell<u32>) -> impl Fn(&[u8]) -> Result<Answer, Trouble> + 'a {
        move |text| {
            asked.set(asked.get() + 1);
            let file = File::read(text, &Limits::default()).unwrap();
            let first = file.functions.iter().find(|function| objects.contains(&function.name.as_str()));
            Ok(match first {
                None => Answer::Accepts(Vec::new()),
                Some(function) if tells => Answer::Refuses(format!("- function:    {}", function.name)),
                Some(_) => Answer::Refuses("error: no".into()),
            })
        }
    }

    #[test]
    fn bad_members_are_found_and_the_others_are_not() {
        let names: Vec<String> = (0..100).map(|number| format!("f{number}")).collect();
        let batch = batch(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let members: Vec<usize> = (0..100).collect();
        for (tells, most) in [(true, 3), (false, 3 + 2 * 7)] {
            let asked = Cell::new(0);
            let said = batch.ask_about(&members, &ask(&["f17", "f99"], tells, &asked)).unwrap();
            assert_eq!(said.refused.iter().map(|(member, _)| *member).collect::<Vec<_>>(), [17, 99]);
            assert_eq!(said.accepted.len(), 98);
            assert!(asked.get() <= most, "{} of {most}", asked.get());
        }
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        let said = batch.ask_about(&members, &ask(&all, true, &Cell::new(0))).unwrap();
        assert_eq!((said.accepted.len(), said.refused.len()), (0, OBJECTIONS));
        let left: Vec<Part> = said.left().collect();
        assert_eq!(left.len(), 100 - OBJECTIONS);
        assert_eq!(left[0], (OBJECTIONS, String::new(), Verdict::Skip(TOO_MANY_OBJECTIONS)));
    }

    #[test]
    fn what_cannot_be_asked_is_a_reason() {
        let batch = batch(&["a"]);
        assert_eq!(batch.ask_about(&[0], &|_| Err(Trouble::NotAsked("r"))).unwrap_err(), "r");
        assert_eq!(batch.ask_about(&[0], &|_| Ok(Answer::Refuses("error: case.mir:1:1: IR".into()))).unwrap_err(), IR_REFUSED);
        let said = batch.ask_about(&[0], &|_| Err(Trouble::Misbehaves(Outcome::TimedOut))).unwrap();
        assert!(matches!(said.refused[..], [(0, Objection::Misbehaves(Outcome::TimedOut))]));
    }

    #[test]
    fn of_many_the_one_that_hangs_is_found() {
        let batch = batch(&["a", "b", "c"]);
        let hangs = |text: &[u8]| match String::from_utf8_lossy(text).contains("name:            b") {
            true => Err(Trouble::Misbehaves(Outcome::TimedOut)),
            false => Ok(Answer::Accepts(Vec::new())),
        };
        let said = batch.ask_about(&[0, 1, 2], &hangs).unwrap();
        assert!(matches!(said.refused[..], [(1, Objection::Misbehaves(Outcome::TimedOut))]), "{said:?}");
        assert_eq!((&said.accepted[..], &said.left[..]), (&[0][..], &[(2, BEHIND_A_HANG)][..]));
        assert!(said.print(&batch, &hangs).is_ok());
    }

    #[test]
    fn what_floods_or_leaves_processes_is_reported_once() {
        let batch = batch(&["a", "b", "c"]);
        for outcome in [Outcome::Flooded, Outcome::LeftProcesses] {
            let asked = Cell::new(0);
            let misbehaves = |_: &[u8]| {
                asked.set(asked.get() + 1);
                Err(Trouble::Misbehaves(outcome))
            };
            let said = batch.ask_about(&[0, 1, 2], &misbehaves).unwrap();
            let [(0, Objection::Misbehaves(reported))] = said.refused[..] else { panic!("{said:?}") };
            assert_eq!((reported, said.left.len()), (outcome, 2));
            assert!(asked.get() <= 2, "{outcome:?}: asked {} times", asked.get());
        }
    }

    /// An llc that takes too long for more than some functions.
    #[test]
    fn functions_that_only_together_take_too_long_are_not_to_blame() {
        for (number, most) in [(10, 4), (150, 40)] {
            let names: Vec<String> = (0..number).map(|number| format!("f{number}")).collect();
            let batch = batch(&names.iter().map(String::as_str).collect::<Vec<_>>());
            let slow = |text: &[u8]| {
                let functions = File::read(text, &Limits::default()).unwrap().functions;
                if functions.iter().any(|function| function.name == "f7") && functions.len() < 5 {
                    return Ok(Answer::Refuses("- function:    f7".into()));
                }
                if functions.len() > most { Err(Trouble::Misbehaves(Outcome::TimedOut)) } else { Ok(Answer::Accepts(Vec::new())) }
            };
            let said = batch.ask_about(&(0..number).collect::<Vec<_>>(), &slow).unwrap();
            assert_eq!(said.accepted.len() + said.refused.len(), number, "{said:?}");
            assert!(said.refused.iter().all(|(member, objection)| *member == 7 && matches!(objection, Objection::Refuses(_))), "{said:?}");
            assert_eq!(said.print(&batch, &slow), Err(TOO_SLOW));
        }
    }
}
