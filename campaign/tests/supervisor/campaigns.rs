//! Limits, reproducibility, and the files that a campaign leaves.

use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::{Duration, Instant},
};

use irsmith_campaign::{Options, Silent, Summary};

use crate::targets::{campaign, options, program, report, target, until};

#[test]
fn a_failure_is_kept_with_all_that_is_needed_to_report_it() {
    let folder = tempfile::tempdir().unwrap();
    let report = report("fails", &options(folder.path()));
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].times, report.failures["fails"]);
    assert!(report.skips["eleventh"] > 100 && report.passes > 3000);
    let kept = &report.findings[0].folder;
    let toml = fs::read_to_string(kept.join("finding.toml")).unwrap();
    for part in ["fails/tenth/byte", "left: 1", "right: 2", "target = \"fails\"", "seed = ", "irsmith = "] {
        assert!(toml.contains(part), "{part} is not in\n{toml}");
    }
    assert!(kept.join("listing.txt").is_file());
    let sizes = case_sizes(kept);
    assert_eq!(sizes.len(), 3, "three witnesses");
    assert_eq!(fs::metadata(kept.join("case.pexe")).unwrap().len(), *sizes.iter().min().unwrap());
}

fn case_sizes(folder: &Path) -> Vec<u64> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let cases = files.filter(|path| path.extension().is_some_and(|extension| extension == "pexe"));
    cases.map(|path| fs::metadata(path).unwrap().len()).collect()
}

#[test]
fn a_panic_is_a_finding_and_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let report = report("panics", &options(folder.path()));
    let signature = &report.findings[0].signature;
    // The function is in no crate that a target runs: only its file is named, without a line.
    assert_eq!(signature, "panics/panic/process @campaign/tests/supervisor/targets.rs");
    assert_eq!(report.executions, 3000, "one worker, to its end");
}

#[test]
fn the_same_seed_repeats_a_run() {
    let run = |seed| {
        let folder = tempfile::tempdir().unwrap();
        let report = report("aborts", &Options { seed, ..options(folder.path()) });
        let case = fs::read(report.findings[0].folder.join("case.pexe")).unwrap();
        (report.executions, report.passes, report.findings[0].times, case)
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn a_target_whose_verdicts_are_all_skips_has_trouble() {
    let folder = tempfile::tempdir().unwrap();
    let summary = campaign(&["skips", "fine"], &options(folder.path())).unwrap();
    let trouble: Vec<_> = summary.targets.iter().map(|report| report.trouble.as_deref()).collect();
    assert_eq!(trouble, [Some("nothing was checked: all 3000 verdicts are skips (moonless 3000)"), None]);
    assert!(summary.has_trouble() && !summary.found_something());
}

#[test]
fn time_is_shared_among_targets() {
    let folder = tempfile::tempdir().unwrap();
    let time = Duration::from_secs(4);
    let bounds = Options { time: Some(time), runs: None, jobs: 2, ..options(folder.path()) };
    let started = Instant::now();
    let summary = campaign(&["fine", "fails", "panics"], &bounds).unwrap();
    assert!(started.elapsed() < 4 * time, "took {:?}", started.elapsed());
    for report in &summary.targets {
        assert!(report.executions > 0, "{} never ran", report.target);
    }
}

#[test]
fn a_worker_waits_for_the_next_turn_of_its_target() {
    let folder = tempfile::tempdir().unwrap();
    let (time, turn) = (Duration::from_secs(3), Duration::from_millis(60));
    let bounds = Options { time: Some(time), turn, runs: None, ..options(folder.path()) };
    let summary = campaign(&["fine", "fails", "skips"], &bounds).unwrap();
    for report in &summary.targets {
        assert_eq!(report.starts, 1, "{} begins anew, and reads its corpus again", report.target);
        assert!(report.executions > 0, "{}", report.target);
        assert!(report.busy < time * 2 / 3, "{} had {:?}: its pauses are no work", report.target, report.busy);
    }
    let busy: Duration = summary.targets.iter().map(|report| report.busy).sum();
    assert!(busy < time * 3 / 2, "one slot had {busy:?} of {time:?}");
}

#[test]
fn paused_workers_of_a_stopped_campaign_are_no_findings() {
    let folder = tempfile::tempdir().unwrap();
    let endless = Options { runs: None, turn: Duration::from_millis(60), ..options(folder.path()) };
    let stop = AtomicBool::new(false);
    let mut watch = crate::targets::Watch(&stop, |summary: &Summary| summary.targets.iter().all(|target| target.executions > 0));
    let targets = [target("fine"), target("skips")];
    let summary = irsmith_campaign::run(&targets, &program(), &endless, &stop, &mut watch, Box::new(|_| {})).unwrap();
    assert!(!summary.found_something());
    assert_eq!(summary.targets[0].trouble, None);
}

#[test]
fn a_stop_keeps_findings_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let endless = Options { runs: None, jobs: 2, ..options(folder.path()) };
    let summary = until(&program(), "fails", &endless, |report| !report.findings.is_empty());
    assert!(summary.found_something());
    assert!(summary.targets[0].findings[0].folder.join("case.pexe").is_file());
    assert!(summary.targets[0].executions > 0);
}

#[test]
fn new_findings_are_reported_once_and_old_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let reported = || {
        let reported = Arc::new(Mutex::new(Vec::new()));
        let list = Arc::clone(&reported);
        let on_finding = Box::new(move |finding: &irsmith_campaign::NewFinding| {
            assert!(finding.case.is_file());
            list.lock().unwrap().push(finding.id.clone());
        });
        let stop = AtomicBool::new(false);
        let options = options(folder.path());
        irsmith_campaign::run(&[target("fails")], &program(), &options, &stop, &mut Silent, on_finding).unwrap();
        let reported = reported.lock().unwrap();
        reported.len()
    };
    assert_eq!((reported(), reported()), (1, 0));
}

