//! Targets that fail on modules with certain contents, and cases on which they fail.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use irsmith_campaign::{
    CampaignError, Engine, WorkerProgram,
    minimize::{Bounds, Checker, InProcess, Isolated, Observer, Outcome, minimize},
};
use irsmith_fuzz::{Finding, Format, Provenance, Target};
use irsmith_oracles::{Verdict, pnacl::Case};
use irsmith_pnacl::{Instruction, Module};

use crate::test_target::{find, oracle, test_target};

pub(crate) static TARGETS: &[Target] = &[
    test_target("stores", &[oracle("fine", |_| Verdict::Pass), oracle("stores", |case| fails_with(case, "stores", has_store))]),
    test_target("skips", &[oracle("one", |_| Verdict::Skip("no-reason")), oracle("other", |_| Verdict::Skip("another"))]),
    test_target("panics", &[oracle("panics", panics)]),
    test_target("twofold", &[oracle("twofold", twofold)]),
    test_target(
        "both",
        &[oracle("loads", |case| fails_with(case, "loads", has_load)), oracle("stores", |case| fails_with(case, "stores", has_store))],
    ),
    test_target(
        "counted",
        &[
            oracle("stores", |case| fails_with(case, "stores", has_store)),
            oracle("counted", |_| {
                COUNTED.fetch_add(1, Ordering::Relaxed);
                Verdict::Pass
            }),
        ],
    ),
    test_target("draws", &[oracle("draws", draws)]),
    test_target("boom", &[oracle("boom", boom)]),
    test_target("encoding", &[oracle("encoding", encoding)]),
    test_target("aborts", &[oracle("fine", |_| Verdict::Pass), oracle("aborts", aborts)]),
    test_target("hangs", &[oracle("hangs", hangs)]),
    test_target("waits", &[oracle("waits", waits)]),
    test_target("hogs", &[oracle("hogs", hogs)]),
    test_target("fails_then_aborts", &[oracle("stores", |case| fails_with(case, "stores", has_store)), oracle("aborts", aborts)]),
    crate::other_format::NUMBERS,
];

fn any(case: &Case, wanted: fn(&Instruction) -> bool) -> bool {
    let module = case.module().and_then(Result::ok);
    let bodies = module.into_iter().flat_map(|module| &module.functions).filter_map(|function| function.body.as_ref());
    bodies.flat_map(|body| &body.instructions).any(wanted)
}

pub(crate) fn has_store(case: &Case) -> bool {
    any(case, |instruction| matches!(instruction, Instruction::Store { .. }))
}

fn has_load(case: &Case) -> bool {
    any(case, |instruction| matches!(instruction, Instruction::Load { .. }))
}

fn fails_with(case: &Case, oracle: &'static str, has: fn(&Case) -> bool) -> Verdict {
    if has(case) { Verdict::fail(oracle, "found", "instruction", "it is there") } else { Verdict::Pass }
}

fn panics(case: &Case) -> Verdict {
    assert!(!has_store(case), "a file of {} bytes", case.bytes().len());
    Verdict::Pass
}

/// Fails in one way on modules with stores and loads, in another on modules with only stores.
fn twofold(case: &Case) -> Verdict {
    match (has_store(case), has_load(case)) {
        (true, true) => Verdict::fail("twofold", "both", "instruction", "a store and a load"),
        (true, false) => Verdict::fail("twofold", "alone", "instruction", "a store"),
        _ => Verdict::Pass,
    }
}

/// Runs of the oracle `counted`.
pub(crate) static COUNTED: AtomicU64 = AtomicU64::new(0);

/// Fails on modules with stores in one of sixteen ways, drawn from the bytes of the case.
fn draws(case: &Case) -> Verdict {
    let drawn = case.choices(0)[0] % 16;
    if has_store(case) { Verdict::fail("draws", "found", format!("choice {drawn}"), "it is there") } else { Verdict::Pass }
}

/// Fails on any bytes that contain a word, so also on files that have no format.
fn boom(case: &Case) -> Verdict {
    let there = case.bytes().windows(4).any(|window| window == b"boom");
    if there { Verdict::fail("boom", "found", "word", "boom") } else { Verdict::Pass }
}

