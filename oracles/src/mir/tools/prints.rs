//! Our text and that of llc 19 say the same.

use super::again::compare;
use super::batch::{Ask, Batch, Objection};
use super::difference::{of_lines, of_prints};
use super::excuse::{Part, sum};
use super::hearing::{Hearing, Prints};
use super::llc::{NO_PASS, run_pass, text};
use crate::external::{Answer, LLC_19, Trouble, fail};
use crate::mir::case::TEXT_LIMITS;
use crate::mir::{Case, Oracle};
use crate::{Family, Needs, Verdict};
use irsmith_mir::{Error, File, Style, canonical};

/// The oracle.
pub const LLC_PRINTS: Oracle = Oracle {
    name: "mir-llc-prints",
    family: Family::Agreement,
    about: "what llc 19 prints of our text is what it prints of the case; and we read what it prints, and print the same",
    floor: 90,
    needs: Needs::Tools(&[&LLC_19]),
    check,
};

fn check(case: &Case) -> Verdict {
    judge(case).unwrap_or_else(Verdict::Skip)
}

fn judge(case: &Case) -> Result<Verdict, &'static str> {
    let hearing = case.hearing()?;
    let print = hearing.printed()?;
    let (file, ours) = our_text(case, hearing)?;
    let ask: Ask<'_> = &|text| run_pass(&LLC_19, &hearing.setting, NO_PASS, text);
    let through_us = match ask(ours.as_bytes()) {
        Ok(Answer::Accepts(again)) => {
            let [before, after] = [print, &text(again)].map(Batch::of_print);
            let mut parts = compare(LLC_PRINTS.name, "our-text-differs", &before, &after, of_prints);
            if let Some(difference) = of_prints(before.head(), after.head()) {
                let verdict = fail(LLC_PRINTS.name, &LLC_19, "our-text-differs", "embedded module", difference.evidence);
                parts.push((0, before.head().to_owned(), verdict));
            }
            parts
        }
        Ok(Answer::Refuses(message)) => vec![(0, ours, refused(&Objection::Refuses(message)))],
        Err(Trouble::Crashes(crash)) => vec![(0, ours, refused(&Objection::Crashes(crash)))],
        // That may be all of them together: only one that takes too long alone is a failure.
        Err(Trouble::Hangs) => {
            let batch = Batch::of_text(&ours, &file);
            let heard = batch.hear(&(0..file.functions.len()).collect::<Vec<_>>(), ask)?;
            heard.refused.iter().map(|(member, objection)| (*member, batch.text(&[*member]), refused(objection))).collect()
        }
        Err(Trouble::NotAsked(reason)) => return Err(reason),
    };
    // Each function passes once.
    let through_us = through_us.into_iter().filter(|(_, _, verdict)| verdict.is_fail());
    Ok(sum(0, through_us.chain(read_and_written(print, hearing.prints().ok()))))
}

/// The failure of our text, to which llc objects.
fn refused(objection: &Objection) -> Verdict {
    objection.verdict(LLC_PRINTS.name, &LLC_19, "our-text-refused", NO_PASS)
}

/// The functions that llc accepts, and our text of them: of the styles, the first that is another than what llc was given.
fn our_text(case: &Case, hearing: &Hearing) -> Result<(File, String), &'static str> {
    let file = case.file_or_skip()?;
    let functions = hearing.heard.accepted.iter().map(|member| file.functions[*member].clone()).collect();
    let file = File { ir: file.ir.clone(), functions };
    let simplified = file.write_in(Style::Simplified);
    let text = if simplified.as_bytes() == hearing.text() { file.write() } else { simplified };
    Ok((file, text))
}

/// Where a reader stops.
struct Stop<'a> {
    /// What it reads.
    text: &'a str,
    /// The line up to there, and from there on.
    before: &'a str,
    behind: &'a str,
}

/// A name for what llc prints where a reader stops, and whether that is there.
type Oddity = (&'static str, fn(&Stop<'_>) -> bool);

