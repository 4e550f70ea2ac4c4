//! After a pass of llc, its verifier accepts the functions, and llc and we can read and accept its output.

use super::answers::{LlcAnswers, Prints};
use super::batch::{Batch, Objection};
use super::expected::{Part, judged, reason};
use super::features::{FeatureNeeds, Features, needs};
use super::llc::{Llc, NO_PASS, each, run_pass};
use super::pass_list::{LEAVE_ALONE, PASSES, Pass, last_of, of_any_level};
use super::setting::with_passes;
use super::stage::Stage;
use super::stops::{around, of_violation};
use super::{Setting, stubs};
use crate::external::{Answer, ProgramFamily, Trouble, fail};
use crate::mir::case::TEXT_LIMITS;
use crate::mir::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict, Wanted};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::tables::Target;
use irsmith_mir::validate::{Severity, Violation};
use irsmith_mir::{EmbeddedIr, File, Function};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// The oracle.
pub const LLC_PASSES: Oracle = Oracle {
    name: "mir-llc-passes",
    family: Family::Agreement,
    about: "a pass of llc, on functions as it demands them, leaves functions that the machine verifier accepts and that llc and we read",
    floor: 70,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(check),
};

fn check(case: &Case) -> Vec<Verdict> {
    each(case, |case, llc| judge(case, llc).unwrap_or_else(|reason| vec![Verdict::Skip(reason)]))
}

/// Skip reason: no function is at a stage for which there is a pass.
const NO_STAGE: &str = "no-stage";

fn judge(case: &Case, llc: Llc) -> Result<Vec<Verdict>, &'static str> {
    let answers = case.llc_answers(llc)?;
    let work = Work::of(case, answers)?;
    if !llc.is_of_tables() && !has_pass(llc, &answers.setting, work.pass) {
        return Err(NO_PASS_OF_NAME);
    }
    let ask = |text: &[u8]| work.ask(work.pass.name, text);
    let said = work.batch.ask_about(&work.members, &ask)?;
    let refused = said.refused.iter().map(|(member, objection)| {
        let text = work.batch.text(&[*member]);
        (*member, text, failure(llc, work.failing_pass(*member, objection), "refused", objection))
    });
    let mut parts: Vec<Part> = refused.chain(said.left()).collect();
    parts.extend(work.dropped.iter().map(|(member, reason)| (*member, String::new(), Verdict::Skip(reason))));
    match said.print(&work.batch, &ask) {
        Ok(print) => parts.extend(work.printed(answers, &print)?),
        Err(reason) => parts.push((0, String::new(), Verdict::Skip(reason))),
    }
    Ok(judged(0, parts))
}

/// A pass, and functions on which it may run.
struct Work<'a> {
    llc: Llc,
    pass: &'static Pass,
    setting: Setting,
    /// The functions of the case.
    batch: Batch,
    /// Those on which the pass runs.
    members: Vec<usize>,
    /// Those at its stage on which it does not run, each with the reason.
    dropped: Vec<(usize, &'static str)>,
    /// The drawn features; none for a file that names a processor.
    features: Option<&'static Features>,
    /// The functions of the case, which excludes stubs.
    names: BTreeSet<&'a str>,
    ir: Option<&'a EmbeddedIr>,
}

