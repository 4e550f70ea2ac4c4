//! Implementations of any kind that read, validate, write, transform or execute files of a format: programs, by the protocol of the family
//! `command`, and what is plugged in, by the trait [`Linked`]. Both are asked the same, but for executions, for which there is
//! [`Engine`](crate::Engine).
//!
//! A program gets a request and the name of a file in its folder as its last two arguments: `validate FILE` exits with status 0 if the file
//! is valid and with another status if it is not; `read FILE` does so for a file that it can read; `rewrite FILE` reads it and writes what
//! it has read to standard output; `transform FILE` writes a changed file that is valid. [`batch`] has the form of `validate` with several
//! files, [`calls`] that of `execute`.

mod batch;
mod calls;

pub(crate) use calls::{Callable, ExpectedCall, VOID, executes};

use crate::external::{
    Answer, Implementation, Linked, ProgramFamily, Request, Role, Task, Trouble, ask, ask_linked, class, fail_on, in_use, linked,
};
use crate::format::{Breaks, Format};
use crate::{Difference, Fault, TOOL_MISSING, Verdict};
use arbitrary::Unstructured;
use irsmith_rules::Violation;

/// A format whose files other implementations take.
pub(crate) trait Foreign: Format {
    /// The name of the format.
    const FORMAT: &'static str;
    /// The name of the file that a program gets.
    const FILE: &'static str;

    /// Reads a file.
    fn read(bytes: &[u8]) -> Result<Self::Model, Fault>;

    /// Returns the first difference between two models.
    fn difference(before: &Self::Model, after: &Self::Model) -> Option<Difference>;
}

/// Skip reason: no implementation has the roles that the oracle needs.
const NO_ROLE: &str = "no-program-of-this-role";

/// The share of a file that is left of one that is cut: no reader takes it for a whole one.
const CUT: usize = 2;

/// An implementation.
#[derive(Clone, Copy)]
enum Foreigner {
    Program(&'static Implementation),
    Linked(&'static dyn Linked),
}

impl Foreigner {
    /// Returns those of a format.
    fn all<F: Foreign>() -> impl Iterator<Item = Self> {
        let programs = in_use(ProgramFamily::Command, Task::Judge).into_iter().filter(|program| program.format == F::FORMAT);
        programs.map(Self::Program).chain(linked(F::FORMAT).into_iter().map(Self::Linked))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Program(program) => program.name,
            Self::Linked(linked) => linked.about().name,
        }
    }

    fn roles(self) -> &'static [Role] {
        match self {
            Self::Program(program) => &program.roles,
            Self::Linked(linked) => linked.about().roles,
        }
    }

    /// Returns the most files that it gets in one process.
    fn batch(self) -> usize {
        match self {
            Self::Program(program) => program.batch.unwrap_or(1),
            Self::Linked(_) => 1,
        }
    }

    fn ask<F: Foreign>(self, request: Request, bytes: &[u8]) -> Result<Answer, Trouble> {
        match self {
            Self::Program(program) => ask(program, &[request.name(), F::FILE], &[(F::FILE, bytes)], |_| false),
            Self::Linked(linked) => ask_linked(linked, request, bytes),
        }
    }
}

/// An implementation that is asked for an oracle.
struct Asked {
    oracle: &'static str,
    foreigner: Foreigner,
}

/// Returns the verdicts on each implementation of a format that can do what is requested.
fn each<F: Foreign>(oracle: &'static str, request: Request, judge: impl Fn(&Asked) -> Result<Verdict, Verdict>) -> Vec<Verdict> {
    let mut of_format = Foreigner::all::<F>().peekable();
    if of_format.peek().is_none() {
        return vec![Verdict::Skip(TOOL_MISSING)];
    }
    let able = of_format.filter(|foreigner| request.roles().iter().all(|role| foreigner.roles().contains(role)));
    let verdicts: Vec<Verdict> = able.map(|foreigner| judge(&Asked { oracle, foreigner }).unwrap_or_else(|verdict| verdict)).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(NO_ROLE)] } else { verdicts }
}

impl Asked {
    /// Makes a request.
    fn request<F: Foreign>(&self, request: Request, bytes: &[u8]) -> Result<Answer, Verdict> {
        let answer = self.foreigner.ask::<F>(request, bytes);
        answer.map_err(|trouble| trouble.verdict_on(self.oracle, self.foreigner.name(), request.name()))
    }

    fn fail(&self, property: &'static str, element: &str, evidence: String) -> Verdict {
        fail_on(self.oracle, self.foreigner.name(), property, element, evidence)
    }

