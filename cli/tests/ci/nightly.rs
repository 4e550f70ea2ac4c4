//! `ci/nightly` shares its time, and reports errors.

use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

use irsmith_fuzz::TARGETS;

use crate::{nightly, plan, workspace};

const ENGINES: [&str; 4] = ["built-in", "cargo-fuzz", "afl", "bolero"];

/// Least seconds of an engine for a target.
const FLOOR: u64 = 10;

fn sum(plan: &[(String, String, u64)]) -> u64 {
    plan.iter().map(|(_, _, seconds)| seconds).sum()
}

#[test]
fn the_whole_time_is_shared_and_no_more() {
    for (time, seconds) in [("5h", 18_000), ("90m", 5_400), ("4500s", 4_500)] {
        let plan = plan(&["--time", time]);
        let sum = sum(&plan);
        assert!(sum <= seconds && sum > seconds * 95 / 100, "{time}: {sum} s");
        // On two processors the builds of all engines take about an hour: a limit that a long night does not move is too short.
        assert_eq!(plan[0], ("builds".into(), "-".into(), seconds / 2), "{time}");
    }
}

#[test]
fn every_target_has_its_floor_under_every_engine() {
    let plan = plan(&["--time", "75m"]);
    let mut seen = 0;
    for target in TARGETS.iter().filter(|target| target.missing().is_none()) {
        for engine in ENGINES {
            // The others would build all of Cranelift instrumented.
            if target.name == "pnacl_exec_native" && engine != "built-in" {
                continue;
            }
            let of_target = plan.iter().filter(|(of, name, _)| of == engine && name == target.name);
            let seconds: Vec<u64> = of_target.map(|(_, _, seconds)| *seconds).collect();
            assert!(seconds.len() == 1 && seconds[0] >= FLOOR, "{engine} {}: {seconds:?}", target.name);
            seen += 1;
        }
    }
    assert!(seen >= 60, "only {seen} turns");
}

#[test]
fn engines_and_targets_can_be_named() {
    let plan = plan(&["--engine", "afl", "--engine", "checks", "--time", "10m", "pnacl_read", "mir_read"]);
    let turns: Vec<(&str, &str)> = plan.iter().map(|(engine, target, _)| (engine.as_str(), target.as_str())).collect();
    assert_eq!(turns, [("builds", "-"), ("afl", "pnacl_read"), ("afl", "mir_read"), ("ending", "-")]);
    assert!(sum(&plan) <= 600);
}

#[test]
fn wrong_usage_is_reported_before_anything_is_built() {
    let refused = |arguments: &[&str], words: &str| {
        let output = nightly(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let line = text.lines().last().unwrap();
        assert!(line.starts_with("ci/nightly: ") && line.contains(words), "{arguments:?}: {text}");
    };
    refused(&["--plan", "--time", "soon"], "\"soon\" is no time");
    refused(&["--plan", "--engine", "diesel"], "no engine \"diesel\"");
    refused(&["--plan", "no_such_target"], "no target no_such_target");
    refused(&["--plan", "--time"], "--time needs a value");
    refused(&["--plan", "--fast"], "no option --fast");
    refused(&["--plan", "--time", "5m"], "each needs 10 s, so --time ");
}

/// The time that the refusal names is enough.
#[test]
fn the_least_time_is_named() {
    let output = nightly(&["--plan", "--time", "2m"]);
    let text = String::from_utf8(output.stderr).unwrap();
    let least = text.trim_end().rsplit(' ').next().unwrap().to_owned();
    let plan = plan(&["--time", &least]);
    assert!(plan.iter().all(|(_, _, seconds)| *seconds >= FLOOR), "{plan:?}");
}

/// Writes a program of a test into a folder of programs.
fn program(folder: &Path, name: &str, script: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// AFL++ creates only the last folder of a path, and writes to a file how many cases it ran.
#[test]
fn afl_runs_where_nothing_was_before() {
    let (folder, programs) = with_afl();
    let run = "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\nmkdir \"$out\" \"$out/default\" || exit 1\n\
               echo 'execs_done : 7' >\"$out/default/fuzzer_stats\"\n";
    program(&programs, "cargo", &format!("[ \"$2\" = fuzz ] || exit 0\n{run}"));
    let (status, text) = night_of(folder.path(), &["--engine", "afl", "--time", "2m", "pnacl_read"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("executions: 7") && text.contains("| afl | pnacl_read |"), "{text}");
}

/// Returns a folder, and a folder in it for the programs of a test, in which AFL++ is installed.
fn with_afl() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    program(&programs, "cargo-afl", "");
    (folder, programs)
}

/// Runs `ci/nightly` with the programs of a test, for a command that has one target.
fn night_of(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let programs = folder.join("programs");
    program(&programs, "irsmith", "[ \"$1\" = targets ] && echo '{\"target\":\"pnacl_read\",\"least_max_len\":0}'\nexit 0\n");
    let path = format!("{}:{}", programs.display(), env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.arg(workspace().join("ci/nightly")).args(arguments);
    command.env("PATH", path).env("IRSMITH", programs.join("irsmith")).env("NIGHTLY_OUT", folder.join("night"));
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Checks have what the builds of engines leave of their time: otherwise a night that is too short for both has no engines.
#[test]
fn engines_are_built_before_checks_run() {
    let (folder, programs) = with_afl();
    let log = folder.path().join("log");
    program(&programs, "cargo", &format!("echo \"$*$IRSMITH_KILLS\" >>{}\n[ \"$1\" != deny ]\n", log.display()));
    let (_, text) = night_of(folder.path(), &["--engine", "checks", "--engine", "afl", "--time", "2m", "pnacl_read"]);
    let calls = fs::read_to_string(log).unwrap();
    let place = |call: &str| calls.lines().position(|line| line.starts_with(call)).unwrap_or_else(|| panic!("no {call}: {calls}{text}"));
    assert!(place("afl build") < place("clippy") && place("clippy") < place("afl fuzz"), "{calls}");
    for kills in ["--package irsmith-fuzz --test store_kills200", "--package irsmith-campaign --test supervisor kills200"] {
        assert!(calls.lines().any(|line| line.starts_with("test ") && line.ends_with(kills)), "{calls}");
    }
    // AFL++ computes a shorter time from the seeds if "+" follows, and calls every case that starts a program a hang.
    let fuzz = calls.lines().find(|line| line.starts_with("afl fuzz")).unwrap();
    assert!(fuzz.contains(" -t 60000 "), "{fuzz}");
}
