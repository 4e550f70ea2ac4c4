//! `validate`: statuses, lines and JSON on test files.

use std::path::PathBuf;

use crate::support::{Ran, data, irsmith, irsmith_with};

/// Validates test files and damaged files of the shared data.
fn validate(options: &[&str], files: &[&str]) -> Option<Ran> {
    let data = data()?;
    let arguments = ["validate"].iter().chain(options).map(PathBuf::from).chain(files.iter().map(|file| data.join(file)));
    Some(irsmith(&arguments.collect::<Vec<_>>()))
}

/// Valid, without a warning.
const VALID: &str = "real/start.pexe";
/// Valid; types are defined twice.
const WARNED: &str = "probes/bin-i1-10.pexe";
/// Divides an i1.
const INVALID: &str = "probes/bin-i1-6.pexe";
/// Has one body too many.
const UNREADABLE: &str = "corrupt/1.pexe";

#[test]
fn the_status_is_that_of_the_worst_file() {
    for (files, status) in
        [(&[VALID][..], 0), (&[WARNED, VALID], 0), (&[VALID, INVALID, WARNED], 1), (&[UNREADABLE], 2), (&[INVALID, UNREADABLE, VALID], 2)]
    {
        let Some(ran) = validate(&[], files) else { return };
        assert_eq!(ran.status, status, "{files:?}: {}", ran.stderr);
    }
}

#[test]
fn lines_have_place_severity_and_rule() {
    let Some(ran) = validate(&[], &[INVALID, WARNED]) else { return };
    let errors: Vec<_> = ran.text().lines().filter(|line| line.contains(" error: ")).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].ends_with("bin-i1-6.pexe: 152:0: @f0 %b0 %v0: error: binary-boolean: srem of i1"), "{errors:?}");
    assert!(ran.text().contains("bin-i1-10.pexe: 57:6: @t8: warning: type-repeated: "));
    assert!(ran.stderr.starts_with("1 valid, 1 invalid, 0 unreadable; 1 errors, "), "{}", ran.stderr);
}

#[test]
fn an_unreadable_file_is_told_and_the_others_are_judged() {
    let Some(ran) = validate(&[], &[UNREADABLE, INVALID]) else { return };
    let told = ran.stderr.lines().next().unwrap();
    assert!(told.starts_with("irsmith: ") && told.contains("corrupt/1.pexe: 188:0: body-mismatch: "), "{told}");
    assert!(ran.text().contains("binary-boolean"));
}

#[test]
fn json_tells_violations_and_unreadable_files() {
    let Some(ran) = validate(&["--json"], &[INVALID, UNREADABLE]) else { return };
    let lines = ran.json();
    let error = lines.iter().find(|line| line["severity"] == "error" && line["kind"] == "violation").unwrap();
    assert_eq!((&error["rule"], &error["at"], &error["part"]), (&"binary-boolean".into(), &"152:0".into(), &"@f0 %b0 %v0".into()));
    let unreadable = lines.last().unwrap();
    assert_eq!(
        (&unreadable["kind"], &unreadable["rule"], &unreadable["at"]),
        (&"unreadable".into(), &"body-mismatch".into(), &"188:0".into())
    );
    assert!(unreadable["message"].as_str().unwrap().starts_with("a function body"));
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
