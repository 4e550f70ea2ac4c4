//! Our verdict on real modules: valid, or broken by the rules listed here, each with its reason.

use irsmith_debuginfo::{Limits, validate};
use irsmith_testdata::{files, read};
use std::collections::BTreeSet;

/// Modules that are not valid: folder and name, the rules that they break, and why.
const INVALID: &[(&str, &str, &[&str], &str)] = &[
    (
        "debuginfo",
        "06_lexblocks",
        &["merge-position"],
        "the translator puts DebugScope between OpLoopMerge and its branch; spirv-val refuses it",
    ),
    ("opencl-100", "06_lexblocks", &["merge-position"], "as above"),
    ("debuginfo", "10_template", &["operand-member"], "the translator lists DebugFunctionDeclarations as Members"),
    ("debuginfo", "11_class", &["operand-member"], "as above"),
];

#[test]
fn real_modules_are_valid_but_for_those_listed() {
    let mut seen = BTreeSet::new();
    for folder in ["debuginfo", "opencl-100"] {
        for path in files(&format!("debuginfo/{folder}"), "spv") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let row = INVALID.iter().find(|row| (row.0, row.1) == (folder, name.as_str()));
            let violations = validate::validate_file(&read(&path), &Limits::default()).unwrap();
            let broken: BTreeSet<&str> =
                violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect();
            let expected: BTreeSet<&str> = row.iter().flat_map(|row| row.2).copied().collect();
            assert_eq!(broken, expected, "{folder}/{name}");
            // Operations beyond the set are all that is suspicious of them.
            let warnings: BTreeSet<&str> =
                violations.iter().filter(|violation| !violation.is_error()).map(|violation| violation.rule.id).collect();
            assert!(warnings.is_subset(&BTreeSet::from(["operation-beyond-set"])), "{folder}/{name}: {warnings:?}");
            seen.extend(row.map(|row| (row.0, row.1)));
        }
    }
    assert!(seen.is_empty() || seen.len() == INVALID.len(), "{seen:?}");
}

/// What the translator writes, as it wrote it: members before their composites, DebugInfoNone for names and texts that are missing, all
/// ones for no storage class, a word more in imported entities, and template instructions under exchanged numbers, whose words mean
/// other things.
#[test]
fn the_rules_that_translated_modules_break_are_known() {
    let known = BTreeSet::from([
        "debug-operands",
        "debug-order",
        "id-zero",
        "merge-position",
        "operand-member",
        "operand-name",
        "operand-source",
        "operand-template-parameter",
        "operand-text",
        "storage-class-none",
    ]);
    let mut broken = BTreeSet::new();
    let paths = files("debuginfo/translator-100", "spv");
    for path in &paths {
        let violations = validate::validate_file(&read(path), &Limits::default()).unwrap();
        broken.extend(violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id));
    }
    if !paths.is_empty() {
        assert_eq!(broken, known);
    }
}
