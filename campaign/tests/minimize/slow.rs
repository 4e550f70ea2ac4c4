//! What the minimizer saves where checks are slow, counted in checks. The cases are lines of numbers.

use std::{collections::BTreeSet, ops::Range, sync::atomic::AtomicBool};

use irsmith_campaign::{
    CampaignError,
    minimize::{Bounds, Checker, Outcome, minimize},
};
use irsmith_fuzz::{Finding, Format, Level, Pass, Target};
use irsmith_oracles::{Failure, Signature};

use crate::{
    other_format::{NUMBERS, Numbers, Remove, read, write},
    targets::provenance,
};

/// Fails on the numbers that the function accepts; checks are slow or not.
pub(crate) struct Fails(pub(crate) bool, pub(crate) fn(&[u32]) -> bool);

impl Checker for Fails {
    fn check(&mut self, case: &[u8], _: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let fails = read(case).is_some_and(|numbers| (self.1)(&numbers));
        let failure = Failure { signature: Signature::new("slow", "has", "it"), evidence: String::new() };
        Ok(Some(fails.then(|| Finding::new(&NUMBERS, &failure, &provenance())).into_iter().collect()))
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        Ok(BTreeSet::new())
    }

    fn is_slow(&self) -> bool {
        self.0
    }
}

/// Takes one from each even number.
#[derive(Debug)]
struct Odd {
    only_renames: bool,
}

impl Pass for Odd {
    fn name(&self) -> &'static str {
        "make numbers odd"
    }

    fn level(&self) -> Level {
        Level::Model
    }

    fn count(&self, case: &[u8]) -> usize {
        Remove.count(case)
    }

    fn apply(&self, case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
        let mut numbers = read(case)?;
        numbers.get_mut(range)?.iter_mut().for_each(|number| *number -= (*number + 1) % 2);
        Some(write(&numbers)).filter(|smaller| smaller != case)
    }

    fn only_renames(&self) -> bool {
        self.only_renames
    }
}

pub(crate) const REMOVE: Format = Format::new(&Numbers(|| vec![Box::new(Remove)]));
const REMOVE_AND_CHANGE: Format = Format::new(&Numbers(|| vec![Box::new(Remove), Box::new(Odd { only_renames: false })]));
const REMOVE_AND_RENAME: Format = Format::new(&Numbers(|| vec![Box::new(Remove), Box::new(Odd { only_renames: true })]));

fn run(format: Format, is_slow: bool, case: &[u32], fails: fn(&[u32]) -> bool) -> Outcome {
    let target = Target { oracles: NUMBERS.oracles, ..Target::of(format) };
    let mut checker = Fails(is_slow, fails);
    minimize(&target, &write(case), None, Bounds::default(), &mut checker, &AtomicBool::new(false), &mut ()).unwrap()
}

fn checks_of(outcome: &Outcome, pass: &str) -> u64 {
    outcome.passes.iter().find(|report| report.pass == pass).map_or(0, |report| report.checks)
}

#[test]
fn slow_checks_refuse_a_change_once() {
    // All are needed. Before two of them change, each chunk of four, two and one of them is refused; no case is without numbers.
    let checks = |is_slow| {
        let outcome = run(REMOVE_AND_CHANGE, is_slow, &[10, 21, 31, 41, 50, 61, 71, 81], |numbers| numbers.len() == 8);
        assert_eq!(read(&outcome.case).unwrap(), [9, 21, 31, 41, 49, 61, 71, 81]);
        assert_eq!(checks_of(&outcome, "make numbers odd"), 1);
        checks_of(&outcome, "remove numbers")
    };
    assert_eq!(checks(false), 14 + 14);
    // The two that changed, alone: the chunks with them would be other changes, too.
    assert_eq!(checks(true), 14 + 2);
}

#[test]
fn renaming_comes_last_if_checks_are_slow() {
    let fails = |all: &[u32]| [[19, 20], [39, 40]].iter().all(|names| names.iter().any(|name| all.contains(name)));
    let outcome = |is_slow| run(REMOVE_AND_RENAME, is_slow, &[11, 20, 31, 40], fails);
    let (slow, fast) = (outcome(true), outcome(false));
    assert_eq!((read(&slow.case), read(&fast.case)), (Some(vec![19, 39]), Some(vec![19, 39])));
    // Under their new names, the two are tried once more.
    assert_eq!((checks_of(&slow, "remove numbers"), checks_of(&fast, "remove numbers")), (6, 8));
}

#[test]
fn forms_in_one_direction_take_few_slow_checks() {
    let outcome = |is_slow| run(REMOVE, is_slow, &[4999], |numbers| numbers[0] > 1000);
    let (slow, fast) = (outcome(true), outcome(false));
    assert_eq!((read(&slow.case), read(&fast.case)), (Some(vec![4000]), Some(vec![4000])));
    // As many as were taken before: 1, 1, 2, 4 and so on to 512.
    assert_eq!((checks_of(&slow, "normal form"), checks_of(&fast, "normal form")), (11, 999));
}

#[test]
fn passes_follow_a_normal_form_that_was_ended() {
    // Two numbers, or a smaller first one.
    let fails = |all: &[u32]| matches!(all, [first, rest @ ..] if *first > 1000 && first % 2 == 0 && (rest.len() == 1 || *first < 4200));
    let outcome = run(REMOVE, true, &[4230, 1], fails);
    // Every second form is refused, so there is one step for two checks, as often as slow checks allow. Then the second number can go,
    // which was refused before.
    assert_eq!((checks_of(&outcome, "normal form"), read(&outcome.case).unwrap()), (32, vec![4230 - 32]));
}
