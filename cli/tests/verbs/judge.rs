//! `run` and `replay`.

use std::{collections::BTreeSet, fs, path::Path};

use irsmith_fuzz::{Format, TARGETS};
use irsmith_oracles::{
    external::{Implementation, Task, implementations},
    ledger::LEDGERS,
};
use irsmith_testdata::{Data, not_tested};

use crate::support::{REAL, assert_refused, case, command, irsmith, irsmith_without_programs, real};

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        real_programs_are_replayed_without_a_failure,
    ],
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn run_prints_the_verdict_of_every_oracle() {
    let (_folder, case) = case();
    for target in TARGETS {
        let ran = irsmith(&["run", target.name, path(&case)]);
        if let Some(missing) = target.missing() {
            assert_refused(&ran, &[target.name, " can check nothing here: ", &missing.to_string()]);
            continue;
        }
        let mut judged = false;
        for (line, oracle) in ran.text().lines().zip(target.oracles.listed()) {
            let start = format!("{}: {}: {}: ", case.display(), target.name, oracle.name);
            let verdict = line.strip_prefix(&start).unwrap_or_else(|| panic!("{line}"));
            assert!(verdict.starts_with("pass") || verdict.starts_with("skip ("), "{line}");
            judged |= verdict.starts_with("pass");
        }
        assert_eq!(ran.text().lines().count(), target.oracles.listed().len());
        // A robustness target judges any bytes; the file is one of another format all the same.
        let is_own = target.format == Format::PNACL;
        assert_eq!((ran.status, ran.stderr.lines().count()), if is_own { (0, 0) } else { (2, 1) }, "{}{}", ran.text(), ran.stderr);
        assert!(judged || !is_own, "{}: {}", target.name, ran.stderr);
    }
}

#[test]
fn run_prints_why_an_oracle_skips_and_continues_after_a_missing_file() {
    let folder = tempfile::tempdir().unwrap();
    let junk = folder.path().join("junk");
    fs::write(&junk, "no case").unwrap();
    let ran = irsmith(&["run", "--json", "pnacl_roundtrip", path(&folder.path().join("missing")), path(&junk)]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 2), "{}", ran.stderr);
    let said = "junk: nothing was checked: the file does not read, and every oracle of pnacl_roundtrip skipped (unreadable)\n";
    assert!(ran.stderr.ends_with(said), "{}", ran.stderr);
    let lines = ran.json();
    assert!(!lines.is_empty());
    for line in lines {
        assert_eq!((&line["verdict"], &line["reason"], &line["target"]), (&"skip".into(), &"unreadable".into(), &"pnacl_roundtrip".into()));
    }
    // The target that checks safe reading of any bytes judges these files too.
    assert_eq!(irsmith(&["run", "pnacl_read", path(&junk)]).status, 0);
}

/// Both verbs distinguish a passing file from a file of another format, and from one with nothing to judge.
#[test]
fn files_that_no_oracle_judged_do_not_pass() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let other = write("a.mir", &Format::MIR.generate(1));
    let foreign = [path(&other), ": this is a file of mir, and pnacl_roundtrip judges files of pnacl"];
    let ran = irsmith(&["run", "pnacl_roundtrip", path(&other)]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.stderr, format!("irsmith: {}{}\n", foreign[0], foreign[1]));
    assert_refused(&irsmith(&["minimize", "pnacl_roundtrip", path(&other)]), &foreign);
    // Both sides refuse the file, so an oracle passes.
    let foreign = [path(&other), ": this is a file of mir, and pnacl_read judges files of pnacl"];
    let ran = irsmith(&["run", "pnacl_read", path(&other)]);
    assert_eq!((ran.status, ran.stderr), (2, format!("irsmith: {}{}\n", foreign[0], foreign[1])));
    assert_refused(&irsmith(&["minimize", "pnacl_read", path(&other)]), &foreign);
    // A module that consists of a header reads, and has no debug instruction.
    let bare = write("bare.spv", &[0x0723_0203_u32, 0x0001_0000, 0, 1, 0].map(u32::to_le_bytes).concat());
    let ran = irsmith(&["run", "debuginfo_state", path(&bare)]);
    let said = "irsmith: nothing was checked: every oracle of debuginfo_state skipped (no-debug-instruction)\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (2, said));
    let skips = "nothing to minimize: every oracle of debuginfo_state skips (no-debug-instruction)";
    assert_refused(&irsmith(&["minimize", "debuginfo_state", path(&bare)]), &[skips]);
    // Beside a judged file, such a file is no error of the run.
    let full = write("full.spv", &with_states());
    assert_eq!(irsmith(&["run", "debuginfo_state", path(&bare), path(&full)]).status, 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "files were made for nothing");
}

/// A case with debug states that can be compared.
fn with_states() -> Vec<u8> {
    let target = irsmith_fuzz::target("debuginfo_state").unwrap();
    let judged = |case: &Vec<u8>| {
        let mut judged = false;
        target.run(case, &mut |_, verdict| judged |= verdict == irsmith_oracles::Verdict::Pass);
        judged
    };
    (0..).map(|seed| target.generate(seed)).find(judged).unwrap()
}

