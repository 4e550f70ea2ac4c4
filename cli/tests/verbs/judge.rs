//! `run` and `replay`.

use std::{fs, path::Path};

use irsmith_fuzz::{Format, TARGETS};

use crate::support::{REAL, assert_refused, case, data, irsmith, real};

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn run_tells_the_verdict_of_every_oracle() {
    let (_folder, case) = case();
    for target in TARGETS {
        let ran = irsmith(&["run", target.name, path(&case)]);
        assert_eq!(ran.status, 0, "{}{}", ran.text(), ran.stderr);
        for (line, oracle) in ran.text().lines().zip(target.oracles.listed()) {
            let start = format!("{}: {}: {}: ", case.display(), target.name, oracle.name);
            let verdict = line.strip_prefix(&start).unwrap_or_else(|| panic!("{line}"));
            assert!(verdict == "pass" || verdict.starts_with("skip ("), "{line}");
        }
        assert_eq!(ran.text().lines().count(), target.oracles.listed().len());
    }
}

#[test]
fn run_tells_why_an_oracle_skips_and_goes_on_behind_a_missing_file() {
    let folder = tempfile::tempdir().unwrap();
    let junk = folder.path().join("junk");
    fs::write(&junk, "no case").unwrap();
    let ran = irsmith(&["run", "--json", "pnacl_roundtrip", path(&folder.path().join("missing")), path(&junk)]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1));
    let lines = ran.json();
    assert!(!lines.is_empty());
    for line in lines {
        assert_eq!((&line["verdict"], &line["reason"], &line["target"]), (&"skip".into(), &"unreadable".into(), &"pnacl_roundtrip".into()));
    }
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
        assert_eq!(line["passes"].as_u64().unwrap() + skips, 3 * target.oracles.listed().len() as u64);
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
    // Even though the folder around it holds one.
    assert_refused(&irsmith(&["replay", path(folder.path())]), &[path(&empty), ": no case"]);
}

#[test]
fn real_programs_are_replayed_without_a_failure() {
    let Some(data) = data() else { return };
    let ran = irsmith(&["replay", "--json", path(&data.join("real"))]);
    assert_eq!(ran.status, 0, "{}", ran.text());
    assert!(ran.json().iter().all(|line| line["cases"] == REAL.len()));
    assert_eq!(irsmith(&["run", "pnacl_read", path(&real(&data, "nbody"))]).status, 0);
}
