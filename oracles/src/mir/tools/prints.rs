//! Our text and llc's have the same meaning.

use super::again::compare;
use super::answers::{LlcAnswers, Prints};
use super::batch::{Ask, Batch, Objection};
use super::difference::{of_lines, of_prints};
use super::expected::{Part, judged};
use super::llc::{Llc, NO_PASS, each, run_pass, text};
use super::stops::{around, of_violation};
use crate::external::{Answer, ProgramFamily, Trouble, fail};
use crate::mir::case::TEXT_LIMITS;
use crate::mir::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict, Wanted};
use irsmith_mir::{File, Style, canonical};

/// The oracle.
pub const LLC_PRINTS: Oracle = Oracle {
    name: "mir-llc-prints",
    family: Family::Agreement,
    about: "what llc prints of our text is what it prints of the case; and we read what it prints, and print the same",
    floor: 90,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(check),
};

fn check(case: &Case) -> Vec<Verdict> {
    each(case, |case, llc| judge(case, llc).unwrap_or_else(|reason| vec![Verdict::Skip(reason)]))
}

fn judge(case: &Case, llc: Llc) -> Result<Vec<Verdict>, &'static str> {
    let answers = case.llc_answers(llc)?;
    let print = answers.printed()?;
    let (file, ours) = our_text(case, answers)?;
    let ask: Ask<'_> = &|text| run_pass(llc, &answers.setting, NO_PASS, text);
    let through_us = match ask(ours.as_bytes()) {
        Ok(Answer::Accepts(again)) => {
            let [before, after] = [print, &text(again)].map(Batch::of_print);
            let mut parts = compare((LLC_PRINTS.name, llc.program), "our-text-differs", &before, &after, of_prints);
            if let Some(difference) = of_prints(before.head(), after.head()) {
                let verdict = fail(LLC_PRINTS.name, llc.program, "our-text-differs", "embedded module", difference.evidence);
                parts.push((0, before.head().to_owned(), verdict));
            }
            parts
        }
        Ok(Answer::Refuses(message)) => vec![(0, ours, refused(llc, &Objection::Refuses(message)))],
        Err(Trouble::Crashes(crash)) => vec![(0, ours, refused(llc, &Objection::Crashes(crash)))],
        // The cause may be all of them together: only a function that takes too long alone is a failure.
        Err(Trouble::Misbehaves(_)) => {
            let batch = Batch::of_text(&ours, &file);
            let said = batch.ask_about(&(0..file.functions.len()).collect::<Vec<_>>(), ask)?;
            said.refused.iter().map(|(member, objection)| (*member, batch.text(&[*member]), refused(llc, objection))).collect()
        }
        Err(Trouble::NotAsked(reason)) => return Err(reason),
    };
    // Each function passes once.
    let through_us = through_us.into_iter().filter(|(_, _, verdict)| verdict.is_fail());
    Ok(judged(0, through_us.chain(read_and_written(llc, print, answers.prints().ok()))))
}

/// Returns the failure that llc rejects our text.
fn refused(llc: Llc, objection: &Objection) -> Verdict {
    objection.verdict(LLC_PRINTS.name, llc.program, "our-text-refused", NO_PASS)
}

/// Returns the functions that llc accepts, and our text of them in the first style that differs from llc's input.
fn our_text(case: &Case, answers: &LlcAnswers) -> Result<(File, String), &'static str> {
    let file = case.file_or_skip()?;
    let functions = answers.of_batch.accepted.iter().map(|member| file.functions[*member].clone()).collect();
    let file = File { ir: file.ir.clone(), functions };
    let written = |style| file.write_for(style, answers.llc.dialect).0;
    let simplified = written(Style::Simplified);
    let text = if simplified.as_bytes() == answers.text() { written(Style::Full) } else { simplified };
    Ok((file, text))
}

