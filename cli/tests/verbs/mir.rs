//! Files that are text: Machine IR.

use std::path::PathBuf;

use crate::support::{Ran, assert_refused, irsmith, irsmith_with};

/// A function with two errors in its text.
const UNREADABLE: &[u8] = b"---\nname: f\nalignment: none\nbody: |\n  bb.0:\n    RET64 (\n...\n";

#[test]
fn generated_cases_are_shown_as_they_are_and_assembled_to_one_spelling() {
    let case = irsmith(&["generate", "mir", "--seed", "4"]).stdout;
    assert!(irsmith_with(&["show", "-"], &case).stdout == case);
    let canonical = irsmith_with(&["show", "--asm", "-"], &case).stdout;
    assert!(canonical.len() > case.len(), "all keys are spelled");
    for spelling in [&case, &canonical] {
        let assembled = irsmith_with(&["assemble", "--format", "mir", "-"], spelling);
        assert_eq!((assembled.status, assembled.stderr.as_str()), (0, ""));
        assert!(assembled.stdout == canonical);
    }
    let records = irsmith_with(&["show", "--records", "-"], &case);
    assert!(records.text().starts_with("0:0: bb.") && records.text().lines().count() > 3, "{}", records.text());
}

#[test]
fn every_error_of_a_text_is_reported() {
    let ran = irsmith_with(&["validate", "-"], UNREADABLE);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!((ran.status, ran.text(), lines.len()), (2, "", 2), "{lines:?}");
    assert!(lines[0].starts_with("irsmith: -: 3:12: key-value: 'alignment' is "), "{lines:?}");
    assert!(lines[1].starts_with("irsmith: -: 6:11: body-syntax: expected "), "{lines:?}");
    let places: Vec<String> =
        irsmith_with(&["validate", "--json", "-"], UNREADABLE).json().iter().map(|line| line["at"].to_string()).collect();
    assert_eq!(places, ["\"3:12\"", "\"6:11\""]);
    assert_refused(&irsmith_with(&["show", "-"], UNREADABLE), &["-: 3:12: key-value: "]);
    assert_refused(&irsmith_with(&["assemble", "--format", "mir", "-"], UNREADABLE), &["-:3:12: 'alignment' is "]);
}

#[test]
fn files_are_judged_for_the_target_that_they_say_or_show() {
    let function =
        |opcode: &str| format!("---\nname: f\nbody: |\n  bb.0:\n    $eax = MOV32ri 1\n    $eax = {opcode} $eax\n    RET64 $eax\n...\n");
    assert_eq!(irsmith_with(&["validate", "-"], function("MOV32rr").as_bytes()).status, 0);
    let ran = irsmith_with(&["validate", "-"], function("ADDXrr").as_bytes());
    assert_eq!(ran.status, 1);
    assert!(ran.text().contains("bb.0 instruction 1: error: opcode-unknown: "), "{}", ran.text());
    let module = "--- |\n  target triple = \"riscv64\"\n  define void @f() { ret void }\n...\n";
    assert_eq!(irsmith_with(&["validate", "-"], format!("{module}{}", function("ADDXrr")).as_bytes()).status, 0);
}

#[test]
fn a_file_is_judged_for_the_target_that_is_given() {
    let text = "---\nname: f\nbody: |\n  bb.0:\n    RET64\n...\n";
    for (triple, status) in [("x86_64-unknown-linux-gnu", 0), ("aarch64-unknown-linux-gnu", 1)] {
        let ran = irsmith_with(&["validate", "--triple", triple, "-"], text.as_bytes());
        assert_eq!((ran.status, ran.text().contains("opcode-unknown")), (status, status == 1), "{}{}", ran.text(), ran.stderr);
    }
}

/// A function of RISC-V, most of whose names exist in AArch64 too.
fn riscv(head: &str) -> String {
    format!(
        "{head}---\nname: f\nbody: |\n  bb.0:\n    $x10 = ORI $x11, 1\n    $x12 = COPY $x10\n    PseudoRET implicit $x10, implicit $x12\n...\n"
    )
}

/// Validates a text that begins with a comment, so that only the name of its file shows the format.
fn validate(options: &[&str], text: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.mir");
    std::fs::write(&path, text).unwrap();
    let arguments = ["validate"].iter().chain(options).map(PathBuf::from).chain([path]);
    irsmith(&arguments.collect::<Vec<_>>())
}

