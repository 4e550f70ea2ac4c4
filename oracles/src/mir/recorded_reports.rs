//! What a release lacks of a file, and why a function is not executed, are as recorded, word by word, for written files.

use irsmith_mir::interpret::{Options, Program};
use irsmith_mir::{Dialect, File, Limits, Style};
use std::fmt::Write;

use super::recorded_rules::{RuleTest, tests};
use super::{Case, Oracle, UNREADABLE};
use crate::recorded::{judge_listing, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const RECORDED_REPORTS: Oracle = Oracle {
    name: "mir-recorded-reports",
    family: Family::Agreement,
    about: "the losses for older releases, the refusals of the interpreter and the targets of written files are the recorded ones, word by word",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// The reports of each file.
const REPORTS: &str = include_str!("recorded_reports.txt");
/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x7265_706f;
/// Files that a case asks.
const FILES: usize = 24;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose files, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    some_of(tests().iter().enumerate(), &draws, FILES).try_for_each(|(number, test)| judge(number, test))?;
    Ok(())
}

fn judge(number: usize, test: &RuleTest) -> Result<(), Fault> {
    judge_listing(REPORTS, &number.to_string(), "report", &report(test))
}

fn report(test: &RuleTest) -> String {
    let mut out = String::new();
    let file = match File::read(test.text().as_bytes(), &Limits::default()) {
        Ok(file) => file,
        Err(errors) => return format!("{}\n", errors[0]),
    };
    for loss in file.write_for(Style::Simplified, Dialect::ALL[0]).1 {
        let _ = writeln!(out, "{}: {loss}", Dialect::ALL[0]);
    }
    let _ = writeln!(out, "{}", file.triple().unwrap_or_default());
    match Program::new(&file, &Options { triple: Some(test.triple.to_owned()), ..Options::default() }) {
        Err(refusal) => {
            let _ = writeln!(out, "{refusal}");
        }
        Ok(program) => {
            for function in 0..program.functions() {
                match program.signature(function) {
                    Err(refusal) => {
                        let _ = writeln!(out, "{refusal}");
                    }
                    Ok(signature) => {
                        let names = |list: &[irsmith_mir::interpret::Parameter]| {
                            list.iter().map(|one| format!("{} {} {}", one.name, one.ty, one.bits)).collect::<Vec<_>>().join(", ")
                        };
                        let _ = writeln!(out, "({}) -> ({})", names(&signature.parameters), names(&signature.results));
                    }
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn reports_are_as_recorded_and_deviations_are_failures() {
        let section = |(number, test): (usize, &RuleTest)| format!("--- {number}\n{}", report(test));
        let listing: String = tests().iter().enumerate().map(section).collect();
        irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/src/mir/recorded_reports.txt"), &listing);
        assert_eq!(judge(0, &tests()[0]), Ok(()));
        let other = tests().iter().position(|test| report(test) != report(&tests()[0])).unwrap();
        assert!(judge(0, &tests()[other]).is_err());
    }
}
