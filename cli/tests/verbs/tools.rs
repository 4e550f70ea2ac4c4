//! External programs that misbehave when the command runs them.

use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use irsmith_oracles::external::is_confined;

use crate::findings::FINDING;
use crate::support::{command, irsmith};

/// Makes a folder with a module, a folder for temporary files, and this script as spirv-val.
fn with_tool(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let ran = irsmith(&["generate", "debuginfo", "--seed", "3"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    fs::write(folder.path().join("case.spv"), ran.stdout).unwrap();
    fs::create_dir(folder.path().join("tmp")).unwrap();
    let tool = folder.path().join("spirv-val");
    fs::write(&tool, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Returns the command with that program on its search path.
fn beside(folder: &Path, arguments: &[&str]) -> Command {
    let folders = [folder.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap()).collect::<Vec<PathBuf>>());
    let mut command = command(arguments);
    command.current_dir(folder).env("PATH", env::join_paths(folders).unwrap()).env("TMPDIR", folder.join("tmp"));
    command
}

const RUN: [&str; 3] = ["run", "debuginfo_spirv_val", "case.spv"];

#[test]
fn a_program_that_misbehaves_is_a_failure() {
    for (script, property) in [("sleep 3401 & exit 0", "leaves-processes"), ("yes", "floods"), ("cat /dev/zero >file", "floods")] {
        let folder = with_tool(script);
        let started = Instant::now();
        let output = beside(folder.path(), &RUN).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{script}: {text}");
        assert!(text.contains(&format!("debuginfo-spirv-val/{property}/--target-env spirv-val")), "{script}: {text}");
        assert!(started.elapsed() < Duration::from_secs(90), "{script}: took {:?}", started.elapsed());
        assert_eq!(names_in_scratch(folder.path()), ["lock"]);
    }
}

#[test]
fn implementations_lists_programs_that_misbehave_and_whether_programs_are_confined() {
    let folder = with_tool("sleep 3402 & echo version 1");
    let output = beside(folder.path(), &["implementations"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.starts_with("spirv-val ")).unwrap();
    assert!(line.contains("misbehaves: it ended and left processes running"), "{line}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with(if is_confined() { "programs can write in their" } else { "programs can write wherever" }), "{said}");
    let output = beside(folder.path(), &["implementations", "--json"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let misbehaving: Vec<_> = objects.iter().filter(|object| object["misbehaves"].is_string()).collect();
    assert!(misbehaving.len() == 1 && misbehaving[0]["version"].is_null(), "{misbehaving:?}");
}

/// Lists the contents of the folder of the scratch folders.
fn names_in_scratch(folder: &Path) -> Vec<String> {
    let users = fs::read_dir(folder.join("tmp")).unwrap().flatten();
    let entries = users.flat_map(|user| fs::read_dir(user.path()).unwrap().flatten());
    entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
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

/// Returns for how many seconds a program of this run of the tests sleeps: no other run's program has the same word.
fn seconds(test: u32) -> String {
    (100_000_000 * (test + 1) + process::id()).to_string()
}

/// Starts the command and waits until it runs a program that waits for another.
fn amid(folder: &Path, word: &str, arguments: &[&str]) -> Child {
    let child = beside(folder, arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(word, true);
    child
}

#[test]
fn a_signal_ends_programs_with_the_command() {
    let word = seconds(0);
    let report = ["findings", "report", "finding", "--implementation", "mine:spirv-val=./spirv-val"];
    // Runs the program in a process of its own.
    let replay = ["findings", "replay", "finding", "--implementation", "mine:spirv-val=./spirv-val"];
    for (signal, arguments) in [("INT", &RUN[..]), ("TERM", &RUN), ("TERM", &report), ("TERM", &replay)] {
        let version = "echo SPIRV-Tools v2030.1";
        let folder = with_tool(&format!("[ \"$1\" = --version ] && {{ {version}; exit; }}; sleep {word}; true"));
        fs::create_dir(folder.path().join("finding")).unwrap();
        fs::copy(folder.path().join("case.spv"), folder.path().join("finding/case.spv")).unwrap();
        fs::write(folder.path().join("finding/finding.toml"), FINDING).unwrap();
        let mut child = amid(folder.path(), &word, arguments);
        let kill = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(!is_running(&word), "{signal} {arguments:?}");
        assert_eq!(names_in_scratch(folder.path()), ["lock"]);
    }
}

#[test]
fn the_next_start_sweeps_what_a_kill_leaves() {
    let word = seconds(1);
    let folder = with_tool(&format!("[ \"$1\" = --version ] && exit; setsid sleep {word}; true"));
    let mut child = amid(folder.path(), &word, &RUN);
    child.kill().unwrap();
    child.wait().unwrap();
    // The process may be between two programs, with no command line, when it is looked at.
    wait_for(&word, true);
    let names = names_in_scratch(folder.path());
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(beside(folder.path(), &["implementations"]).output().unwrap().status.success());
    wait_for(&word, false);
    assert_eq!(names_in_scratch(folder.path()), ["lock"]);
}
