//! llc and our validator accept the same functions, except where the ledger lists a rule or a message.

use super::Setting;
use super::answers::LlcAnswers;
use super::batch::{Objection, TOO_MANY_OBJECTIONS, objection};
use super::expected::{Part, judged};
use super::llc::{Llc, NO_PASS, each, run_pass};
use crate::external::{Answer, ProgramFamily, fail};
use crate::mir::case::TEXT_LIMITS;
use crate::mir::{Case, Oracle};
use crate::{Check, Family, Needs, TOOL_MISSING, Verdict, Wanted};
use irsmith_mir::validate::{Violation, is_valid};
use irsmith_mir::{ContainerError, Error, ErrorKind, File};

/// The oracle.
pub const LLC_ACCEPTS: Oracle = Oracle {
    name: "mir-llc-accepts",
    family: Family::Agreement,
    about: "llc and our reader and validator accept the same functions, but for rules and messages that the ledger lists; it never dies",
    floor: 95,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(check),
};

/// The maximal number of functions of a case with broken rules on which llc is run, each separately.
const INVALID: usize = 8;

fn check(case: &Case) -> Vec<Verdict> {
    each(case, judge)
}

fn judge(case: &Case, llc: Llc) -> Vec<Verdict> {
    match (case.file(), case.llc_answers(llc)) {
        (Err(errors), _) => unreadable(case, llc, errors),
        // If llc rejects the file itself nothing passes, whatever its answer to our text.
        (Ok(_), Ok(answers)) => judged(if answers.against.is_some() { 0 } else { answers.of_batch.accepted.len() }, parts(case, answers)),
        (Ok(_), Err(reason)) => vec![Verdict::Skip(reason)],
    }
}

/// Returns the verdict on each function of a case that was selected for the first llc: its name, and whether llc agrees. Failures that the ledger
/// lists count as failures here, and functions on which llc was not run as skips.
///
/// # Errors
/// Returns why llc cannot be run.
pub fn llc_verdicts(case: &Case) -> Result<Vec<(String, Verdict)>, &'static str> {
    let llc = *Llc::judged().first().ok_or(TOOL_MISSING)?;
    let (answers, file) = (case.llc_answers(llc)?, case.file_or_skip()?);
    let name = |member: usize| file.functions[member].name.clone();
    let accepted = answers.of_batch.accepted.iter().map(|member| (name(*member), Verdict::Pass));
    Ok(accepted.chain(parts(case, answers).map(|(member, _, verdict)| (name(member), verdict))).collect())
}

/// Returns the functions that llc rejects, or should reject: each with its text and verdict.
fn parts<'a>(case: &'a Case, answers: &'a LlcAnswers) -> impl Iterator<Item = Part> + 'a {
    let text = |member: usize| answers.batch(case).text(&[member]);
    let verdict = |objection: &Objection, property| objection.verdict(LLC_ACCEPTS.name, answers.llc.program, property, NO_PASS);
    let refused = answers.of_batch.refused.iter().map(move |(member, objection)| (*member, text(*member), verdict(objection, "refused")));
    let whole = || case.text().into_owned();
    let as_it_is = answers.against.iter().map(move |objection| (0, whole(), verdict(objection, "refused-as-it-is")));
    let (asked, others) = answers.invalid.split_at(answers.invalid.len().min(INVALID));
    let asked = asked.iter().map(move |(member, violation)| (*member, text(*member), invalid_one(case, answers, *member, violation)));
    let others = others.iter().map(|(member, _)| (*member, String::new(), Verdict::Skip(TOO_MANY_OBJECTIONS)));
    refused.chain(answers.of_batch.left()).chain(as_it_is).chain(asked).chain(others)
}

/// Returns the verdict on a function that breaks a rule.
fn invalid_one(case: &Case, answers: &LlcAnswers, member: usize, violation: &Violation) -> Verdict {
    let alone = answers.batch(case).text(&[member]);
    let is_alone = File::read(alone.as_bytes(), &TEXT_LIMITS).is_ok_and(|file| !is_valid(&file, answers.setting.judged()));
    // A rule may apply to several functions together.
    let text = if is_alone || !answers.llc.is_of_tables() { alone.as_bytes() } else { case.bytes() };
    refuses(answers.llc, &answers.setting, text, violation.rule.id, violation.to_string())
}

/// Returns the verdict on a file that we cannot read: the reason names the error.
fn unreadable(case: &Case, llc: Llc, errors: &[Error]) -> Vec<Verdict> {
    // Another release may read what that of our tables does not.
    if !llc.is_of_tables() {
        return vec![Verdict::Skip(crate::mir::UNREADABLE)];
    }
    let Some(error) = errors.first() else { return vec![Verdict::Skip(crate::mir::UNREADABLE)] };
    let verdict = refuses(llc, &Setting::of(case), case.bytes(), &wrong(&error.kind), error.to_string());
    judged(0, [(0, case.text().into_owned(), verdict)])
}

/// Returns the kind of an error in an unreadable file, for signatures: the rule, and the part of it for which llc is known to be laxer.
fn wrong(error: &ErrorKind) -> String {
    let rule = error.rule().id;
    match error {
        ErrorKind::Container(ContainerError::Tab) => format!("{rule} tab"),
        ErrorKind::Container(ContainerError::Colon) => format!("{rule} colon"),
        ErrorKind::Container(ContainerError::Reserved(character)) => format!("{rule} {character}"),
        _ => rule.to_owned(),
    }
}

