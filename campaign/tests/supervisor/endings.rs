//! A crash of a worker becomes a finding, and the campaign continues.

use std::fs;

use crate::targets::{options, report};

/// Runs the target `name` and checks that its one finding is `signature`, that all runs were made, and that the finding contains a case on
/// which the target fails again.
fn ends_with(name: &str, signature: &str) {
    let folder = tempfile::tempdir().unwrap();
    let report = report(name, &options(folder.path()));
    let signatures: Vec<&str> = report.findings.iter().map(|finding| finding.signature.as_str()).collect();
    assert_eq!(signatures, [signature]);
    assert!(report.executions >= 3000, "ended after {} executions", report.executions);
    assert_eq!(report.trouble, None);
    let finding = &report.findings[0].folder;
    let case = fs::read(finding.join("case.pexe")).unwrap();
    let share = if name == "hangs" { 700 } else { 400 };
    assert!(irsmith_fuzz::content_hash(&case).is_multiple_of(share), "not the input that ran");
    let toml = fs::read_to_string(finding.join("finding.toml")).unwrap();
    assert!(toml.contains("status = \"new\"") && toml.contains("engine = \"random\""), "{toml}");
}

#[test]
fn an_abort() {
    ends_with("aborts", "aborts/abort/process");
}

#[test]
fn an_exit() {
    ends_with("exits", "exits/exit/process");
}

#[test]
fn a_stack_overflow() {
    ends_with("overflows", "overflows/stack-overflow/process");
}

#[test]
fn the_memory_limit() {
    ends_with("hogs", "hogs/out-of-memory/process");
}

#[test]
fn a_hang() {
    ends_with("hangs", "hangs/timeout/process");
}

#[test]
fn a_worker_that_dies_at_once_is_given_up_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let report = report("dies_at_once", &options(folder.path()));
    assert!(report.trouble.unwrap().starts_with("given up"));
    assert_eq!(report.findings[0].signature, "dies/abort/process");
    assert!(report.executions < 100);
}
