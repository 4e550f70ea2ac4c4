//! Versions of implementations in findings.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use irsmith_fuzz::{Finding, Provenance, TARGETS, target};
use irsmith_oracles::{Failure, Signature};

fn finding(target_name: &str, implementations: &[&str]) -> Finding {
    let target = target(target_name).unwrap();
    let implementations = implementations.iter().map(|name| (*name).to_owned()).collect();
    let signature = Signature { implementations, ..Signature::new("oracle", "property", "element") };
    let provenance = Provenance {
        engine: "test".into(),
        seed: 1,
        date: "2025-12-31".into(),
        execution: 1,
        versions: target.versions(),
        ..Provenance::default()
    };
    Finding::new(target, &Failure { signature, evidence: String::new() }, &provenance)
}

#[test]
fn linked_crates_have_the_version_that_is_linked() {
    let finding = finding("pnacl_records", &["llvm-bitstream", "wasmi", "gimli", "rspirv", "cranelift-speed"]);
    assert_eq!(finding.implementations.len(), 6);
    for (name, version) in &finding.implementations {
        assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{name}: {version:?}");
    }
    assert_eq!(finding.implementations["irsmith"], env!("CARGO_PKG_VERSION"));
}

/// Lists every program that a target may run and that is installed.
#[test]
fn installed_programs_have_the_version_that_they_tell() {
    for target in TARGETS {
        for oracle in target.oracles.listed() {
            if let Some(missing) = oracle.needs.missing() {
                eprintln!("not tested: {missing}");
            }
            for tool in oracle.needs.programs().iter().flat_map(|wanted| wanted.in_use()) {
                let version = finding(target.name, &[tool.name]).implementations[tool.name].clone();
                assert!(version.contains(|c: char| c.is_ascii_digit()), "{}: {version:?}", tool.name);
            }
        }
    }
}

/// Findings that were saved before versions were recorded still read.
#[test]
fn findings_without_versions_still_read() {
    let mut old = finding("pnacl_records", &["llvm-bitstream"]);
    old.implementations = BTreeMap::from([("llvm-bitstream".to_owned(), String::new())]);
    let text = toml::to_string_pretty(&old).unwrap();
    assert!(text.contains("llvm-bitstream = \"\""), "{text}");
    assert_eq!(toml::from_str::<Finding>(&text).unwrap(), old);
}

#[test]
fn recorded_findings_have_versions() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora");
    let folders = ["pnacl", "debuginfo", "mir"].map(|format| corpora.join(format).join("findings"));
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path().join("finding.toml")).filter(|file| file.exists()).collect();
    assert!(files.len() > 100, "only {} findings", files.len());
    for file in files {
        let finding: toml::Table = fs::read_to_string(&file).unwrap().parse().unwrap();
        let implementations = finding["implementations"].as_table().unwrap();
        assert!(!implementations.is_empty(), "{}", file.display());
        for (name, version) in implementations {
            assert!(version.as_str().is_some_and(|version| version.contains('.')), "{}: {name} = {version}", file.display());
        }
    }
}
