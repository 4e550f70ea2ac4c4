//! Targets that end or stall their process.

use std::{
    collections::BTreeSet,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use irsmith_campaign::{
    CampaignError, WorkerProgram,
    minimize::{Bounds, Checker, Isolated, Outcome, Parallel, minimize},
};
use irsmith_fuzz::{Finding, Level};
use irsmith_oracles::{Failure, Signature, pnacl::Case};

use crate::targets::{case_with, has_store, isolated, provenance, signatures, smallest, target};

const LONG: Duration = Duration::from_secs(20);

fn smallest_isolated(name: &str, case: &[u8], timeout: Duration, bounds: Bounds) -> Outcome {
    let mut checker = isolated(name, timeout);
    minimize(target(name), case, None, bounds, &mut checker, &AtomicBool::new(false), &mut ()).unwrap()
}

#[test]
fn an_abort_is_minimized() {
    let outcome = smallest_isolated("aborts", &case_with(has_store, 1), LONG, Bounds::default());
    assert_eq!(outcome.finding.signature, "aborts/abort/process");
    assert!(has_store(&Case::new(&outcome.case)) && outcome.case.len() < 160);
}

#[test]
fn a_hang_is_minimized() {
    let bounds = Bounds { checks: Some(30), time: None };
    let case = case_with(has_store, 1);
    let outcome = smallest_isolated("hangs", &case, Duration::from_millis(100), bounds);
    assert_eq!(outcome.finding.signature, "hangs/timeout/process");
    assert!(has_store(&Case::new(&outcome.case)) && outcome.case.len() < case.len());
}

#[test]
fn the_program_that_a_hang_waits_for_ends_too() {
    let mut checker = isolated("waits", Duration::from_secs(2));
    let started = Instant::now();
    // The program keeps the standard error of the checker open, which is read to its end.
    assert_eq!(signatures(&mut checker, &case_with(has_store, 1)), ["waits/timeout/process"]);
    assert!(started.elapsed() < LONG, "took {:?}", started.elapsed());
}

#[test]
fn running_out_of_memory_is_reported_from_an_abort() {
    let mut checker = isolated("hogs", LONG);
    assert_eq!(signatures(&mut checker, &case_with(has_store, 1)), ["hogs/out-of-memory/process"]);
}

#[test]
fn failures_before_a_death_are_kept() {
    let mut checker = isolated("fails_then_aborts", LONG);
    for _ in 0..2 {
        assert_eq!(signatures(&mut checker, &case_with(has_store, 1)), ["stores/found/instruction", "aborts/abort/process"]);
        assert!(signatures(&mut checker, b"nothing").is_empty());
    }
}

#[test]
fn it_comes_to_the_same_in_a_process_of_its_own() {
    let case = case_with(has_store, 1);
    let (here, there) = (smallest("stores", &case), smallest_isolated("stores", &case, LONG, Bounds::default()));
    assert_eq!((here.case, here.checks, here.finding.evidence), (there.case, there.checks, there.finding.evidence));
}

#[test]
fn the_process_outlives_the_threads_that_check() {
    let case = case_with(has_store, 1);
    for jobs in [1, 2] {
        let mut checker = Parallel::new(isolated("stores", LONG), (1..jobs).map(|_| isolated("stores", LONG)).collect());
        for check in 0..6 {
            // Others are checked in threads of their own.
            checker.expect(vec![format!("{check}").into_bytes()]);
            assert_eq!(signatures(&mut checker, &case), ["stores/found/instruction"], "{jobs} jobs, check {check}");
        }
    }
    let here = smallest("stores", &case);
    let mut checker = Parallel::new(isolated("stores", LONG), Vec::new());
    let there = minimize(target("stores"), &case, None, Bounds::default(), &mut checker, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!((here.case, here.checks), (there.case, there.checks));
}

#[test]
fn large_cases_go_through() {
    let mut checker = isolated("boom", LONG);
    let mut case = vec![0; 3 << 20];
    assert!(signatures(&mut checker, &case).is_empty());
    case.extend(b"boom");
    assert_eq!(signatures(&mut checker, &case), ["boom/found/word"]);
}

#[test]
fn a_stop_ends_a_check_that_hangs() {
    let mut checker = isolated("hangs", LONG);
    let started = Instant::now();
    assert!(checker.check(&case_with(has_store, 1), &AtomicBool::new(true)).unwrap().is_none());
    assert!(started.elapsed() < LONG / 2, "took {:?}", started.elapsed());
    assert!(signatures(&mut checker, b"nothing").is_empty(), "not usable after a stop");
}

#[test]
fn a_checker_that_cannot_start_is_an_error() {
    let start = |program: WorkerProgram| {
        let mut checker = Isolated::new(target("boom"), &program, LONG, 1024, provenance()).unwrap();
        checker.check(b"boom", &AtomicBool::new(false)).unwrap_err()
    };
    let program = |path: &str| WorkerProgram { path: path.into(), arguments: Vec::new(), engine: irsmith_campaign::Engine::Random };
    assert!(matches!(start(program("/no/such/checker")), CampaignError::Start { .. }));
}

/// Exits on a word, and so ends any process that reads its cases.
struct Deadly;

impl Checker for Deadly {
    fn check(&mut self, case: &[u8], _: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let failure = Failure { signature: Signature::new("boom", "abort", "process"), evidence: String::new() };
        let there = case.windows(4).any(|window| window == b"boom");
        Ok(Some(there.then(|| Finding::new(target("boom"), &failure, &provenance())).into_iter().collect()))
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        Ok(BTreeSet::new())
    }

    fn reads(&mut self, _: &[u8], _: &AtomicBool) -> Result<bool, CampaignError> {
        Ok(false)
    }
}

#[test]
fn what_the_reader_dies_of_is_minimized_as_bytes() {
    let mut case = case_with(has_store, 1);
    case.extend(b"boom");
    let outcome = minimize(target("boom"), &case, None, Bounds::default(), &mut Deadly, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!(outcome.case, b"boom");
    let bytes =
        target("boom").format.passes().iter().filter(|pass| pass.level() == Level::Bytes).map(|pass| pass.name()).collect::<Vec<_>>();
    assert!(outcome.passes.iter().all(|report| bytes.contains(&report.pass)), "{:?}", outcome.passes);
}

#[test]
fn what_an_oracle_dies_of_can_be_read() {
    let case = case_with(has_store, 1);
    let mut checker = isolated("aborts", LONG);
    assert_eq!(signatures(&mut checker, &case), ["aborts/abort/process"]);
    assert!(checker.reads(&case, &AtomicBool::new(false)).unwrap());
    assert_eq!(signatures(&mut checker, &case), ["aborts/abort/process"], "not usable afterwards");
}
