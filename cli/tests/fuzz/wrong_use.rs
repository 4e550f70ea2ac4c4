//! Wrong usage: exit status 2 and one line, before anything is built.

use std::{fs, process::Command};

fn refused(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_irsmith")).arg("fuzz").args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_unknown_target() {
    let line = refused(&["no_such_target"]);
    assert_eq!(line, "irsmith: unknown target \"no_such_target\"; `irsmith targets` lists them\n");
}

#[test]
fn findings_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let line = refused(&["--findings", file.join("findings").to_str().unwrap()]);
    assert!(line.starts_with("irsmith: the findings folder cannot be written: "), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
}

/// A campaign has a folder for its findings.
#[test]
fn a_campaign_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let line = refused(&["--campaign", file.to_str().unwrap()]);
    assert!(line.starts_with("irsmith: the findings folder cannot be written: ") && line.contains("file/findings"), "{line}");
    assert!(refused(&["--campaign", "c", "--corpus", "d"]).contains("cannot be used with"));
}

#[test]
fn a_time_without_meaning() {
    assert!(refused(&["--time", "soon"]).contains("unknown unit \"soon\""));
}

#[test]
fn no_time_and_no_runs() {
    assert!(refused(&["--time", "0"]).contains("nothing can be checked in no time"));
    assert!(refused(&["--runs", "0"]).contains("0 is not in 1.."));
}

/// irsmith checks that the target's program is there before it builds the worker.
#[test]
fn a_target_that_lacks_what_it_needs() {
    let lone = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_irsmith"));
        command.args(["fuzz", "pnacl_read", name, "--time", "3s"]).env("PATH", "");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let line = lone("debuginfo_spirv_val");
    assert!(line.starts_with("irsmith: debuginfo_spirv_val: nothing can be checked: spirv-val is not installed"), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    if !cfg!(feature = "cranelift") {
        let line = lone("pnacl_exec_native");
        assert_eq!(line, "irsmith: pnacl_exec_native: nothing can be checked: the feature cranelift is not built in\n");
    }
}

/// cargo calls this program in place of rustc; queries for the compiler must be passed on.
#[test]
fn the_role_of_the_compiler_wrapper() {
    let output = Command::new(env!("CARGO_BIN_EXE_irsmith"))
        .env("IRSMITH_RUSTC_WRAPPER", "built-in")
        .args(["rustc", "-", "--print=cfg"])
        .output()
        .unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && answer.lines().any(|line| line == "fuzzing"), "{answer}");
}
