//! The options in a `RUN` line, in any of their spellings and over several lines, are read as what they are; a further option is put there.

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::RunLine;

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const RUN_LINES: Oracle = Oracle {
    name: "mir-run-line-is-read",
    family: Family::Metamorphic,
    about: "a drawn `RUN` line of llc, with continuations, quotes, pipes and other commands around it, has exactly the options it was written with",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x7275_6e5f;

/// Options with values. Only values of features may begin with a dash behind a blank.
const VALUED: &[(&str, &[&str])] = &[
    ("mtriple", &["x86_64-linux-gnu", "aarch64", "riscv64"]),
    ("march", &["x86-64", "aarch64", "amdgcn"]),
    ("mcpu", &["haswell", "cortex-a53"]),
    ("mattr", &["+avx", "-sse2,+bmi", "-neon"]),
    ("run-pass", &["machine-cse", "none", "greedy,virtregrewriter"]),
    ("stop-after", &["finalize-isel"]),
];
const FLAGS: &[&str] = &["O0", "O2", "global-isel", "verify-machineinstrs"];

/// A text with a command line of llc.
#[derive(Clone, Debug, Default)]
struct Written {
    text: String,
    /// The options with values, in their order.
    values: Vec<(&'static str, &'static str)>,
}

fn check(case: &Case) -> Outcome {
    // Any bytes could choose options, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let choices = &mut Choices::new(&mut bytes);
    for _ in 0..4 {
        judge(&written(choices))?;
    }
    Ok(judge_none("# RUN: opt -mtriple=never %s\n# XRUN: llcx -march=never\n")?)
}

fn written(choices: &mut Choices<'_, '_>) -> Written {
    let mut written = Written::default();
    let mut words: Vec<String> = Vec::new();
    if choices.chance(64) {
        words.extend(["cat".to_owned(), "%s".to_owned(), "|".to_owned()]);
    }
    if choices.chance(64) {
        words.push("not".to_owned());
    }
    words.push("llc".to_owned());
    for _ in 0..choices.below(6) {
        if choices.chance(64)
            && let Some(flag) = choices.pick(FLAGS)
        {
            words.push(format!("-{flag}"));
        } else if let Some((name, values)) = choices.pick(VALUED)
            && let Some(value) = choices.pick(values)
        {
            written.values.push((name, value));
            match choices.below(5) {
                0 => words.push(format!("-{name}={value}")),
                1 => words.push(format!("--{name}={value}")),
                2 => words.push(format!("'-{name}={value}'")),
                3 => words.push(format!("\"-{name}={value}\"")),
                _ => words.extend([format!("-{name}"), value.to_string()]),
            }
        }
    }
    // The word behind an option is its value, so a last flag needs an option behind it.
    written.values.push(("o", "-"));
    words.extend(["-o".to_owned(), "-".to_owned(), "%s".to_owned()]);
    if choices.chance(96) {
        words.extend(["|".to_owned(), "llc".to_owned(), "-march=never".to_owned()]);
    }
    let comment = choices.pick(&["#", ";", "//", "  ;"]).copied().unwrap_or("#");
    if choices.chance(96) {
        written.text.push_str("# RUN: opt -mtriple=never %s\n; a comment of llc -march=never\n");
    }
    written.text.extend([comment, " RUN:"]);
    for (place, word) in words.iter().enumerate() {
        if place > 0 && choices.chance(48) {
            written.text.extend([" \\\n", comment, " RUN:"]);
        }
        written.text.extend([" ", word]);
    }
    written.text.push_str(if choices.chance(64) { "  \r\n" } else { "\n" });
    written.text.push_str("# RUN: llc -mcpu=never %s\nname: f\n");
    written
}

fn judge(written: &Written) -> Result<(), Fault> {
    let fault = |property, element: &str, found: String| Err(Fault::new(property, element, format!("{}found: {found}", written.text)));
    let Some(line) = RunLine::of(&written.text) else { return fault("not-found", "llc", "no command".to_owned()) };
    let found: Vec<_> = line.values().collect();
    if found != written.values {
        let differing = found.iter().zip(&written.values).find(|(found, expected)| found != expected);
        return fault("other-options", differing.map_or("number", |(_, expected)| expected.0), format!("{found:?}"));
    }
    let last = |name| written.values.iter().rfind(|(option, _)| *option == name).map(|(_, value)| *value);
    let triple = last("march").or(last("mtriple"));
    if line.triple() != triple {
        return fault("other-triple", "triple", format!("{:?}", line.triple()));
    }
    if line.names_processor() != (last("mcpu").is_some() || last("mattr").is_some()) {
        return fault("other-processor", "processor", line.names_processor().to_string());
    }
    let changed = RunLine::with_option(&written.text, MORE.0);
    let read = RunLine::of(&changed).unwrap_or_default();
    let read: Vec<_> = read.values().collect();
    if read.first() != Some(&MORE.1) || read[1..] != written.values || changed.replacen(&format!(" {}", MORE.0), "", 1) != written.text {
        return fault("other-line", "option", changed);
    }
    Ok(())
}

/// An option that no text has, and what it is read as.
const MORE: (&str, (&str, &str)) = ("-irsmith-more=1", ("irsmith-more", "1"));

/// Checks a text without a command line of llc.
fn judge_none(text: &str) -> Result<(), Fault> {
    let changed = RunLine::with_option(text, MORE.0);
    if RunLine::of(text).is_some() || changed != format!("# RUN: llc {} %s\n{text}", MORE.0) {
        return Err(Fault::new("found", "llc", format!("{text}with an option:\n{changed}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn deviations_are_failures() {
        assert_eq!(RUN_LINES.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
        let property = |text: &str, values: &[(&'static str, &'static str)]| {
            judge(&Written { text: text.to_owned(), values: values.to_vec() }).map_err(|fault| fault.property)
        };
        assert_eq!(property("# RUN: llc \\\n# RUN: -march=a -o -\n", &[("march", "a"), ("o", "-")]), Ok(()));
        assert_eq!(property("# RUN: llc \\\n# RUN: -march=a -o -\n", &[("o", "-")]), Err("other-options"));
        assert_eq!(property("# RUN: llcx -march=a\n", &[("march", "a")]), Err("not-found"));
        assert_eq!(judge_none("# RUN: llc %s\n").map_err(|fault| fault.property), Err("found"));
    }

    #[test]
    fn every_drawn_line_is_read_and_many_have_continuations() {
        let mut continued = 0;
        for seed in 0..500 {
            let draws = irsmith_generators::bytes_of_seed(seed);
            let written = written(&mut Choices::new(&mut Unstructured::new(&draws)));
            continued += usize::from(written.text.contains('\\'));
            assert_eq!(judge(&written), Ok(()), "{}", written.text);
        }
        assert!(continued > 100, "{continued}");
    }
}
