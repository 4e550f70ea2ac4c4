//! `irsmith minimize` as a command: input files, output files, exit status.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use irsmith_fuzz::Format;

fn minimize(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_irsmith")).current_dir(folder).arg("minimize").args(arguments).output().unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = minimize(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

fn case(folder: &Path) -> PathBuf {
    let path = folder.join("case.pexe");
    fs::write(&path, Format::PNACL.generate(1)).unwrap();
    path
}

#[test]
fn a_case_that_passes() {
    let folder = tempfile::tempdir().unwrap();
    case(folder.path());
    let line = refused(folder.path(), &["pnacl_roundtrip", "case.pexe"]);
    let hint = "(a finding of irsmith fuzz may need --checked)";
    assert_eq!(line, format!("irsmith: nothing to minimize: pnacl_roundtrip passes on case.pexe {hint}\n"));
    // Options may stand anywhere.
    assert_eq!(refused(folder.path(), &["--checks", "1", "pnacl_roundtrip", "--memory", "2048", "case.pexe"]), line);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "files were made for nothing");
}

#[test]
fn what_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    case(folder.path());
    let line = refused(folder.path(), &["no_such_target", "case.pexe"]);
    assert_eq!(line, "irsmith: unknown target \"no_such_target\"; `irsmith targets` lists them\n");
    let line = refused(folder.path(), &["pnacl_read", "missing.pexe"]);
    assert!(line.starts_with("irsmith: missing.pexe: ") && line.lines().count() == 1, "{line}");
    let line = refused(folder.path(), &["pnacl_read", "case.pexe", "-o", "missing/out.pexe"]);
    assert!(line.starts_with("irsmith: missing/out.pexe: ") && line.lines().count() == 1, "{line}");
    assert!(refused(folder.path(), &["pnacl_read", "case.pexe", "--time", "soon"]).contains("unknown unit"));
    let line = refused(folder.path(), &["pnacl_read", "."]);
    assert!(line.starts_with("irsmith: .: ") && line.lines().count() == 1, "{line}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "files were made for nothing");
}

/// A module of SPIR-V with two functions.
const MODULE: &str = "\
OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpMemoryModel Physical32 OpenCL
OpName %main \"main\"
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%none = OpTypeFunction %void
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%other = OpFunction %void None %none
%1 = OpLabel
%2 = OpIAdd %uint %one %two
OpReturn
OpFunctionEnd
%main = OpFunction %void None %none
%3 = OpLabel
%4 = OpIAdd %uint %two %two
%5 = OpIMul %uint %4 %one
%6 = OpISub %uint %5 %4
OpReturn
OpFunctionEnd
";

/// Makes a folder with `case.spv`, and `check` as an executable script.
fn with_check(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("case.spvasm"), MODULE).unwrap();
    let assemble = ["assemble", "case.spvasm", "-o", "case.spv"];
    let made = Command::new(env!("CARGO_BIN_EXE_irsmith")).current_dir(folder.path()).args(assemble).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    fs::write(folder.path().join("check"), format!("#!/bin/sh\n{script}\n")).unwrap();
    folder
}

/// The first word of an OpIMul: five words, number 132. No other word of the module is the same.
const HAS_PRODUCT: &str = "od -An -v -tx4 -w4 \"$1\" | grep -q 00050084";

