//! A test that passes because something is missing says so where people see it.

use std::{env, process::Command};

/// What the test below runs: a test that passes without data. It is run by itself too, and passes.
#[test]
fn compares_with_data() {
    let _ = irsmith_testdata::folder("pnacl/real");
    let _ = irsmith_testdata::folder("pnacl/real");
}

#[test]
fn a_passing_test_shows_once_what_it_did_not_test() {
    let folder = env::temp_dir().join("irsmith-no-such-folder");
    let mut test = Command::new(env::current_exe().unwrap());
    let output = test.args(["--exact", "compares_with_data"]).env("IRSMITH_DATA", folder).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
    assert_eq!(stderr, "not tested: compares_with_data: no data folder, so nothing is compared with pnacl/real\n");
}