/// Fails on an abbreviation that the canonical writer does not use.
fn encoding(case: &Case) -> Verdict {
    let odd = |stream: &irsmith_pnacl::Stream| {
        stream.items().iter().any(|item| matches!(item.kind, irsmith_pnacl::stream::ItemKind::Enter { width, .. } if width > 9))
    };
    if case.stream().is_ok_and(odd) { Verdict::fail("encoding", "found", "width", "above 9") } else { Verdict::Pass }
}

fn aborts(case: &Case) -> Verdict {
    if has_store(case) {
        std::process::abort();
    }
    Verdict::Pass
}

fn hangs(case: &Case) -> Verdict {
    while has_store(case) {
        std::hint::black_box(());
    }
    Verdict::Pass
}

/// Waits for another program.
fn waits(case: &Case) -> Verdict {
    if has_store(case) {
        let _ = std::process::Command::new("sleep").arg("60").status();
    }
    Verdict::Pass
}

fn hogs(case: &Case) -> Verdict {
    if has_store(case) {
        std::hint::black_box(Vec::<u8>::with_capacity(1 << 40));
    }
    Verdict::Pass
}

pub(crate) fn target(name: &str) -> &'static Target {
    find(TARGETS, name)
}

pub(crate) fn provenance() -> Provenance {
    Provenance { engine: "test".to_owned(), seed: 1, date: "2025-12-31".to_owned(), ..Provenance::default() }
}

/// Generates a case with `wanted` in it, of at least 600 bytes; the first one from `seed` on.
pub(crate) fn case_with(wanted: fn(&Case) -> bool, seed: u64) -> Vec<u8> {
    let mut cases = (seed..).map(|seed| Format::PNACL.generate(seed));
    cases.find(|case| case.len() >= 600 && wanted(&Case::new(case))).unwrap()
}

pub(crate) fn store_and_load(case: &Case) -> bool {
    has_store(case) && has_load(case)
}

pub(crate) fn module(bytes: &[u8]) -> Module {
    Module::read(bytes, &irsmith_pnacl::Limits::default()).unwrap()
}

/// Minimizes `case` with the target `name` in this process, to the end.
pub(crate) fn smallest(name: &str, case: &[u8]) -> Outcome {
    smallest_of(target(name), case)
}

/// Minimizes `case` with a target in this process, to the end.
pub(crate) fn smallest_of(target: &'static Target, case: &[u8]) -> Outcome {
    let mut checker = InProcess::new(target, provenance());
    minimize(target, case, None, Bounds::default(), &mut checker, &AtomicBool::new(false), &mut ()).unwrap()
}

pub(crate) fn bounded(
    name: &str,
    case: &[u8],
    signature: Option<&str>,
    bounds: Bounds,
    observer: &mut dyn Observer,
) -> Result<Outcome, CampaignError> {
    let mut checker = InProcess::new(target(name), provenance());
    minimize(target(name), case, signature, bounds, &mut checker, &AtomicBool::new(false), observer)
}

/// Makes a checker of the target `name` in this program, started again.
pub(crate) fn isolated(name: &str, timeout: std::time::Duration) -> Isolated {
    isolated_from(target(name), timeout, provenance())
}

/// Makes a checker of a target in a separate process, whose findings have this `provenance`.
pub(crate) fn isolated_from(target: &'static Target, timeout: std::time::Duration, provenance: Provenance) -> Isolated {
    let path = std::env::current_exe().unwrap();
    let arguments = ["checker", "--exact", "--nocapture"].map(Into::into).to_vec();
    let program = WorkerProgram { path, arguments, engine: Engine::Random };
    Isolated::new(target, &program, timeout, 1024, provenance).unwrap()
}

/// Returns the signatures of the failures of a check that nothing stops.
pub(crate) fn signatures(checker: &mut dyn Checker, case: &[u8]) -> Vec<String> {
    let findings: Vec<Finding> = checker.check(case, &AtomicBool::new(false)).unwrap().unwrap();
    findings.into_iter().map(|finding| finding.signature).collect()
}
