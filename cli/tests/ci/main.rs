//! The scripts of the nightly job and the workflows that call them.

mod nightly;
mod workflows;

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `ci/nightly` with the command that was just built.
fn nightly(arguments: &[&str]) -> Output {
    let mut command = Command::new(workspace().join("ci/nightly"));
    command.args(arguments).env("IRSMITH", env!("CARGO_BIN_EXE_irsmith")).output().unwrap()
}

/// The lines of the plan of `ci/nightly`: engine, target, seconds.
fn plan(arguments: &[&str]) -> Vec<(String, String, u64)> {
    let output = nightly(&[&["--plan"], arguments].concat());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [engine, target, seconds] = words[..] else { panic!("{line}") };
        (engine.to_owned(), target.to_owned(), seconds.parse().unwrap())
    };
    text.lines().map(line).collect()
}