/// Checks that llc rejects a text in which we find this error. If llc dies instead, the signature tells of which error.
fn refuses(llc: Llc, setting: &Setting, text: &[u8], wrong: &str, evidence: String) -> Verdict {
    let answer = run_pass(llc, setting, NO_PASS, text);
    if matches!(answer, Ok(Answer::Accepts(_))) {
        return fail(LLC_ACCEPTS.name, llc.program, "accepted", wrong, evidence);
    }
    match objection(answer) {
        Err(reason) => Verdict::Skip(reason),
        Ok(Some(Objection::Refuses(_)) | None) => Verdict::Pass,
        Ok(Some(mut objection)) => {
            if let Objection::Crashes(crash) = &mut objection {
                crash.element = format!("{wrong}: {}", place(&crash.element));
            }
            objection.verdict(LLC_ACCEPTS.name, llc.program, "refused", wrong)
        }
    }
}

/// Returns where llc dies of an error. Of the verifier nothing more: what it goes on to read behind an operand that is missing or of
/// another kind, and whether it reports the operand first, differs with the opcode and the build.
fn place(crash: &str) -> &str {
    if crash.starts_with("Bad machine code: ") || crash.ends_with("llvm::MachineFunction::verify") { "verifier" } else { crash }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_of_the_verifier_is_that_of_the_rule() {
        for crash in [
            "Bad machine code: Too few operands",
            "llvm::MachineFunction::verify",
            "assertion: Invalid index! in llvm::MachineFunction::verify",
        ] {
            assert_eq!(place(crash), "verifier");
        }
        for crash in ["llvm::Function::getPersonalityFn", "assertion: Expected 1 operand in CFI instruction in llvm::MachineInstr::print"] {
            assert_eq!(place(crash), crash);
        }
    }

    /// Makes a file of functions, each with keys and a line of a body.
    fn case(functions: &[(&str, &str)]) -> Case {
        let function =
            |(number, (keys, line)): (usize, &(&str, &str))| format!("---\nname: f{number}\n{keys}body: |\n  bb.0:\n    {line}\n...\n");
        Case::new(functions.iter().enumerate().map(function).collect::<String>().as_bytes())
    }

    fn is_installed() -> bool {
        let missing = LLC_ACCEPTS.needs.missing();
        missing.iter().for_each(|missing| eprintln!("{missing}: nothing is compared with it"));
        missing.is_none()
    }

    fn signature(verdict: &Verdict) -> String {
        match verdict {
            Verdict::Fail(failure) => failure.signature.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn functions_are_judged_one_by_one() {
        if !is_installed() {
            return;
        }
        // Only we consider the third valid: we do not parse the values of constants, as the ledger says.
        let unknown = "constants:\n  - { id: 0, value: 'bogus 7' }\n";
        let case = case(&[("", "RET64"), ("", "$eax = COPY $nothing"), (unknown, "RET64"), ("", "RET64")]);
        let verdicts = llc_verdicts(&case).unwrap();
        let of = |name: &str| verdicts.iter().find(|(known, _)| known == name).map(|(_, verdict)| signature(verdict)).unwrap();
        assert_eq!([of("f0"), of("f1"), of("f3")], ["Pass", "Pass", "Pass"]);
        assert_eq!(of("f2"), "mir-llc-accepts/refused/constant: expected type llc-19");
        let said = LLC_ACCEPTS.verdicts(&case);
        assert_eq!((said.iter().filter(|verdict| **verdict == Verdict::Pass).count(), said.len()), (3, 4));
        assert!(said.contains(&Verdict::Skip("llc-unjudged-constant")), "{said:?}");
    }

    #[test]
    fn functions_that_llc_is_not_asked_about_are_counted() {
        if !is_installed() {
            return;
        }
        let verdicts = llc_verdicts(&case(&[("", "$eax = COPY $nothing"); INVALID + 3])).unwrap();
        let count = |expected: &Verdict| verdicts.iter().filter(|(_, verdict)| verdict == expected).count();
        assert_eq!((count(&Verdict::Pass), count(&Verdict::Skip(TOO_MANY_OBJECTIONS))), (INVALID, 3));
    }

    #[test]
    fn a_file_of_another_release_is_not_given_as_it_is() {
        if !is_installed() {
            return;
        }
        let file = |key: &str, body: &str| Case::new(format!("---\nname: f\n{key}body: |\n  bb.0:\n    {body}\n...\n").as_bytes());
        assert_eq!(LLC_ACCEPTS.verdict(&file("noVRegs: false\n", "RET64")), Verdict::Pass, "our text leaves a key of llvm-20 out");
        let later = file("noVRegs: false\n", "INIT_UNDEF_NOTHING");
        assert_eq!(LLC_ACCEPTS.verdict(&later), Verdict::Pass, "what no release has is asked about and refused");
    }

    #[test]
    fn what_llc_accepts_though_we_do_not_is_found() {
        if !is_installed() {
            return;
        }
        let valid = case(&[("", "RET64")]);
        let llc = Llc::judged()[0];
        let verdict = refuses(llc, &Setting::of(&valid), valid.bytes(), "some-rule", String::new());
        assert_eq!(signature(&verdict), "mir-llc-accepts/accepted/some-rule llc-19");
        let invalid = case(&[("", "RET63")]);
        assert_eq!(refuses(llc, &Setting::of(&invalid), invalid.bytes(), "some-rule", String::new()), Verdict::Pass);
        assert_eq!(LLC_ACCEPTS.verdict(&Case::new(b"--- }")), Verdict::Pass, "neither reads it");
        assert_eq!(LLC_ACCEPTS.verdict(&case(&[])), Verdict::Skip(crate::mir::NO_FUNCTION));
    }
}
