//! What conversions lose, which states a function has, and what is wrong with them, are as recorded, word by word, for written modules.
//!
//! Other oracles compare conversions and states with one another, and would not see a report that is wrong in all of them.

use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::interpret::state::States;
use irsmith_debuginfo::{Dialect, Module};
use std::fmt::Write;

use super::recorded_rules::{RuleTest, modules, tests};
use super::{Case, Oracle};
use crate::recorded::{judge_listing, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const RECORDED_REPORTS: Oracle = Oracle {
    name: "debuginfo-recorded-reports",
    family: Family::Agreement,
    about: "the losses of conversions, the states and the problems of written modules are the recorded ones, word by word",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// The reports of each module.
const REPORTS: &str = include_str!("recorded_reports.txt");
/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x7265_706f;
/// Modules that a case asks.
const MODULES: usize = 6;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose modules, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    some_of(tests().enumerate(), &draws, MODULES).try_for_each(|(number, test)| judge(number, test))?;
    Ok(())
}

fn judge(number: usize, test: &RuleTest) -> Result<(), Fault> {
    judge_listing(REPORTS, &number.to_string(), "report", &report(test))
}

/// Returns the lines of a module's report that are not lines of the report of the module that it was made from.
fn report(test: &RuleTest) -> String {
    let (base, module) = modules(test);
    let whole = lines(&module);
    if base == module {
        return whole;
    }
    let known = lines(&base);
    whole.lines().filter(|line| !known.lines().any(|known| known == *line)).fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "{line}");
        all
    })
}

fn lines(module: &Module) -> String {
    let mut out = String::new();
    for dialect in Dialect::ALL {
        for loss in convert(module, dialect).losses {
            let _ = writeln!(out, "to {dialect:?}: {loss}");
        }
    }
    let states = States::new(module);
    for problem in &states.problems {
        let _ = writeln!(out, "{problem}");
    }
    for line in states.canonical(module, |_| true).functions.iter().flatten() {
        let _ = writeln!(out, "{line}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_as_recorded_and_deviations_are_failures() {
        let section = |(number, test): (usize, &RuleTest)| format!("--- {number}\n{}", report(test));
        let listing: String = tests().enumerate().map(section).collect();
        irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/src/debuginfo/recorded_reports.txt"), &listing);
        let (number, last) = tests().enumerate().last().unwrap();
        assert_eq!(judge(number, last), Ok(()));
        assert!(judge(number, tests().find(|test| report(test) != report(last)).unwrap()).is_err());
    }
}
