//! Runs the command, and finds real programs.

use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use irsmith_testdata::Data;

/// The outcome of a run of the command.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Parses the objects of `--json`, one per line.
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
    }
}

pub(crate) fn command<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irsmith"));
    command.args(arguments).stdin(Stdio::null());
    command
}

pub(crate) fn irsmith<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Ran {
    ran(command(arguments).output().unwrap())
}

/// As [`irsmith`], in a folder.
pub(crate) fn irsmith_in(folder: &Path, arguments: &[&str]) -> Ran {
    ran(command(arguments).current_dir(folder).output().unwrap())
}

/// Writes a shell script that can be run.
pub(crate) fn script(folder: &Path, name: &str, script: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// As [`irsmith`], on a machine where no other program is installed.
pub(crate) fn irsmith_without_programs(arguments: &[&str]) -> Ran {
    ran(command(arguments).env("PATH", "").output().unwrap())
}

/// As [`irsmith`], with these bytes on standard input.
pub(crate) fn irsmith_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // The command may end before it has read all input.
        scope.spawn(move || drop(stdin.write_all(input)));
        ran(child.wait_with_output().unwrap())
    })
}

pub(crate) fn ran(output: Output) -> Ran {
    let status = output.status.code().expect("the command ends by itself");
    Ran { status, stdout: output.stdout, stderr: String::from_utf8(output.stderr).unwrap() }
}

/// Asserts status 2, nothing on standard output, and one line that contains these words in this order.
#[track_caller]
pub(crate) fn assert_refused(ran: &Ran, words: &[&str]) {
    assert_eq!((ran.status, ran.text()), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("irsmith: ") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    let mut rest = ran.stderr.as_str();
    for word in words {
        let (_, behind) = rest.split_once(word).unwrap_or_else(|| panic!("no {word:?} in {rest:?} of {:?}", ran.stderr));
        rest = behind;
    }
}

/// The names of the real programs.
pub(crate) const REAL: [&str; 9] = ["bitcast", "fannkuchredux", "main", "mandelbrot", "nbody", "printf", "puts", "setjmp", "start"];

pub(crate) fn real(data: &Data, name: &str) -> PathBuf {
    data.path(&format!("pnacl/real/{name}.pexe"))
}

/// Makes a generated case in a temporary folder.
pub(crate) fn case() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let ran = irsmith(&["generate", "pnacl", "--seed", "4"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let path = folder.path().join("case.pexe");
    fs::write(&path, ran.stdout).unwrap();
    (folder, path)
}