    /// Checks that the implementation accepts a file; returns what it writes.
    fn accepts<F: Foreign>(&self, request: Request, bytes: &[u8]) -> Result<Vec<u8>, Verdict> {
        match self.request::<F>(request, bytes)? {
            Answer::Accepts(written) => Ok(written),
            Answer::Refuses(message) => Err(self.fail("refused", &class(&message), message)),
        }
    }

    /// Reads what the implementation has written.
    fn read_again<F: Foreign>(&self, theirs: &[u8]) -> Result<F::Model, Verdict> {
        F::read(theirs).map_err(|fault| self.fail("unreadable", &fault.element, fault.evidence))
    }
}

/// Returns the file of a valid case, as we write it.
fn written<F: Foreign>(case: &F::Case) -> Result<(&F::Model, Vec<u8>), Verdict> {
    let model = F::valid(case).map_err(Verdict::Skip)?;
    Ok((model, F::write(model).map_err(|_| Verdict::Skip("not-writable"))?))
}

/// Checks that implementations accept a valid case, and reject it with one rule broken and when half of it is cut off. The case itself
/// chooses the rule; of a program that takes batches, as many rules as a batch has room for.
pub(crate) fn accepts_alike<F: Foreign>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, Request::Validate, |asked| {
        let (model, bytes) = written::<F>(case)?;
        let mut wrong = broken::<F>(case, model, asked.foreigner.batch().saturating_sub(2).max(1));
        let cut = bytes[..bytes.len() / CUT].to_vec();
        if F::read(&cut).is_err() {
            wrong.push(("unreadable", "the second half of the file is missing", cut));
        }
        let files: Vec<&[u8]> = std::iter::once(&bytes[..]).chain(wrong.iter().map(|(_, _, file)| &file[..])).collect();
        let mut answers = asked.validate::<F>(&files).into_iter();
        if let Some(Answer::Refuses(message)) = answers.next().transpose()? {
            return Err(asked.fail("refused", &class(&message), message));
        }
        for ((rule, about, _), answer) in wrong.iter().zip(answers) {
            if let Answer::Accepts(_) = answer? {
                return Err(asked.fail("accepted", rule, (*about).to_owned()));
            }
        }
        Ok(Verdict::Pass)
    })
}

/// Checks that implementations read what we write.
pub(crate) fn reads<F: Foreign>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, Request::Read, |asked| {
        asked.accepts::<F>(Request::Read, &written::<F>(case)?.1)?;
        Ok(Verdict::Pass)
    })
}

/// Checks that what implementations read of our file and write again is the same to us.
pub(crate) fn rewrites<F: Foreign>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, Request::Rewrite, |asked| {
        let (model, bytes) = written::<F>(case)?;
        let theirs = asked.accepts::<F>(Request::Rewrite, &bytes)?;
        match F::difference(model, &asked.read_again::<F>(&theirs)?) {
            None => Ok(Verdict::Pass),
            Some(difference) => Err(asked.fail("changed", &difference.element, difference.evidence)),
        }
    })
}

/// Checks that what implementations make of a valid case is valid.
pub(crate) fn transforms<F: Foreign>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, Request::Transform, |asked| {
        let (_, bytes) = written::<F>(case)?;
        let theirs = asked.accepts::<F>(Request::Transform, &bytes)?;
        let model = asked.read_again::<F>(&theirs)?;
        match F::violations_in(case, &model).into_iter().find(Violation::is_error) {
            None => Ok(Verdict::Pass),
            Some(violation) => Err(asked.fail("made-invalid", violation.rule.id, violation.to_string())),
        }
    })
}

/// A file with one rule broken: the rule, the change, and the file.
type Broken = (&'static str, &'static str, Vec<u8>);

/// Returns a case with one rule broken, for so many rules.
fn broken<F: Foreign>(case: &F::Case, model: &F::Model, number: usize) -> Vec<Broken> {
    let breakers: Vec<&F::Breaker> = F::breakers().collect();
    let bytes = F::bytes(case);
    let first = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte))) % breakers.len().max(1);
    let turned = breakers.iter().cycle().skip(first).take(breakers.len());
    let applied = turned.filter_map(|breaker| {
        let mut broken = model.clone();
        breaker.apply(&mut broken, &mut Unstructured::new(bytes)).then_some((*breaker, broken))
    });
    let breaks = applied.take(number).filter_map(|(breaker, broken)| {
        let is_broken = F::violations_in(case, &broken).iter().any(|violation| violation.is_error() && violation.rule.id == breaker.rule());
        is_broken.then_some(())?;
        Some((breaker.rule(), breaker.about(), F::write(&broken).ok()?))
    });
    breaks.collect()
}
