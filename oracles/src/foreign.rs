//! Programs of any kind that read, validate or write files of a format, by the protocol of the family `command`.
//!
//! A program gets a request and the name of a file in its folder as its last two arguments: `validate FILE` exits with status 0 if the file
//! is valid and with another status if it is not; `read FILE` does so for a file that it can read; `rewrite FILE` reads it and writes what
//! it has read to standard output.

use crate::external::{Answer, Implementation, ProgramFamily, Role, Task, ask, class, fail, in_use};
use crate::format::{Breaks, Format};
use crate::{Difference, Fault, TOOL_MISSING, Verdict};
use arbitrary::Unstructured;

/// A format whose files other programs take.
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

/// Skip reason: no program has the roles that the oracle needs.
const NO_ROLE: &str = "no-program-of-this-role";

/// The share of a file that is left of one that is cut: no reader takes it for a whole one.
const CUT: usize = 2;

/// A program that is asked for an oracle.
struct Asked {
    oracle: &'static str,
    program: &'static Implementation,
}

/// Returns the verdicts on each program of a format with these roles.
fn each<F: Foreign>(oracle: &'static str, roles: &[Role], judge: impl Fn(&Asked) -> Result<Verdict, Verdict>) -> Vec<Verdict> {
    let all = in_use(ProgramFamily::Command, Task::Judge);
    let of_format: Vec<_> = all.into_iter().filter(|program| program.format == F::FORMAT).collect();
    if of_format.is_empty() {
        return vec![Verdict::Skip(TOOL_MISSING)];
    }
    let able = of_format.into_iter().filter(|program| roles.iter().all(|role| program.roles.contains(role)));
    let verdicts: Vec<Verdict> = able.map(|program| judge(&Asked { oracle, program }).unwrap_or_else(|verdict| verdict)).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(NO_ROLE)] } else { verdicts }
}

impl Asked {
    /// Makes a request.
    fn request<F: Foreign>(&self, request: &str, bytes: &[u8]) -> Result<Answer, Verdict> {
        ask(self.program, &[request, F::FILE], (F::FILE, bytes), |_| false)
            .map_err(|trouble| trouble.verdict(self.oracle, self.program, request))
    }

    fn fail(&self, property: &'static str, element: &str, evidence: String) -> Verdict {
        fail(self.oracle, self.program, property, element, evidence)
    }

    /// Checks that the program accepts a file.
    fn accepts<F: Foreign>(&self, request: &str, bytes: &[u8]) -> Result<(), Verdict> {
        match self.request::<F>(request, bytes)? {
            Answer::Accepts(_) => Ok(()),
            Answer::Refuses(message) => Err(self.fail("refused", &class(&message), message)),
        }
    }

    /// Checks that the program rejects a file, which breaks a rule of ours.
    fn rejects<F: Foreign>(&self, request: &str, bytes: &[u8], rule: &str, evidence: &str) -> Result<(), Verdict> {
        match self.request::<F>(request, bytes)? {
            Answer::Accepts(_) => Err(self.fail("accepted", rule, evidence.to_owned())),
            Answer::Refuses(_) => Ok(()),
        }
    }
}

/// Returns the file of a valid case, as we write it.
fn written<F: Foreign>(case: &F::Case) -> Result<(&F::Model, Vec<u8>), Verdict> {
    let model = F::valid(case).map_err(Verdict::Skip)?;
    Ok((model, F::write(model).map_err(|_| Verdict::Skip("not-writable"))?))
}

/// Checks that programs accept a valid case, and reject it with one rule broken and when half of it is cut off. The case itself chooses the
/// rule.
pub(crate) fn accepts_alike<F: Foreign>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, &[Role::Validate], |asked| {
        let (model, bytes) = written::<F>(case)?;
        asked.accepts::<F>(VALIDATE, &bytes)?;
        if let Some((rule, about, broken)) = broken::<F>(case, model) {
            asked.rejects::<F>(VALIDATE, &broken, rule, about)?;
        }
        let cut = &bytes[..bytes.len() / CUT];
        if F::read(cut).is_err() {
            asked.rejects::<F>(VALIDATE, cut, "unreadable", "the second half of the file is missing")?;
        }
        Ok(Verdict::Pass)
    })
}

/// Checks that programs read what we write.
pub(crate) fn reads<F: Foreign>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, &[Role::Read], |asked| {
        asked.accepts::<F>("read", &written::<F>(case)?.1)?;
        Ok(Verdict::Pass)
    })
}

/// Checks that what programs read of our file and write again is the same to us.
pub(crate) fn rewrites<F: Foreign>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    each::<F>(oracle, &[Role::Read, Role::Write], |asked| {
        let (model, bytes) = written::<F>(case)?;
        let theirs = match asked.request::<F>("rewrite", &bytes)? {
            Answer::Accepts(theirs) => theirs,
            Answer::Refuses(message) => return Err(asked.fail("refused", &class(&message), message)),
        };
        let again = F::read(&theirs).map_err(|fault| asked.fail("unreadable", &fault.element, fault.evidence))?;
        match F::difference(model, &again) {
            None => Ok(Verdict::Pass),
            Some(difference) => Err(asked.fail("changed", &difference.element, difference.evidence)),
        }
    })
}

const VALIDATE: &str = "validate";

/// Returns a case with one rule broken: the rule, the change, and the file.
fn broken<F: Foreign>(case: &F::Case, model: &F::Model) -> Option<(&'static str, &'static str, Vec<u8>)> {
    let breakers: Vec<&F::Breaker> = F::breakers().collect();
    let bytes = F::bytes(case);
    let first = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte))) % breakers.len().max(1);
    let mut broken = model.clone();
    let mut turned = breakers.iter().cycle().skip(first).take(breakers.len());
    let breaker = turned.find(|breaker| breaker.apply(&mut broken, &mut Unstructured::new(bytes)))?;
    let is_broken = F::violations_in(case, &broken).iter().any(|violation| violation.is_error() && violation.rule.id == breaker.rule());
    is_broken.then_some(())?;
    Some((breaker.rule(), breaker.about(), F::write(&broken).ok()?))
}