/// Returns the verdict on each function of llc's output: we can read it, and print it as llc does except for its comments.
fn read_and_written(llc: Llc, print: &str, prints: Option<&Prints>) -> Vec<Part> {
    let batch = Batch::of_print(print);
    let judge = |text: &str| match File::read_in(text.as_bytes(), &TEXT_LIMITS, llc.dialect).map(|(file, _)| file) {
        Err(errors) => {
            let place = errors.first().map(|error| (around(text, error), error.to_string()));
            let (around, evidence) = place.unwrap_or_default();
            fail(LLC_PRINTS.name, llc.program, "print-not-read", &around, evidence)
        }
        Ok(file) => judge_read(llc, text, &file, prints),
    };
    batch.functions().into_iter().enumerate().map(|(place, text)| (place, text.to_owned(), judge(text))).collect()
}

/// The CFI operations without an operand.
const BARE: [&str; 5] = ["remember_state", "restore_state", "window_save", "negate_ra_sign_state", "negate_ra_sign_state_with_pc"];

/// The smallest offset, as LLVM prints it since 23, and before.
const SMALLEST: [&str; 2] = [" - 9223372036854775808", " - -9223372036854775808"];

/// Removes the blanks that llc prints between such an operation and its operands, because there are none.
fn without_blanks(print: &str) -> String {
    BARE.iter().fold(print.to_owned(), |text, word| text.replace(&format!("CFI_INSTRUCTION {word} "), &format!("CFI_INSTRUCTION {word}")))
}

