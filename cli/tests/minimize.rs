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
