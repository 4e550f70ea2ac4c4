//! `generate`.

use std::{collections::BTreeMap, path::Path};

use irsmith_fuzz::{TARGETS, Unchecked};

use crate::support::{Ran, assert_refused, irsmith};

fn generate(folder: &Path, options: &[&str]) -> Ran {
    let arguments: Vec<&str> = ["generate", "pnacl", "-o", folder.to_str().unwrap()].iter().chain(options).copied().collect();
    irsmith(&arguments)
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn a_seed_gives_the_same_valid_files_again() {
    let folder = tempfile::tempdir().unwrap();
    let [first, again, other, fewer] = ["first", "again", "other", "fewer"].map(|name| folder.path().join(name));
    let ran = generate(&first, &["-n", "40", "--seed", "1"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.text().starts_with("pnacl: 40 cases, 40 valid (100.0 %), ") && ran.text().ends_with(" a second\n"), "{}", ran.text());
    generate(&again, &["-n", "40", "--seed", "1"]);
    generate(&other, &["-n", "40", "--seed", "2"]);
    generate(&fewer, &["-n", "7", "--seed", "1"]);
    let first = files(&first);
    assert_eq!(first.keys().next_back().map(String::as_str), Some("case-000040.pexe"));
    assert!(first == files(&again), "the same seed makes other files");
    assert!(first.values().zip(files(&other).values()).filter(|(a, b)| a == b).count() < 4, "seeds make the same files");
    assert!(files(&fewer).iter().all(|(name, bytes)| first[name] == *bytes), "a case depends on how many there are");
}

#[test]
fn one_case_goes_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    generate(folder.path(), &["--seed", "9"]);
    let ran = irsmith(&["generate", "pnacl", "--seed", "9"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(files(folder.path()) == [("case-000001.pexe".to_owned(), ran.stdout)].into());
}

#[test]
fn profiles_differ_in_size() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |profile: &str| {
        let ran = generate(folder.path(), &["-n", "20", "--profile", profile, "--json"]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let [report] = &ran.json()[..] else { panic!("one object") };
        assert_eq!((&report["cases"], &report["valid"], &report["format"]), (&20.into(), &20.into(), &"pnacl".into()));
        report["bytes"].as_u64().unwrap()
    };
    let (swarm, plain, large) = (bytes("swarm"), bytes("plain"), bytes("large"));
    assert!(swarm != plain && large > 2 * plain, "{swarm} {plain} {large}");
    let (defined, exec) = (bytes("defined"), bytes("exec"));
    assert!(defined != exec && defined > plain, "{defined} {exec}");
}

/// Every target can check the cases that are generated for it.
#[test]
fn every_target_has_seeds_that_it_checks() {
    let folder = tempfile::tempdir().unwrap();
    let mut checked = 0;
    for target in TARGETS {
        if let Some(missing) = target.missing() {
            eprintln!("the seeds of {} are not tested: {missing}", target.name);
            continue;
        }
        let seeds = folder.path().join(target.name);
        let ran = irsmith(&["generate", "--target", target.name, "-n", "3", "--seed", "1", "-o", seeds.to_str().unwrap()]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", target.name);
        let cases = files(&seeds);
        assert_eq!(cases.len(), 3);
        // A tool that fails on a seed has checked it.
        Unchecked::look_for(target, cases.into_values()).unwrap_or_else(|error| panic!("{}: {error}", target.name));
        checked += 1;
    }
    assert!(checked >= 15, "only {checked} targets");
}

#[test]
fn seeds_are_those_of_one_target() {
    assert_refused(&irsmith(&["generate", "--target", "no_such_target"]), &["no_such_target"]);
    assert_refused(&irsmith(&["generate", "pnacl", "--target", "pnacl_read"]), &["cannot be used with"]);
    assert_refused(&irsmith(&["generate"]), &["FORMAT"]);
}