/// Returns the verdict on a function that we can read: it breaks no rule, and we print it as llc does except for its comments.
fn judge_read(llc: Llc, text: &str, file: &File, prints: Option<&Prints>) -> Verdict {
    let broken = file.functions.iter().find_map(|function| Some((function, prints?.invalid.get(&function.name)?)));
    let (theirs, ours) = (canonical::without_comments(text), file.write_for(Style::Full, llc.dialect).0);
    let trimmed = without_blanks(&theirs).replace(SMALLEST[0], SMALLEST[1]);
    let (element, evidence) = match (broken, of_lines(&trimmed, &ours), of_lines(&theirs, &without_blanks(&theirs))) {
        (Some((function, violation)), ..) => {
            let element = of_violation(text, function, violation);
            return fail(LLC_PRINTS.name, llc.program, "print-invalid", &element, violation.to_string());
        }
        (None, Some(difference), _) => (difference.element, difference.evidence),
        (None, None, Some(blank)) => ("blank behind a CFI operation".to_owned(), blank.evidence),
        (None, None, None) => return Verdict::Pass,
    };
    fail(LLC_PRINTS.name, llc.program, "printed-otherwise", &element, evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::implementation;
    use irsmith_mir::validate::Options;

    fn llc_19() -> Llc {
        Llc::of(implementation("llc-19").unwrap())
    }

    fn signatures(print: &str) -> Vec<String> {
        let failed = |(_, _, verdict): &_| match verdict {
            Verdict::Fail(failure) => Some(failure.signature.to_string()),
            _ => None,
        };
        read_and_written(llc_19(), print, None).iter().filter_map(failed).collect()
    }

    #[test]
    fn a_blank_behind_an_operation_is_reported_apart_and_hides_nothing() {
        let text = |line: &str, alignment: &str| {
            let function = irsmith_mir::Function { name: "f".into(), ..Default::default() };
            let print = File { ir: Some(Default::default()), functions: vec![function] }.write();
            let start = print.rfind("body:").unwrap();
            format!("{}body:             |\n  bb.0:\n    {line}\n\n...\n", &print[..start]).replace("alignment:       1", alignment)
        };
        let reported = |line: &str, alignment: &str| signatures(&text(line, alignment));
        let (blank, alignment) = ("blank behind a CFI operation", "alignment:       1");
        assert_eq!(reported("CFI_INSTRUCTION window_save", alignment), Vec::<String>::new());
        for line in ["CFI_INSTRUCTION window_save ", "frame-setup CFI_INSTRUCTION restore_state , cfi-type 7"] {
            assert_eq!(reported(line, alignment), [format!("mir-llc-prints/printed-otherwise/{blank} llc-19")], "{line}");
            assert_eq!(reported(line, "alignment: 1"), ["mir-llc-prints/printed-otherwise/alignment llc-19"], "{line}");
        }
    }

    #[test]
    fn prints_that_we_do_not_read_or_spell_otherwise_are_reported() {
        let file =
            File { ir: Some(Default::default()), functions: vec![irsmith_mir::Function { name: "f".into(), ..Default::default() }; 2] };
        let print = file.write();
        assert_eq!(signatures(&print), Vec::<String>::new());
        assert_eq!(
            signatures(&print.replacen("alignment:       1", "alignment: 1", 1)),
            ["mir-llc-prints/printed-otherwise/alignment llc-19"]
        );
        assert_eq!(
            signatures(&print.replacen("alignment:       1", "bogus: 1", 1)),
            ["mir-llc-prints/print-not-read/key-unknown bogus llc-19"]
        );
    }

    /// Returns the oracle's verdict on a print to which a ledger entry may apply.
    fn expected(print: &str) -> Verdict {
        let (prints, _) = Prints::of(print, Options { triple: Some("x86_64"), ..Options::default() });
        Verdict::of_parts(judged(0, read_and_written(llc_19(), print, Some(&prints))))
    }

    /// Makes a print with these keys and lines of a body.
    fn print(keys: &str, lines: &str) -> String {
        format!("---\nname:            f\n{keys}body:             |\n{lines}\n...\n")
    }

    /// Prints to which an entry of the ledger applies, and others with the same signature to which it does not.
    #[test]
    fn the_ledger_expects_what_it_is_about_alone() {
        let ret = "  bb.0:\n    RET64\n";
        let stack = |entry: &str| print(&format!("stack:\n  - {{ id: 0, name: {entry} }}\n"), ret);
        let object = |entry: &str, line: &str| {
            let module = "--- |\n  define void @f() {\n    %\"a;b\" = alloca i32\n    %a = alloca i32\n    ret void\n  }\n...\n";
            let keys = format!("stack:\n  - {{ id: 0, name: {entry}, size: 4 }}\n");
            [module, &print(&keys, &format!("  bb.0:\n    {line}\n"))].concat()
        };
        let constant = |line: &str| print("constants:\n  - { id: 0, value: 'i32 1' }\n", &format!("  bb.0:\n    {line}\n"));
        let result =
            |line: &str| print("tracksRegLiveness: true\n", &format!("  bb.0:\n    %0:_(s16) = G_IMPLICIT_DEF\n    {line}\n    RET64\n"));
        let tied = |operand: &str| {
            let line = format!("INLINEASM &\"\", 0, 2359306, def %1:gr32, 2147483657, %0(tied-def 3){operand}");
            print("", &format!("  bb.0:\n    %0:gr32(s32) = COPY $edi\n    {line}\n    RET64\n"))
        };
        for (expected_print, name, others) in [
            (
                stack("a,b, type: default"),
                "llc-comma-in-name",
                vec![stack("x, type default"), stack("'a,b', type default"), stack("x, type: default, a")],
            ),
            (
                print("", "  bb.0.a b:\n    RET64\n"),
                "llc-block-name",
                vec![
                    print("", "  bb.0 (foo):\n    RET64\n"),
                    print("", "  bb.0.a (align x):\n    RET64\n"),
                    print("", "    RET64\n  bb.0:\n"),
                ],
            ),
            (tied("(s32)"), "llc-tied-type", vec![tied(" (s32)"), tied(" %1")]),
            (
                result("%1:_(s16), %2:_ = G_UDIVREM %0, %0"),
                "llc-type-of-second-result",
                vec![result("%1:_ = G_ADD %0, %0"), result("%1:_, %2:_(s16) = G_UDIVREM %0, %0")],
            ),
            (
                constant("$rax = LEA64r $rip, 1, $noreg, %const.1, $noreg"),
                "llc-equal-constants",
                vec![constant("$rax = LEA64r %stack.0, 1, $noreg, %const.0, $noreg")],
            ),
            (
                object("'a;b'", "LIFETIME_START %stack.0.a;b"),
                "llc-stack-object-name-cut",
                vec![object("a", "LIFETIME_START %stack.0.b"), object("'a;b'", "LIFETIME_START %stack.0.a")],
            ),
        ] {
            assert_eq!(expected(&expected_print), Verdict::Skip(name), "{expected_print}");
            for other in others {
                let verdict = expected(&other);
                assert!(verdict.is_fail(), "{name}: {verdict:?} of\n{other}");
            }
        }
    }
}
