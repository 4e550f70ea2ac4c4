//! `validate`: statuses, lines and JSON on files of each kind.

use std::path::PathBuf;

use irsmith_testdata::Data;

use crate::support::{Ran, irsmith, irsmith_with};

irsmith_testdata::data_tests! {
    own: [
        the_status_is_that_of_the_worst_file,
        lines_have_place_severity_and_rule,
        an_unreadable_file_is_reported_and_the_others_are_validated,
        json_contains_violations_and_unreadable_files,
    ],
    outside: [
        the_status_is_that_of_the_worst_file,
        lines_have_place_severity_and_rule,
        an_unreadable_file_is_reported_and_the_others_are_validated,
        json_contains_violations_and_unreadable_files,
    ],
}

/// Files of each kind, and what is said of them.
struct Files {
    /// Valid, with nothing to say.
    valid: PathBuf,
    /// Valid, with a warning.
    warned: PathBuf,
    warning: &'static str,
    /// With one error.
    invalid: PathBuf,
    /// Place, part, rule and message of the error.
    error: [&'static str; 4],
    unreadable: PathBuf,
    /// Place, rule and message.
    fault: [&'static str; 3],
}

fn files(data: &Data) -> Files {
    let own = |name: &str| data.path(&format!("../pnacl/regressions/{name}.pexe"));
    let outside = |name: &str| data.path(&format!("pnacl/{name}.pexe"));
    data.choose(
        Files {
            valid: own("header-without-fields"),
            warned: own("globals-before-functions"),
            warning: ": 76:0: record: warning: globals-early: ",
            invalid: own("declaration-never-defined"),
            error: ["114:4", "@f0 %b0 instruction 0", "declaration-undefined", "%v5 is never defined"],
            unreadable: own("last-word-missing"),
            fault: ["24:0", "file-truncated", "the file ends here"],
        },
        Files {
            valid: outside("real/start"),
            warned: outside("probes/bin-i1-10"),
            warning: ": 57:6: @t8: warning: type-repeated: ",
            invalid: outside("probes/bin-i1-6"),
            error: ["152:0", "@f0 %b0 %v0", "binary-boolean", "srem of i1"],
            unreadable: outside("corrupt/1"),
            fault: ["188:0", "body-mismatch", "a function body"],
        },
    )
}

fn validate(options: &[&str], files: &[&PathBuf]) -> Ran {
    let arguments = ["validate"].iter().chain(options).map(PathBuf::from).chain(files.iter().map(|file| file.to_path_buf()));
    irsmith(&arguments.collect::<Vec<_>>())
}

fn the_status_is_that_of_the_worst_file(data: &Data) {
    let Files { valid, warned, invalid, unreadable, .. } = &files(data);
    for (files, status) in
        [(&[valid][..], 0), (&[warned, valid], 0), (&[valid, invalid, warned], 1), (&[unreadable], 2), (&[invalid, unreadable, valid], 2)]
    {
        let ran = validate(&[], files);
        assert_eq!(ran.status, status, "{files:?}: {}", ran.stderr);
    }
}

fn lines_have_place_severity_and_rule(data: &Data) {
    let Files { warned, warning, invalid, error: [at, part, rule, message], .. } = &files(data);
    let ran = validate(&[], &[invalid, warned]);
    let errors: Vec<_> = ran.text().lines().filter(|line| line.contains(" error: ")).collect();
    assert_eq!(errors, [format!("{}: {at}: {part}: error: {rule}: {message}", invalid.display())]);
    assert!(ran.text().contains(&format!("{}{warning}", warned.display())), "{}", ran.text());
    assert!(ran.stderr.starts_with("1 valid, 1 invalid, 0 unreadable; 1 errors, "), "{}", ran.stderr);
}

fn an_unreadable_file_is_reported_and_the_others_are_validated(data: &Data) {
    let Files { invalid, error: [_, _, error, _], unreadable, fault: [at, rule, _], .. } = &files(data);
    let ran = validate(&[], &[unreadable, invalid]);
    let reported = ran.stderr.lines().next().unwrap();
    assert!(reported.starts_with("irsmith: ") && reported.contains(&format!("{}: {at}: {rule}: ", unreadable.display())), "{reported}");
    assert!(ran.text().contains(error));
}

fn json_contains_violations_and_unreadable_files(data: &Data) {
    let Files { invalid, error: [at, part, rule, _], unreadable, fault: [place, fault, message], .. } = &files(data);
    let ran = validate(&["--json"], &[invalid, unreadable]);
    let lines = ran.json();
    let error = lines.iter().find(|line| line["severity"] == "error" && line["kind"] == "violation").unwrap();
    assert_eq!((&error["rule"], &error["at"], &error["part"]), (&(*rule).into(), &(*at).into(), &(*part).into()));
    let last = lines.last().unwrap();
    assert_eq!((&last["kind"], &last["rule"], &last["at"]), (&"unreadable".into(), &(*fault).into(), &(*place).into()));
    assert!(last["message"].as_str().unwrap().starts_with(message), "{last}");
}

#[test]
fn standard_input_is_a_file() {
    let empty_module = b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0\x21\x08\0\0\0\0\0\0";
    let ran = irsmith_with(&["validate", "-"], empty_module);
    assert!(ran.status > 0 && !(ran.text().is_empty() && ran.stderr.is_empty()), "an empty module has no entry point");
}

#[test]
fn the_rules_are_printed() {
    let table = irsmith(&["validate", "--rules"]);
    let objects = irsmith(&["validate", "--rules", "--json"]).json();
    assert_eq!((table.status, table.text().lines().count()), (0, objects.len() + 1));
    for (line, object) in table.text().lines().skip(1).zip(&objects) {
        assert!(line.starts_with(object["rule"].as_str().unwrap()) && line.ends_with(object["text"].as_str().unwrap()), "{line}");
        let severity = object["severity"].as_str().unwrap();
        assert!(severity.starts_with("error") || severity == "warning", "{severity}");
    }
}
