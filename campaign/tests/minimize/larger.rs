//! Larger forms on the way to a smaller case. The cases are lines of numbers.

use std::sync::atomic::AtomicBool;

use irsmith_campaign::minimize::{Bounds, Ending, Observer, Outcome, Status, minimize};
use irsmith_fuzz::Target;

use crate::{
    other_format::{NUMBERS, read, write},
    slow::{Fails, REMOVE},
};

/// The cases that an observer was told of.
#[derive(Default)]
struct Improved(Vec<Vec<u32>>);

impl Observer for Improved {
    fn improved(&mut self, case: &[u8], _: &Status) {
        self.0.push(read(case).unwrap());
    }
}

/// Minimizes 5100 and 1, of which the larger form is 5099 twice and 1.
fn run(bounds: Bounds, fails: fn(&[u32]) -> bool) -> (Outcome, Improved) {
    let target = Target { oracles: NUMBERS.oracles, ..Target::of(REMOVE) };
    let mut improved = Improved::default();
    let case = write(&[5100, 1]);
    let outcome = minimize(&target, &case, None, bounds, &mut Fails(false, fails), &AtomicBool::new(false), &mut improved);
    (outcome.unwrap(), improved)
}

#[test]
fn a_larger_form_may_lead_to_a_smaller_case() {
    let (outcome, improved) = run(Bounds::default(), |all| *all == [5100, 1] || all.contains(&5099));
    assert_eq!((read(&outcome.case), outcome.ending), (Some(vec![5099]), Ending::Complete));
    // Nobody hears of the larger one.
    assert_eq!(improved.0, [vec![5100, 1], vec![5099]]);
}

#[test]
fn a_larger_form_that_leads_to_nothing_is_undone() {
    let fails = |all: &[u32]| [&[5100, 1][..], &[5099, 5099, 1], &[5099, 5099]].contains(&all);
    let (outcome, improved) = run(Bounds::default(), fails);
    assert_eq!((read(&outcome.case), outcome.ending), (Some(vec![5100, 1]), Ending::Complete));
    assert_eq!(improved.0, [vec![5100, 1]]);
    let larger = outcome.passes.iter().find(|report| report.pass == "larger form").unwrap();
    assert_eq!((larger.checks, larger.kept), (1, 1));
    // Wherever a limit ends it, nothing larger is the result.
    for checks in 1..outcome.checks {
        let (ended, _) = run(Bounds { checks: Some(checks), ..Bounds::default() }, fails);
        assert_eq!((read(&ended.case), ended.ending), (Some(vec![5100, 1]), Ending::Checks));
    }
}
