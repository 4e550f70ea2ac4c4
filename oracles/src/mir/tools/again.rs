//! llc reads its own output, and prints it unchanged.

use super::batch::Batch;
use super::difference::{Compare, renumbered};
use super::expected::{Part, judged};
use super::llc::{Llc, NO_PASS, each, run_pass};
use crate::external::{Implementation, ProgramFamily, fail};
use crate::mir::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict, Wanted};
use std::collections::BTreeSet;

/// The oracle.
pub const LLC_AGAIN: Oracle = Oracle {
    name: "mir-llc-again",
    family: Family::RoundTrip,
    about: "llc reads what it prints of the functions that it accepts, and prints the same again",
    floor: 90,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(check),
};

fn check(case: &Case) -> Vec<Verdict> {
    each(case, |case, llc| judge(case, llc).unwrap_or_else(|reason| vec![Verdict::Skip(reason)]))
}

fn judge(case: &Case, llc: Llc) -> Result<Vec<Verdict>, &'static str> {
    let answers = case.llc_answers(llc)?;
    let prints = answers.prints()?;
    // Another oracle reports functions that we cannot read or that break a rule; and for functions of the IR that the file lacks llc makes
    // some up, without the defaults that it adds to those that it reads.
    let (before, functions) = (&prints.batch, &case.file_or_skip()?.functions);
    let place = |member: &usize| Some(prints.read.get(&functions[*member].name)?.0);
    let given: BTreeSet<usize> = answers.of_batch.accepted.iter().filter_map(place).collect();
    let members: Vec<usize> = prints.valid().into_iter().filter(|place| given.contains(place)).collect();
    let ask = |text: &[u8]| run_pass(llc, &answers.setting, NO_PASS, text);
    let said = before.ask_about(&members, &ask)?;
    let refused = said
        .refused
        .iter()
        .map(|(member, objection)| (*member, before.text(&[*member]), objection.verdict(LLC_AGAIN.name, llc.program, "not-read", NO_PASS)));
    let mut parts: Vec<Part> = refused.chain(said.left()).collect();
    match said.print(before, &ask) {
        Ok(again) => {
            let before = Batch::of_print(&before.text(&said.accepted));
            parts.extend(compare((LLC_AGAIN.name, llc.program), "printed-otherwise", &before, &Batch::of_print(&again), renumbered));
        }
        Err(reason) => parts.push((0, String::new(), Verdict::Skip(reason))),
    }
    Ok(judged(0, parts))
}

/// Returns the verdict on each function in which one print of llc is compared with another: a failure of `property` if they differ. llc
/// prints functions in the order of the module, and makes up functions that the file lacks.
pub(super) fn compare(
    (oracle, program): (&'static str, &Implementation),
    property: &'static str,
    before: &Batch,
    after: &Batch,
    difference: Compare,
) -> Vec<Part> {
    let after = after.by_name();
    let judge = |(place, (name, text)): (usize, (&str, &str))| {
        let failed = match after.get(name) {
            None => Some(("function lost".to_owned(), name.to_owned())),
            Some(other) => difference(text, other).map(|difference| (difference.element, difference.evidence)),
        };
        (place, text.to_owned(), failed.map_or(Verdict::Pass, |(element, evidence)| fail(oracle, program, property, &element, evidence)))
    };
    before.by_name().into_iter().enumerate().map(judge).collect()
}

#[cfg(test)]
mod tests {
    use super::super::difference::of_prints;
    use super::compare as compare_parts;
    use super::*;
    use crate::external::implementation;

    const PRINT: &str = "--- |\n  ; ModuleID = 'a'\n\n...\n---\nname:            f\nbody:             |\n  bb.0:\n    RET64\n\n...\n";

    #[test]
    fn functions_that_change_are_reported_one_by_one() {
        let two = format!("{PRINT}{}", PRINT.replace("name:            f", "name:            g").split_once("...\n").unwrap().1);
        let changed = two.replacen("RET64", "RET64 implicit $eax", 1).replace("'a'", "'b'");
        let compare = |before: &str, after: &str| {
            compare_parts(
                ("oracle", implementation("llc-19").unwrap()),
                "printed-otherwise",
                &Batch::of_print(before),
                &Batch::of_print(after),
                of_prints,
            )
        };
        let parts = compare(&two, &changed);
        let failed: Vec<&Part> = parts.iter().filter(|(_, _, verdict)| verdict.is_fail()).collect();
        let [(_, text, Verdict::Fail(failure))] = failed[..] else { panic!("{failed:?}") };
        assert!(text.contains("name:            f\n") && parts.len() == 2);
        assert_eq!(failure.signature.to_string(), "oracle/printed-otherwise/operands llc-19");
        let lost = compare(&two, PRINT);
        assert!(matches!(lost.last(), Some((_, _, Verdict::Fail(failure))) if failure.signature.element == "function lost"));
        assert!(compare(PRINT, &two).iter().all(|(_, _, verdict)| *verdict == Verdict::Pass), "one that it makes up");
    }
}