impl<'a> Work<'a> {
    /// Draws a pass, or uses the one that the file names, if some function is at its stage.
    fn of(case: &'a Case, answers: &LlcAnswers) -> Result<Self, &'static str> {
        let (prints, file) = (answers.prints()?, case.file_or_skip()?);
        let target = Target::of_triple(&answers.setting.triple);
        // Of the functions that llc accepts, those whose print we can read and find valid: errors in the others are not the pass's.
        let stages = answers.of_batch.accepted.iter().filter_map(|member| {
            let name = &file.functions[*member].name;
            let (_, print) = prints.read.get(name).filter(|_| !prints.invalid.contains_key(name))?;
            Some((*member, Stage::of(print)?, target.map(|target| needs(target, print)).unwrap_or_default()))
        });
        let stages: Vec<(usize, Stage, FeatureNeeds)> = stages.collect();
        let fits =
            |pass: &&Pass| pass.target.is_none_or(|own| target == Some(own)) && stages.iter().any(|(_, stage, _)| *stage == pass.stage);
        let named = |pass: &&Pass| answers.setting.pass.as_ref().is_some_and(|name| name == pass.name);
        let dialect = answers.llc.dialect;
        let rows: Vec<&'static Pass> = PASSES.iter().filter(|pass| fits(pass) && pass.is_in(dialect)).collect();
        let bytes = case.choices(SALT);
        let mut bytes = Unstructured::new(&bytes);
        let mut choices = Choices::new(&mut bytes);
        let drawn = choices.pick(&rows).copied();
        let pass = rows.iter().copied().find(named).or(drawn).ok_or(NO_STAGE)?;
        let staged: Vec<(usize, FeatureNeeds)> =
            stages.iter().filter(|(_, stage, _)| *stage == pass.stage).map(|(place, _, needs)| (*place, *needs)).collect();
        let all_needs: Vec<FeatureNeeds> = staged.iter().map(|(_, needs)| *needs).collect();
        let target = target.filter(|_| !answers.setting.names_processor());
        let features = target.map(|target| Features::drawn(target, &all_needs, &mut choices));
        let (staged, others): (Vec<_>, Vec<_>) =
            staged.into_iter().partition(|(_, needs)| features.is_none_or(|features| features.suits(*needs)));
        let mut dropped: Vec<(usize, &'static str)> = others.into_iter().map(|(place, _)| (place, OTHER_FEATURES)).collect();
        // A hang costs the time limit of the whole case, so functions that are known to hang are not run.
        let (hang, mut known) = (fail(LLC_PASSES.name, answers.llc.program, "hangs", &element(pass.name, ""), String::new()), None);
        let mut is_free = |member: &usize| match &hang {
            Verdict::Fail(failure) => reason(|| answers.batch(case).text(&[*member]), failure).map(|name| known = Some(name)).is_none(),
            _ => true,
        };
        let members: Vec<usize> = staged.into_iter().map(|(place, _)| place).filter(|member| is_free(member)).collect();
        let options: Vec<&str> = [LEAVE_ALONE].into_iter().chain(features.map(|features| features.option)).collect();
        let names = file.functions.iter().map(|function| function.name.as_str()).collect();
        let (setting, batch, ir) = (answers.setting.with(&options), answers.batch(case).clone(), file.ir.as_ref());
        let mut work = Self { llc: answers.llc, pass, setting, batch, members, dropped: Vec::new(), features, names, ir };
        // With more features some operands have other classes.
        let accepted = work.batch.ask_about(&work.members, &|text| work.ask(NO_PASS, text))?.accepted;
        dropped.extend(work.members.iter().filter(|member| !accepted.contains(member)).map(|member| (*member, REFUSED_WITH_FEATURES)));
        let reason = dropped.first().map(|(_, reason)| *reason);
        (work.members, work.dropped) = (accepted, dropped);
        if work.members.is_empty() { Err(known.or(reason).unwrap_or(NO_STAGE)) } else { Ok(work) }
    }

    /// Runs llc on functions of the case, with stubs for the others.
    fn ask(&self, pass: &str, text: &[u8]) -> Result<Answer, Trouble> {
        let functions = File::read(text, &TEXT_LIMITS).map(|file| file.functions).unwrap_or_default();
        let named: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
        let text = [text, stubs::text(self.ir, &named, self.llc.dialect).as_bytes()].concat();
        run_pass(self.llc, &self.setting, pass, &text)
    }

    /// Returns the pass of several in a row at which llc stops for a function: the last of the shortest row of them that it does not
    /// accept. So the same fault has the same signature in every row with that pass. After a hang, all of them: each question would take as
    /// long.
    fn failing_pass(&self, member: usize, objection: &Objection) -> &'static str {
        let name = self.pass.name;
        if matches!(objection, Objection::Misbehaves(_)) {
            return name;
        }
        let text = self.batch.text(&[member]);
        let ends = name.match_indices(',').map(|(at, _)| at);
        let stops = |at: &usize| matches!(self.ask(&name[..*at], text.as_bytes()), Ok(Answer::Refuses(_)) | Err(Trouble::Crashes(_)));
        last_of(ends.into_iter().find(stops).map_or(name, |at| &name[..at]))
    }

    /// Returns the verdict on each function that llc printed after the pass.
    fn printed(&self, answers: &LlcAnswers, print: &str) -> Result<Vec<Part>, &'static str> {
        let (prints, unread) = Prints::of(print, self.setting.judged());
        let batch = &prints.batch;
        let own = prints.read.iter().filter(|(name, _)| self.names.contains(name.as_str()));
        let members: Vec<usize> = own.clone().map(|(_, (place, _))| *place).collect();
        let broken = own.filter_map(|(name, (place, function))| Some((*place, (function, prints.invalid.get(name)?))));
        let broken: BTreeMap<usize, (&Function, &Violation)> = broken.collect();
        let said = batch.ask_about(&members, &|text| run_pass(self.llc, &self.setting, NO_PASS, text))?;
        let accepted = said.accepted.iter().map(|member| match broken.get(member) {
            None => (*member, String::new(), Verdict::Pass),
            Some((_, violation)) if violation.rule.severity == Severity::Choice => (*member, String::new(), Verdict::Skip(CHOICE)),
            Some((function, violation)) => {
                let text = batch.text(&[*member]);
                let element = element(self.pass.last(), &of_violation(&text, function, violation));
                let verdict = fail(LLC_PASSES.name, self.llc.program, "print-invalid", &element, violation.to_string());
                (*member, text, verdict)
            }
        });
        let refused = said.refused.iter().map(|(member, objection)| {
            let text = batch.text(&[*member]);
            // If our validator rejects the function too, llc's output is incomplete.
            let is_lost = broken.contains_key(member) || !self.is_read_without(answers, &text);
            let verdict = if is_lost { Verdict::Skip(NOT_READ) } else { failure(self.llc, self.pass.last(), "not-read", objection) };
            (*member, text, verdict)
        });
        let unread = unread.iter().filter_map(|(place, errors)| {
            let (text, error) = (batch.functions()[*place], errors.first()?);
            let element = element(self.pass.last(), &around(text, error));
            let verdict = fail(LLC_PASSES.name, self.llc.program, "print-not-read", &element, error.to_string());
            Some((*place, text.to_owned(), verdict))
        });
        Ok(accepted.chain(refused).chain(said.left()).chain(unread).collect())
    }

