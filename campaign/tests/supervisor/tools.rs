//! Programs that misbehave in a campaign, and programs that killed workers leave behind.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use irsmith_campaign::{Options, TargetReport, WorkerProgram};
use irsmith_oracles::{
    Verdict,
    external::{Limits, run},
    pnacl::Case,
};

use crate::targets::{self, options, program, until};

/// The program that the targets run on cases: any program with this name.
const TOOL: &str = "irsmith-test-tool";

/// Runs the program, as oracles do.
pub(crate) fn asks(case: &Case) -> Verdict {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(tool) = std::env::split_paths(&path).map(|folder| folder.join(TOOL)).find(|file| file.is_file()) else {
        return Verdict::Skip("tool-missing");
    };
    let limits = Limits { time: Duration::from_millis(200), output: 1 << 20, files: 1 << 20, ..Limits::default() };
    let output = run(&tool, &["case"], &[("case", case.bytes())], &limits).unwrap();
    match output.outcome.misbehaviour() {
        Some((property, evidence)) => Verdict::fail("asks", property, "case", evidence),
        None => Verdict::Pass,
    }
}

/// Makes workers that find this shell script under the name of the tool.
pub(crate) fn with_tool(folder: &Path, script: &str) -> WorkerProgram {
    let tool = folder.join(TOOL);
    fs::write(&tool, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let WorkerProgram { path, arguments, engine } = program();
    let path_variable = format!("PATH={}:{}", folder.display(), std::env::var("PATH").unwrap());
    let arguments = [path_variable.into(), path.into_os_string()].into_iter().chain(arguments).collect();
    WorkerProgram { path: "/usr/bin/env".into(), arguments, engine }
}

/// Returns whether there is a process with this word in its command line.
fn is_running(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| line.split(|byte| *byte == 0).any(|part| part == word.as_bytes()))
}

/// Waits until there is, or is no longer, a process with this word in its command line.
#[track_caller]
fn wait_for(word: &str, there: bool) {
    let started = Instant::now();
    while is_running(word) != there {
        assert!(started.elapsed() < Duration::from_secs(60), "{word}: is there: {}", !there);
        thread::sleep(Duration::from_millis(5));
    }
}

fn campaign(script: &str, runs: u64) -> TargetReport {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { runs: Some(runs), timeout: Duration::from_secs(60), ..options(folder.path()) };
    targets::campaign_by(&with_tool(folder.path(), script), &["asks"], &options).unwrap().targets.remove(0)
}

#[test]
fn programs_that_misbehave_are_findings() {
    for (script, property) in [
        ("sleep 3101 & exit 0", "leaves-processes"),
        ("setsid sh -c 'sleep 3102 & sleep 3103' & sleep 0.1", "leaves-processes"),
        ("sleep 3104; true", "hangs"),
        ("trap '' TERM; while :; do sleep 3105; done", "hangs"),
        ("yes", "floods"),
        ("exec cat /dev/zero >file", "floods"),
    ] {
        let report = campaign(script, 3);
        let signatures: Vec<&str> = report.findings.iter().map(|finding| finding.signature.as_str()).collect();
        assert_eq!((signatures, report.executions), (vec![format!("asks/{property}/case").as_str()], 3), "{script}");
    }
    assert!((3101..3106).all(|seconds: u32| !is_running(&seconds.to_string())));
    assert!(campaign("exit 1", 3).findings.is_empty());
}

#[test]
fn a_worker_that_is_killed_leaves_no_program_behind() {
    // The process leaves its process group, and its time limit is not reached when the worker is killed.
    let folder = tempfile::tempdir().unwrap();
    let script = "setsid sleep 3201 & sleep 3202 & while :; do :; done";
    let endless = Options { runs: None, timeout: Duration::from_millis(500), ..options(folder.path()) };
    let workers = with_tool(folder.path(), script);
    let summary = until(&workers, "asks", &endless, |report| !report.findings.is_empty());
    assert!(summary.targets[0].findings[0].signature.ends_with("asks/timeout/process"), "{:?}", summary.targets[0].findings);
    for word in ["3201", "3202"] {
        wait_for(word, false);
    }
}