const ODDITIES: &[Oddity] = &[
    ("address", |stop| stop.behind.trim_start_matches('\'').starts_with("<0x")),
    ("symbol", is_at_symbol),
    ("label", |stop| stop.before.starts_with("  bb.")),
    ("memory-size", |stop| stop.before.ends_with('(') && stop.behind.starts_with('s')),
    ("stack-object", |stop| ends_in_stack_object(stop.before) || has_odd_stack_object(stop)),
];

/// Whether a symbol stands there, or ended there: one with `>` in its name ends within it.
fn is_at_symbol(stop: &Stop<'_>) -> bool {
    let within = stop.before.rsplit_once("<mcsymbol ").is_some_and(|(_, name)| name.trim_end().ends_with('>'));
    within || stop.behind.starts_with("<mcsymbol")
}

/// Whether a text ends with the name of a stack object, or the first part of one.
fn ends_in_stack_object(text: &str) -> bool {
    text.trim_end().rsplit(' ').next().is_some_and(|word| word.starts_with("%stack."))
}

/// Whether a stack object stands before the stop or around it whose name is quoted in the key `stack`: what is in the name is read as the
/// start of a comment, of a bundle or of a quoted value.
fn has_odd_stack_object(stop: &Stop<'_>) -> bool {
    let line = [stop.before, stop.behind].concat();
    let entries = stop.text.lines().take_while(|line| !line.starts_with("body:")).filter(|line| line.starts_with("  - { id: "));
    let quoted = entries.filter_map(|entry| entry.split_once(", name: '")?.1.split_once("',"));
    let mut names = quoted.map(|(name, _)| format!(".{}", name.replace("''", "'")));
    names.any(|name| line.find(&name).is_some_and(|at| at <= stop.before.len() && line[..at].contains("%stack.")))
}

/// What is wrong with a print at an error, for signatures: the rule, and what llc prints there or, where that is nothing known, the key.
pub(super) fn around(text: &str, error: &Error) -> String {
    let line = text.lines().nth((error.line as usize).saturating_sub(1)).unwrap_or_default();
    let (before, behind) = (error.column as usize).checked_sub(1).and_then(|at| line.split_at_checked(at)).unwrap_or((line, ""));
    let stop = Stop { text, before, behind };
    let oddity = ODDITIES.iter().find(|(_, is_there)| is_there(&stop)).map(|(name, _)| *name);
    let key = || if line.starts_with(' ') { "body" } else { line.split(':').next().unwrap_or_default() };
    format!("{} {}", error.kind.rule().id, oddity.unwrap_or_else(key))
}

/// The verdict on each function of what llc printed: that we read it, and print it as llc does but for its comments.
fn read_and_written(print: &str, prints: Option<&Prints>) -> Vec<Part> {
    let batch = Batch::of_print(print);
    let judge = |text: &str| match File::read(text.as_bytes(), &TEXT_LIMITS) {
        Err(errors) => {
            let place = errors.first().map(|error| (around(text, error), error.to_string()));
            let (around, evidence) = place.unwrap_or_default();
            fail(LLC_PRINTS.name, &LLC_19, "print-not-read", &around, evidence)
        }
        Ok(file) => judge_read(text, &file, prints),
    };
    batch.functions().into_iter().enumerate().map(|(place, text)| (place, text.to_owned(), judge(text))).collect()
}

/// The CFI operations without an operand.
const BARE: [&str; 4] = ["remember_state", "restore_state", "window_save", "negate_ra_sign_state"];

/// A print without the blanks that llc puts between such an operation and its operands, of which there are none.
fn without_blanks(print: &str) -> String {
    BARE.iter().fold(print.to_owned(), |text, word| text.replace(&format!("CFI_INSTRUCTION {word} "), &format!("CFI_INSTRUCTION {word}")))
}