    /// Returns whether llc can read its own output for the functions of a print when no pass ran.
    fn is_read_without(&self, answers: &LlcAnswers, text: &str) -> bool {
        let names = File::read(text.as_bytes(), &TEXT_LIMITS).map(|file| file.functions).unwrap_or_default();
        let Ok(Prints { batch, read, .. }) = answers.prints() else { return false };
        let places: Vec<usize> = names.iter().filter_map(|function| read.get(&function.name)).map(|(place, _)| *place).collect();
        matches!(run_pass(self.llc, &self.setting, NO_PASS, batch.text(&places).as_bytes()), Ok(Answer::Accepts(_)))
    }
}

/// Separates the choice of a pass from those of other oracles.
const SALT: u64 = 0x7061_7373_6573;

/// Skip reason: llc cannot read its own output for a function when no pass ran, or because it dropped something; another oracle reports
/// this.
const NOT_READ: &str = "llc-does-not-read-its-print";

/// Skip reason: llc accepts the output of the pass, and only we reject it by choice.
const CHOICE: &str = "refused-by-choice";

/// Skip reason: the function needs other features than those with which the pass runs.
const OTHER_FEATURES: &str = "needs-other-features";

/// Skip reason: llc accepts the function without the features with which the pass runs, and rejects it with them.
const REFUSED_WITH_FEATURES: &str = "refused-with-features";

/// Combines a pass and a class of failures to an element.
fn element(pass: &str, class: &str) -> String {
    format!("{}: {class}", of_any_level(pass))
}

/// Returns the case with a `RUN` line that names the drawn passes and features of this oracle's failure: a reduced case would draw others.
/// `None` for failures without passes, and if passes are named already.
pub fn pinned(case: &[u8], oracle: &str, element: &str) -> Option<Vec<u8>> {
    let (failing, _) = element.split_once(": ")?;
    let has = |pass: &Pass| of_any_level(pass.name) == failing || pass.name.split(',').any(|name| of_any_level(name) == failing);
    let is_drawn = oracle == LLC_PASSES.name && PASSES.iter().any(has);
    let text = std::str::from_utf8(case).ok().filter(|_| is_drawn)?;
    let own = Case::new(case);
    let drawn: Vec<Work<'_>> = Llc::judged().into_iter().filter_map(|llc| Work::of(&own, own.llc_answers(llc).ok()?).ok()).collect();
    let work = drawn.iter().find(|work| has(work.pass));
    let passes = work.map_or(failing, |work| work.pass.name);
    let features = work.or(drawn.first()).and_then(|work| work.features).map(|features| features.option);
    with_passes(text, passes, features).map(String::into_bytes)
}

/// Messages of llc when a pass cannot handle its input, as instruction selection often cannot.
const GIVES_UP: [&str; 5] =
    ["unable to legalize", "unable to map", "cannot select", "ran out of registers", "no registers from class available"];

/// Skip reason: the pass reports that it cannot handle the function.
const GAVE_UP: &str = "pass-gives-up";

/// llc's message about a pass that its release does not have, or calls by another name.
pub(in crate::mir) const UNKNOWN_PASS: &str = "is not registered";