/// Beside the build of the worker, findings are not minimized: the campaign after it does that, and lists each finding once.
#[test]
fn findings_of_the_campaign_before_are_minimized_and_listed_once() {
    let folder = tempfile::tempdir().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let run = |options: &Options, hook| {
        let summary = irsmith_campaign::run(&[target("fails")], &program(), options, &stop, &mut Silent, hook).unwrap();
        summary.targets.into_iter().next().unwrap().findings
    };
    let before = run(&options(folder.path()), Box::new(|_| {}));
    assert_eq!((before.len(), before[0].minimized.is_some()), (1, false));
    for runs in [1, 200] {
        let options = Options { runs: Some(runs), earlier: before.clone(), ..options(folder.path()) };
        let after = run(&options, irsmith_campaign::minimize_findings(&program(), &options, Arc::clone(&stop)));
        assert_eq!((after.len(), &after[0].folder, after[0].minimized.is_some()), (1, &before[0].folder, true));
        assert_eq!(after[0].times > before[0].times, runs > 1, "{} after {}", after[0].times, before[0].times);
    }
}

#[test]
fn new_findings_are_minimized_where_they_were_found() {
    let folder = tempfile::tempdir().unwrap();
    // One case in ten aborts, so that some of the few dozen smaller ones do. Each abort costs a worker.
    let options = Options { runs: Some(200), ..options(folder.path()) };
    for name in ["fails", "aborts_often"] {
        let stop = Arc::new(AtomicBool::new(false));
        let hook = irsmith_campaign::minimize_findings(&program(), &options, Arc::clone(&stop));
        let summary = irsmith_campaign::run(&[target(name)], &program(), &options, &stop, &mut Silent, hook).unwrap();
        let finding = &summary.targets[0].findings[0];
        let note = finding.minimized.clone().expect("a note");
        assert!(note.bytes < note.bytes_before && note.checks > 1, "{name}: {note:?}");
        let minimized = fs::read(finding.folder.join("minimized.pexe")).unwrap();
        assert_eq!(minimized.len(), note.bytes);
        assert!(irsmith_fuzz::content_hash(&minimized).is_multiple_of(10), "{name} does not fail on it");
        assert!(finding.folder.join("minimized-listing.txt").is_file() && finding.folder.join("case.pexe").is_file());
        let toml = fs::read_to_string(finding.folder.join("finding.toml")).unwrap();
        assert!(toml.contains("[minimized]") && toml.contains(&format!("bytes = {}\n", note.bytes)), "{toml}");
    }
}

#[test]
fn findings_of_an_interrupted_campaign_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path());
    let stopped = Arc::new(AtomicBool::new(true));
    let hook = irsmith_campaign::minimize_findings(&program(), &options, stopped);
    let stop = AtomicBool::new(false);
    let summary = irsmith_campaign::run(&[target("fails")], &program(), &options, &stop, &mut Silent, hook).unwrap();
    assert!(summary.found_something());
    assert_eq!(summary.targets[0].findings[0].minimized, None);
}

#[test]
fn findings_that_cannot_be_written_end_the_campaign_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let blocked = Options { findings: file.join("findings"), ..options(folder.path()) };
    let error = campaign(&["fine"], &blocked).unwrap_err().to_string();
    assert!(error.starts_with("the findings folder cannot be written: "), "{error}");
    assert!(error.contains("file/findings") && !error.contains('\n'), "{error}");
}

#[test]
fn findings_that_can_no_longer_be_written_do_not_end_it() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path());
    // A file at the path of the target's folder: the findings folder itself can be written.
    fs::create_dir(&options.findings).unwrap();
    fs::write(options.findings.join("fails"), "in the way").unwrap();
    let report = report("fails", &options);
    assert_eq!(report.executions, 3000);
    assert!(report.failures["fails"] > 100);
    assert!(report.findings[0].signature.contains("not on disk"), "{:?}", report.findings);
}

#[test]
fn a_worker_that_cannot_be_started_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut missing = program();
    missing.path = folder.path().join("no-such-worker");
    let stop = AtomicBool::new(false);
    let targets = [target("fine")];
    let outcome = irsmith_campaign::run(&targets, &missing, &options(folder.path()), &stop, &mut Silent, Box::new(|_| {}));
    assert!(outcome.unwrap_err().to_string().contains("no-such-worker"));
}