/// If a program is not installed, no case passes for it.
#[test]
fn a_missing_program_is_no_pass() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.spv");
    fs::write(&file, Format::DEBUGINFO.generate(1)).unwrap();
    for verb in ["run", "minimize"] {
        let ran = irsmith_without_programs(&[verb, "debuginfo_spirv_val", path(&file)]);
        assert_refused(&ran, &["debuginfo_spirv_val can check nothing here: spirv-val is not installed (package spirv-tools)"]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "files were made for nothing");
}

#[test]
fn replay_counts_every_verdict_of_every_target() {
    let (folder, first) = case();
    fs::create_dir(folder.path().join("deeper")).unwrap();
    fs::copy(&first, folder.path().join("deeper/again.pexe")).unwrap();
    fs::write(folder.path().join("deeper/finding.toml"), "status = \"new\"").unwrap();
    fs::write(folder.path().join("junk.pexe"), "no case").unwrap();
    let ran = irsmith(&["replay", "--json", path(folder.path())]);
    assert_eq!(ran.status, 0, "{}{}", ran.text(), ran.stderr);
    let lines = ran.json();
    let targets: Vec<_> = TARGETS.iter().filter(|target| target.format == Format::PNACL).collect();
    assert_eq!(lines.len(), targets.len());
    for (line, target) in lines.iter().zip(targets) {
        let skips: u64 = line["skips"].as_object().unwrap().values().map(|times| times.as_u64().unwrap()).sum();
        assert_eq!((&line["target"], &line["cases"], &line["failures"]), (&target.name.into(), &3.into(), &0.into()));
        // An oracle that judges parts has a verdict for each of them.
        let (verdicts, least) = (line["passes"].as_u64().unwrap() + skips, 3 * target.oracles.listed().len() as u64);
        assert!(
            if ["pnacl_exec_mir", "pnacl_mir_interpreted"].contains(&target.name) { verdicts >= least } else { verdicts == least },
            "{line}"
        );
    }
    let table = irsmith(&["replay", path(folder.path())]);
    assert!(table.text().starts_with("target ") && table.text().contains("skips of pnacl_roundtrip: unreadable "), "{}", table.text());
}

#[test]
fn replay_refuses_folders_where_cases_are_lost() {
    let (folder, _case) = case();
    let missing = folder.path().join("missing");
    assert_refused(&irsmith(&["replay", path(&missing)]), &[path(&missing), ": No such file"]);
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    // Even if the folder above contains a case.
    assert_refused(&irsmith(&["replay", path(folder.path())]), &[path(&empty), ": no case"]);
}

/// Programs whose ledger entries are for another version than the installed one, so that they may fail.
fn tools_of_other_versions() -> BTreeSet<&'static str> {
    let entries = LEDGERS.iter().flat_map(|ledger| ledger.entries());
    let entries: Vec<_> = entries.collect();
    let installed =
        implementations().iter().filter(|tool| tool.find().is_some() && tool.tasks_by_default().iter().any(|task| *task != Task::Compare));
    let is_unknown = |tool: &&Implementation| {
        let of_family = || entries.iter().filter(|entry| entry.family == tool.family.name());
        of_family().next().is_some() && !of_family().any(|entry| entry.covers(tool.name))
    };
    installed.filter(is_unknown).map(|tool| tool.name).collect()
}

/// The verb without arguments finds the project's own cases from any folder. Known failures of external programs on these cases are skips.
#[test]
fn the_bare_verb_replays_the_projects_cases_without_a_failure() {
    let elsewhere = tempfile::tempdir().unwrap();
    let output = command(&["replay"]).current_dir(elsewhere.path()).output().unwrap();
    let (table, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(TARGETS.iter().all(|target| table.contains(&format!("\n{} ", target.name))), "{table}{notes}");
    let others = tools_of_other_versions();
    if others.is_empty() {
        assert_eq!(output.status.code(), Some(0), "{table}{notes}");
    } else {
        not_tested(format_args!("the status of replay beside other versions of {others:?}"));
    }
}

#[test]
fn the_bare_verb_succeeds_without_any_program_and_names_those_missing() {
    let output = command(&["replay"]).env_clear().env("PATH", "").output().unwrap();
    let (table, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(0), "{table}{notes}");
    assert!(table.contains("skips of mir_llc: ") && table.contains("tool-missing "), "{table}");
    assert_eq!(notes.lines().count(), 1, "{notes}");
    for name in ["llvm-bcanalyzer", "spirv-val", "llvm-spirv", "llc-19"] {
        assert!(notes.contains(&format!("{name} is not installed (package ")), "{notes}");
    }
}

fn real_programs_are_replayed_without_a_failure(data: &Data) {
    let ran = irsmith(&["replay", "--json", path(&data.path("pnacl/real"))]);
    assert_eq!(ran.status, 0, "{}", ran.text());
    assert!(ran.json().iter().all(|line| line["cases"] == REAL.len()));
    assert_eq!(irsmith(&["run", "pnacl_read", path(&real(data, "nbody"))]).status, 0);
}