/// The verdict on a function that we read: that it breaks no rule, and that we print it as llc does but for its comments.
fn judge_read(text: &str, file: &File, prints: Option<&Prints>) -> Verdict {
    let broken = file.functions.iter().find_map(|function| prints?.invalid.get(&function.name));
    let (theirs, ours) = (canonical::without_comments(text), file.write());
    let trimmed = without_blanks(&theirs);
    let (element, evidence) = match (broken, of_lines(&trimmed, &ours), of_lines(&theirs, &trimmed)) {
        (Some(violation), ..) => {
            return fail(LLC_PRINTS.name, &LLC_19, "print-invalid", violation.rule.id, violation.to_string());
        }
        (None, Some(difference), _) => (difference.element, difference.evidence),
        (None, None, Some(blank)) => ("blank behind a CFI operation".to_owned(), blank.evidence),
        (None, None, None) => return Verdict::Pass,
    };
    fail(LLC_PRINTS.name, &LLC_19, "printed-otherwise", &element, evidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures(print: &str) -> Vec<String> {
        let failed = |(_, _, verdict): &_| match verdict {
            Verdict::Fail(failure) => Some(failure.signature.to_string()),
            _ => None,
        };
        read_and_written(print, None).iter().filter_map(failed).collect()
    }

    #[test]
    fn what_is_not_read_is_classified() {
        for (line, class) in [
            ("    GC_LABEL <mcsymbol a b>", "body-syntax symbol"),
            ("    EH_LABEL <mcsymbol >>", "body-syntax symbol"),
            ("    EH_LABEL <mcsymbol x>  >", "body-syntax symbol"),
            ("    EH_LABEL <mcsymbol x>, %0 %1", "body-syntax body"),
            ("    RET64 heap-alloc-marker <0x55d207fec110>", "body-syntax address"),
            ("  bb.1.a b (landing-pad):", "body-syntax label"),
            ("    LIFETIME_START %stack.0.x+^=6", "body-syntax stack-object"),
            ("    %0:_(s8) = G_LOAD %1 :: (load (s8) from %stack.0.x;1 + 8, align 8)", "body-syntax stack-object"),
            ("    LIFETIME_END %stack.0.x ,`&1", "body-syntax stack-object"),
            ("    LIFETIME_END %stack.0.x  ,{1", "body-syntax stack-object"),
            ("    LIFETIME_END %stack.0.y  ,{1", "body-syntax body"),
            ("    %0:_(s8) = G_LOAD %1 :: (load (s264968))", "type-range memory-size"),
        ] {
            let names = ["x;1", "x ,`&1", "x  ,{1"].map(|name| format!("  - {{ id: 0, name: '{name}', size: 1 }}\n"));
            let text = format!("---\nname: f\nstack:\n{}body: |\n  bb.0:\n{line}\n...\n", names.concat());
            let errors = File::read(text.as_bytes(), &TEXT_LIMITS).unwrap_err();
            assert_eq!(around(&text, &errors[0]), class, "{line}");
        }
    }

    #[test]
    fn a_blank_behind_an_operation_is_told_apart_and_hides_nothing() {
        let text = |line: &str, alignment: &str| {
            let function = irsmith_mir::Function { name: "f".into(), ..Default::default() };
            let print = File { ir: Some(Default::default()), functions: vec![function] }.write();
            let start = print.rfind("body:").unwrap();
            format!("{}body:             |\n  bb.0:\n    {line}\n\n...\n", &print[..start]).replace("alignment:       1", alignment)
        };
        let told = |line: &str, alignment: &str| signatures(&text(line, alignment));
        let (blank, alignment) = ("blank behind a CFI operation", "alignment:       1");
        assert_eq!(told("CFI_INSTRUCTION window_save", alignment), Vec::<String>::new());
        for line in ["CFI_INSTRUCTION window_save ", "frame-setup CFI_INSTRUCTION restore_state , cfi-type 7"] {
            assert_eq!(told(line, alignment), [format!("mir-llc-prints/printed-otherwise/{blank} llc-19")], "{line}");
            assert_eq!(told(line, "alignment: 1"), ["mir-llc-prints/printed-otherwise/alignment llc-19"], "{line}");
        }
    }

    #[test]
    fn prints_that_we_do_not_read_or_spell_otherwise_are_told() {
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
}