#[test]
fn a_run_line_states_the_target_and_unchecked_parts_are_reported() {
    for (head, cause) in [
        ("# RUN: llc -mtriple riscv64 -run-pass=none %s\n", "there are no tables of the target of \"riscv64\": only what is"),
        ("# RUN: llc -march=amdgcn \\\n# RUN:   -run-pass=none %s\n", "of \"amdgcn\""),
        ("# RUN: llc -mtriple=z80 %s\n", "the target of \"z80\" is not known: only what is"),
        ("", "nothing tells the target (--triple does): only what is"),
    ] {
        let text = riscv(head);
        let ran = validate(&[], &text);
        assert_eq!((ran.status, ran.text()), (0, ""), "{head}: {}", ran.stderr);
        assert!(ran.stderr.contains("case.mir: note: ") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
        assert!(ran.stderr.contains(cause), "{}", ran.stderr);
        let ran = validate(&["--json"], &text);
        let [note] = &ran.json()[..] else { panic!("{}", ran.text()) };
        assert_eq!((&note["kind"], &note["rule"], ran.stderr.as_str()), (&"note".into(), &serde_json::Value::Null, ""));
        assert!(note["message"].as_str().unwrap().contains(cause), "{note}");
    }
    // Rules that are the same for every target are checked.
    let broken = riscv("# RUN: llc -mtriple=riscv64 %s\n").replace("bb.0:", "bb.0:\n    successors: %bb.7");
    let ran = validate(&[], &broken);
    assert!(ran.status == 1 && ran.text().contains("block-undefined"), "{}{}", ran.text(), ran.stderr);
    // The `RUN` line has precedence over the names in the functions.
    let ran = validate(&[], &riscv("# RUN: llc -mtriple=aarch64 %s\n"));
    assert!(ran.status == 1 && ran.text().contains("opcode-unknown"), "{}{}", ran.text(), ran.stderr);
}

#[test]
fn triples_of_other_targets_are_taken_and_others_refused() {
    let text = riscv("");
    for triple in ["riscv64-unknown-linux-gnu", "amdgcn-amd-amdhsa", "wasm32"] {
        let ran = irsmith_with(&["validate", "--triple", triple, "-"], text.as_bytes());
        assert_eq!((ran.status, ran.text()), (0, ""), "{triple}: {}", ran.stderr);
        assert!(ran.stderr.contains(&format!("no tables of the target of {triple:?}")), "{}", ran.stderr);
    }
    let ran = irsmith_with(&["validate", "--triple", "foo", "-"], text.as_bytes());
    assert_eq!((ran.status, ran.text()), (2, ""));
    assert!(ran.stderr.contains("'foo'") && ran.stderr.contains("aarch64") && ran.stderr.contains("riscv"), "{}", ran.stderr);
}

#[test]
fn files_are_written_for_older_releases() {
    let text = b"---\nname: f\nframeInfo:\n  isCalleeSavedInfoValid: true\nbody: |\n  bb.0:\n    RET64\n...\n";
    let newest = irsmith_with(&["assemble", "--format", "mir", "-"], text);
    assert!(newest.text().contains("isCalleeSavedInfoValid: true"));
    let ran = irsmith_with(&["assemble", "--format", "mir", "--dialect", "llvm-16", "-"], text);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, "irsmith: -: warning: function \"f\": \"isCalleeSavedInfoValid\" is left out\n"));
    assert!(!ran.text().contains("isCalleeSavedInfoValid") && ran.text().contains("RET64"));
    let wrong = irsmith_with(&["assemble", "--format", "mir", "--dialect", "llvm-3", "-"], text);
    assert_refused(&wrong, &["llvm-3", "llvm-14", "llvm-16", "llvm-19"]);
    let case = irsmith(&["generate", "mir", "--seed", "3", "--dialect", "llvm-16"]);
    assert!(case.status == 0 && !case.text().contains("isCalleeSavedInfoValid"), "{}", case.stderr);
    assert_refused(&irsmith(&["generate", "pnacl", "--dialect", "llvm-16"]), &["dialect llvm-16", "pnacl"]);
}

#[test]
fn files_are_checked_by_the_names_of_a_release() {
    let text = b"---\nname: f\nbody: |\n  bb.0:\n    %0:_(s32) = IMPLICIT_DEF\n    %1:_(s32) = G_CLMUL %0, %0\n    RET64\n...\n";
    let checked = |dialect: &[&str]| irsmith_with(&[&["validate", "--triple", "x86_64"], dialect, &["-"]].concat(), text);
    let newest = checked(&["--dialect", "llvm-23"]);
    assert_eq!(newest.status, 0, "{}", newest.text());
    for dialect in [&["--dialect", "llvm-22"][..], &["--dialect", "llvm-20"], &[]] {
        let refused = checked(dialect);
        assert!(refused.status == 1 && refused.text().contains("opcode-unknown"), "{dialect:?}: {}", refused.text());
    }
    assert_refused(&checked(&["--dialect", "llvm-24"]), &["llvm-24", "llvm-14", "llvm-23"]);
    let case = irsmith(&["generate", "mir", "--seed", "3", "--dialect", "llvm-22"]);
    assert_eq!(case.status, 0, "{}", case.stderr);
    assert_refused(&irsmith(&["generate", "mir", "--dialect", "llvm-24"]), &["dialect llvm-24", "llvm-15"]);
}