#[test]
fn a_command_says_what_to_keep() {
    let folder = with_check(HAS_PRODUCT);
    let output = minimize(folder.path(), &["--check", "/bin/sh check", "case.spv", "-o", "small.spv", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let json = String::from_utf8(output.stdout).unwrap();
    assert!(json.contains("\"checks\":") && json.contains("\"flaky\":false") && json.contains("\"confirmations\":3"), "{json}");
    let small = fs::read(folder.path().join("small.spv")).unwrap();
    let listing = Format::DEBUGINFO.list(&small).unwrap();
    assert!(listing.contains("OpIMul"), "{listing}");
    assert!(!listing.contains("OpIAdd") && !listing.contains("OpISub") && !listing.contains("OpName"), "{listing}");
    assert_eq!(listing.matches("OpFunctionEnd").count(), 1, "{listing}");
}

#[test]
fn an_interrupted_minimization_goes_on() {
    let folder = with_check(HAS_PRODUCT);
    let run = |options: &[&str]| {
        let ran = minimize(folder.path(), &[&["--check", "/bin/sh check", "case.spv", "--json"], options].concat());
        assert_eq!(ran.status.code(), Some(0), "{ran:?}");
        let checks: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
        (checks["checks"].as_u64().unwrap(), String::from_utf8(ran.stderr).unwrap())
    };
    let path = |name: &str| folder.path().join(name);
    let (all, _) = run(&["-o", "whole.spv"]);
    let (first, _) = run(&["-o", "small.spv", "--checks", "12"]);
    assert!(first == 12 && path("small.spv.checks").is_file(), "{first} of {all}");
    let (rest, reported) = run(&["-o", "small.spv"]);
    assert!(reported.contains("goes on with the results of 9 checks in small.spv.checks"), "{reported}");
    // The empty file, that of one byte and the case itself are checked again.
    assert_eq!(first + rest, all + 3);
    assert_eq!(fs::read(path("small.spv")).unwrap(), fs::read(path("whole.spv")).unwrap());
    assert!(!path("small.spv.checks").exists() && !path("whole.spv.checks").exists());
    // Another script may keep other cases.
    run(&["-o", "small.spv", "--checks", "12"]);
    fs::write(path("check"), format!("#!/bin/sh\n# changed\n{HAS_PRODUCT}\n")).unwrap();
    let (again, reported) = run(&["-o", "small.spv"]);
    assert!(again == all && !reported.contains("goes on"), "{reported}");
}

#[test]
fn commands_that_say_nothing_are_refused() {
    let folder = with_check("exit 3");
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let before = files();
    let line = |check: &str| refused(folder.path(), &["--check", check, "case.spv"]);
    let never = line("/bin/sh check");
    assert_eq!(never, "irsmith: --check /bin/sh check: nothing to minimize: the command ended with status 3 for case.spv\n");
    let always = line("true");
    assert!(always.contains("also ends with status 0 for an empty file") && always.lines().count() == 1, "{always}");
    let always = line("test -s");
    assert!(always.contains("also ends with status 0 for a file of one byte") && always.lines().count() == 1, "{always}");
    assert_eq!(line("no-such-program-here"), "irsmith: --check no-such-program-here: there is no such program\n");
    assert_eq!(line("'open"), "irsmith: --check 'open: a quotation mark is not closed\n");
    assert_eq!(line(" "), "irsmith: --check  : there is no program\n");
    let folder_as_file = refused(folder.path(), &["--check", "false", "."]);
    assert!(folder_as_file.starts_with("irsmith: .: ") && folder_as_file.lines().count() == 1, "{folder_as_file}");
    let both = refused(folder.path(), &["--check", "false", "pnacl_read", "case.spv"]);
    assert!(both.contains("cannot be used with"), "{both}");
    assert_eq!(files(), before, "files were made for nothing");
}

#[test]
fn a_check_that_fails_at_random_is_reported() {
    // The second command succeeds as often as the first did, but for the last time.
    let folder = with_check(&format!("{HAS_PRODUCT} || exit 1\necho >> runs; [ ! -e done ]"));
    let output = minimize(folder.path(), &["--check", "/bin/sh check", "case.spv", "-o", "small.spv", "--json"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"flaky\":false"), "{output:?}");
    let runs = fs::read(folder.path().join("runs")).unwrap().len();
    let script = format!("#!/bin/sh\n{HAS_PRODUCT} || exit 1\necho >> again; [ $(wc -l < again) -lt {runs} ]\n");
    fs::write(folder.path().join("check"), script).unwrap();
    let output = minimize(folder.path(), &["--check", "/bin/sh check", "case.spv", "-o", "small.spv"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("flaky: the result fails in 2 of 3 further runs\n"), "{text}");
}