/// Skip reason: this llc does not have the pass.
pub(in crate::mir) const NO_PASS_OF_NAME: &str = "pass-not-registered";

/// Returns whether an llc has a pass: each is asked once per process.
fn has_pass(llc: Llc, setting: &Setting, pass: &'static Pass) -> bool {
    type Known = BTreeMap<(&'static str, &'static str), bool>;
    static KNOWN: Mutex<Known> = Mutex::new(Known::new());
    let ask = || {
        let answer = run_pass(llc, setting, pass.name, b"---\nname: f\n...\n");
        !matches!(answer, Ok(Answer::Refuses(message)) if message.contains(UNKNOWN_PASS))
    };
    *KNOWN.lock().unwrap_or_else(PoisonError::into_inner).entry((llc.program.name, pass.name)).or_insert_with(ask)
}

fn failure(llc: Llc, pass: &str, property: &'static str, objection: &Objection) -> Verdict {
    if matches!(objection, Objection::Refuses(message) if GIVES_UP.iter().any(|words| message.contains(words))) {
        return Verdict::Skip(GAVE_UP);
    }
    let mut verdict = objection.verdict(LLC_PASSES.name, llc.program, property, "");
    if let Verdict::Fail(failure) = &mut verdict {
        failure.signature.element = element(pass, &failure.signature.element);
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::super::Setting;
    use super::*;
    use crate::external::Answer;

    #[test]
    fn what_a_pass_leaves_that_we_do_not_read_or_accept_is_reported() {
        let case = Case::new(b"---\nname: f\nbody: |\n  bb.0:\n    RET64\n...\n");
        let Some(answers) = Llc::judged().first().and_then(|llc| case.llc_answers(*llc).ok()) else {
            irsmith_testdata::not_tested("llc 19 is not installed");
            return;
        };
        let setting = answers.setting.clone();
        let work = Work {
            llc: answers.llc,
            pass: &PASSES[0],
            setting,
            batch: answers.batch(&case).clone(),
            members: vec![0],
            dropped: Vec::new(),
            features: None,
            names: BTreeSet::from(["f", "g"]),
            ir: None,
        };
        let parts = work.printed(answers, "---\nnam: f\n").unwrap();
        let [(_, _, Verdict::Fail(failure))] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!(failure.signature.to_string(), "mir-llc-passes/print-not-read/legalizer: key-unknown nam llc-19");
        for (line, expected) in [
            ("NOOP", "Pass"),
            ("RET63", "Skip(\"llc-does-not-read-its-print\")"),
            ("%1:gr32 = COPY %0\n    %0:gr32 = IMPLICIT_DEF", "Skip(\"refused-by-choice\")"),
            // llc does not validate the flags of its values, as the ledger says.
            (
                "STATEPOINT 0, 0, 0, &a, 2, 0, 2, 0, 2, 1, 13, 0, 2, 0, 2, 0, 2, 0",
                "mir-llc-passes/print-invalid/legalizer: statepoint-operands llc-19",
            ),
        ] {
            let function = |name: &str, line: &str| {
                format!("---\nname: {name}\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    {line}\n    RET64\n...\n")
            };
            let parts = work.printed(answers, &[function("f", "NOOP"), function("g", line)].concat()).unwrap();
            let mut said: Vec<(usize, String)> = parts
                .iter()
                .map(|(place, _, verdict)| match verdict {
                    Verdict::Fail(failure) => (*place, failure.signature.to_string()),
                    other => (*place, format!("{other:?}")),
                })
                .collect();
            said.sort_unstable();
            assert_eq!(said, [(0, "Pass".to_owned()), (1, expected.to_owned())], "{line}");
        }
    }

    #[test]
    fn llc_has_every_pass() {
        if LLC_PASSES.needs.missing().is_some() {
            return;
        }
        let llc = Llc::judged()[0];
        let mut asked = 0;
        for pass in PASSES.iter().filter(|pass| pass.is_in(llc.dialect)) {
            let (triple, line) = match pass.target {
                Some(Target::AArch64) => ("aarch64", "RET_ReallyLR"),
                _ => ("x86_64", "RET64"),
            };
            let module = format!("--- |\n  target triple = \"{triple}\"\n  define void @f() {{ ret void }}\n...\n");
            let case = Case::new(format!("{module}---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    {line}\n...\n").as_bytes());
            let answer = run_pass(llc, &Setting::of(&case), pass.name, case.bytes());
            assert!(matches!(answer, Ok(Answer::Accepts(_))), "{}: {answer:?}", pass.name);
            asked += 1;
        }
        assert!(asked + 8 >= PASSES.len(), "{asked} of {}", PASSES.len());
    }
}
