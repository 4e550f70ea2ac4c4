//! `--json` prints the fields that the book lists, and no others.

use std::{collections::BTreeSet, fs, path::Path};

use crate::support::{case, irsmith};

/// The fields that the table of the book lists for a verb.
fn documented(verb: &str) -> BTreeSet<String> {
    let book = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/output.md")).unwrap();
    let start = format!("| `{verb}` | ");
    let row = book.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no row of {verb}"));
    let fields = row.split_once(" | ").unwrap().1;
    fields.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn json_has_the_fields_that_the_book_lists() {
    let (folder, case) = case();
    let case = case.to_str().unwrap();
    let text = folder.path().join("broken.pnaclasm");
    fs::write(&text, irsmith(&["show", "--asm", case]).text().replacen("version 1", "version 7", 1)).unwrap();
    let broken = folder.path().join("broken.pexe");
    let broken = broken.to_str().unwrap();
    assert_eq!(irsmith(&["assemble", text.to_str().unwrap(), "-o", broken]).status, 0);
    let junk = folder.path().join("junk.pexe");
    fs::write(&junk, "junk").unwrap();
    let made = folder.path().join("made");
    let calls: [&[&str]; 8] = [
        &["run", "--json", "pnacl_text", case, junk.to_str().unwrap()],
        &["replay", "--json", folder.path().to_str().unwrap()],
        &["generate", "--json", "pnacl", "-o", made.to_str().unwrap()],
        &["validate", "--json", case, broken, junk.to_str().unwrap()],
        &["exec", "--json", "--function", "@f0", case],
        &["targets", "--json"],
        &["oracles", "--json"],
        &["implementations", "--json"],
    ];
    for arguments in calls {
        let verb = arguments[0];
        let ran = irsmith(arguments);
        let lines = ran.json();
        assert!(!lines.is_empty(), "{verb}: {}", ran.stderr);
        let seen: BTreeSet<String> = lines.iter().flat_map(|line| line.as_object().unwrap().keys().cloned()).collect();
        let documented = documented(verb);
        let more: Vec<_> = seen.difference(&documented).collect();
        assert!(more.is_empty(), "the book does not list {more:?} of {verb}");
        // The fields of failures, of programs and of Machine IR do not occur in these runs; `replay` refers to the verb `run` for its fields.
        let elsewhere = ["signature", "id", "evidence", "missing", "stdout", "stdout_hex", "stderr", "stderr_hex", "poison", "run"];
        let less: Vec<_> = documented.difference(&seen).filter(|field| !elsewhere.contains(&field.as_str())).collect();
        assert!(less.is_empty(), "{verb} has no {less:?}");
    }
}
