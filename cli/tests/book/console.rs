//! The commands of `console` blocks print what the blocks show.
//!
//! Each block runs in a separate folder that contains the examples of the book. A line after `$ ` is a shell command; the lines up to the
//! next command are all of its output.

use std::{env, fs, path::Path, process::Command};

use crate::documents::{chapters, documents};

#[test]
fn console_blocks_show_what_comes_out() {
    let mut checked = 0;
    for document in documents() {
        for block in document.blocks("console") {
            let folder = tempfile::tempdir().unwrap();
            copy_examples(folder.path());
            for (command, shown) in commands(&block) {
                assert_eq!(run(command, folder.path()), shown, "{}: {command}", document.name());
                checked += 1;
            }
        }
    }
    assert!(checked >= 5, "only {checked} commands were seen");
}

fn copy_examples(folder: &Path) {
    for entry in fs::read_dir(chapters().join("examples")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
}

/// Returns each command with its documented output.
fn commands(block: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, shown))) => *shown += &format!("{}\n", line.trim_end()),
            (None, None) => panic!("{line}: output without a command"),
        }
    }
    commands
}

/// Returns what a command prints on both outputs, without blanks at the ends of lines.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_irsmith")).parent().unwrap();
    let path = env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap()))).unwrap();
    let shell = format!("exec 2>&1\n{command}");
    let output = Command::new("sh").args(["-c", &shell]).current_dir(folder).env("PATH", path).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
