//! A test that passes because something is missing prints a note that people see, and a test that was requested does not pass without its
//! data.

use std::env;
use std::process::{Command, Output};

use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [there_are_files],
    outside: [there_are_files],
}

fn there_are_files(data: &Data) {
    assert!(!data.files("mir/compiled", "mir").is_empty());
}

/// The test that the tests below run: it passes without a program. It also runs and passes by itself.
#[test]
fn compares_with_a_program() {
    irsmith_testdata::not_tested("nothing is installed");
    irsmith_testdata::not_tested("nothing is installed");
}

/// Runs one test of this program where there are no data.
fn run(arguments: &[&str]) -> (Output, String) {
    let mut test = Command::new(env::current_exe().unwrap());
    let output = test.args(arguments).env("IRSMITH_DATA", env::temp_dir().join("irsmith-no-such-folder")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[test]
fn a_passing_test_shows_once_what_it_did_not_test() {
    let (output, stdout) = run(&["--exact", "compares_with_a_program"]);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "not tested: compares_with_a_program: nothing is installed\n");
}

#[test]
fn tests_with_outside_data_are_ignored_and_fail_when_asked_for_without_them() {
    let (output, stdout) = run(&["there_are_files"]);
    assert!(output.status.success() && stdout.contains("1 passed; 0 failed; 1 ignored"), "{stdout}");
    let (output, stdout) = run(&["--ignored", "there_are_files"]);
    assert!(!output.status.success() && stdout.contains("with_outside_data::there_are_files ... FAILED"), "{stdout}");
    assert!(stdout.contains("IRSMITH_DATA"), "{stdout}");
}
