//! Targets that misbehave on a known share of cases, and campaigns over them.

use std::{
    hint::black_box,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use irsmith_campaign::{CampaignError, Engine, Options, Silent, Summary, TargetReport, WorkerProgram};
use irsmith_fuzz::{Target, content_hash};
use irsmith_oracles::{Verdict, pnacl::Case};

use crate::test_target::{find, oracle, test_target};

pub(crate) static TARGETS: &[Target] = &[
    test_target("fine", &[oracle("fine", |_| Verdict::Pass)]),
    test_target("fails", &[oracle("fine", |_| Verdict::Pass), oracle("fails", fails)]),
    test_target("panics", &[oracle("panics", panics)]),
    test_target("aborts", &[oracle("fine", |_| Verdict::Pass), oracle("aborts", |case| aborts(case, 400))]),
    test_target("aborts_often", &[oracle("fine", |_| Verdict::Pass), oracle("aborts", |case| aborts(case, 10))]),
    test_target("exits", &[oracle("exits", exits)]),
    test_target("overflows", &[oracle("overflows", overflows)]),
    test_target("hogs", &[oracle("hogs", hogs)]),
    test_target("hangs", &[oracle("hangs", hangs)]),
    test_target("asks", &[oracle("asks", crate::tools::asks)]),
    test_target("keeps", &[oracle("keeps", crate::kills::keeps)]),
    // Named after a folder of each process, for the test of a corpus that cannot be written.
    test_target("task", &[oracle("fine", |_| Verdict::Pass)]),
    test_target("skips", &[oracle("skips", |_| Verdict::Skip("moonless"))]),
    test_target("dies_at_once", &[oracle("dies", |_| std::process::abort())]),
];

/// Returns true for one case in `share`, always for the same cases.
fn hit(case: &Case, share: u64) -> bool {
    content_hash(case.bytes()).is_multiple_of(share)
}

fn fails(case: &Case) -> Verdict {
    match content_hash(case.bytes()) % 10 {
        0 => Verdict::fail("fails", "tenth", "byte", "left: 1\nright: 2"),
        1 => Verdict::Skip("eleventh"),
        _ => Verdict::Pass,
    }
}

fn panics(case: &Case) -> Verdict {
    assert!(!hit(case, 50), "of {} bytes", case.bytes().len());
    Verdict::Pass
}

fn aborts(case: &Case, share: u64) -> Verdict {
    if hit(case, share) {
        std::process::abort();
    }
    Verdict::Pass
}

fn exits(case: &Case) -> Verdict {
    if hit(case, 400) {
        std::process::exit(7);
    }
    Verdict::Pass
}

fn overflows(case: &Case) -> Verdict {
    fn deep(left: u64) -> u64 {
        if left == 0 { 0 } else { black_box(deep(black_box(left - 1))) + 1 }
    }
    if hit(case, 400) && deep(1 << 40) == 1 {
        return Verdict::Skip("never");
    }
    Verdict::Pass
}

fn hogs(case: &Case) -> Verdict {
    if hit(case, 400) {
        black_box(Vec::<u8>::with_capacity(1 << 40));
    }
    Verdict::Pass
}

fn hangs(case: &Case) -> Verdict {
    while hit(case, 700) {
        black_box(());
    }
    Verdict::Pass
}

pub(crate) fn target(name: &str) -> &'static Target {
    find(TARGETS, name)
}

/// Returns options for a short campaign whose findings go to `folder`.
pub(crate) fn options(folder: &Path) -> Options {
    Options {
        findings: folder.join("findings"),
        runs: Some(3000),
        seed: 1,
        max_len: 4096,
        timeout: Duration::from_millis(300),
        ..Options::default()
    }
}

/// Returns this program as a worker: libtest runs only the test that is the worker's main function.
pub(crate) fn program() -> WorkerProgram {
    let path = std::env::current_exe().unwrap();
    let arguments = ["worker", "--exact", "--nocapture"].map(Into::into).to_vec();
    WorkerProgram { path, arguments, engine: Engine::Random }
}

/// Runs a campaign over the targets called `names`.
pub(crate) fn campaign(names: &[&str], options: &Options) -> Result<Summary, CampaignError> {
    campaign_by(&program(), names, options)
}

/// As [`campaign`], with these workers.
pub(crate) fn campaign_by(program: &WorkerProgram, names: &[&str], options: &Options) -> Result<Summary, CampaignError> {
    let targets: Vec<_> = names.iter().map(|name| target(name)).collect();
    let stop = AtomicBool::new(false);
    irsmith_campaign::run(&targets, program, options, &stop, &mut Silent, Box::new(|_| {}))
}

/// Runs a campaign over one target; returns its report.
pub(crate) fn report(name: &str, options: &Options) -> TargetReport {
    campaign(&[name], options).unwrap().targets.remove(0)
}

/// Stops a campaign as soon as a condition holds for its state.
pub(crate) struct Watch<'a, F>(pub(crate) &'a AtomicBool, pub(crate) F);

impl<F: FnMut(&Summary) -> bool> irsmith_campaign::Progress for Watch<'_, F> {
    fn update(&mut self, summary: &Summary) {
        if (self.1)(summary) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn finish(&mut self) {}
}

/// Runs a campaign without limits over `name` with these workers and stops it as soon as `enough` holds for its state.
pub(crate) fn until(program: &WorkerProgram, name: &str, options: &Options, mut enough: impl FnMut(&TargetReport) -> bool) -> Summary {
    let stop = AtomicBool::new(false);
    let mut watch = Watch(&stop, |summary: &Summary| enough(&summary.targets[0]));
    irsmith_campaign::run(&[target(name)], program, options, &stop, &mut watch, Box::new(|_| {})).unwrap()
}
