//! Our verdict on real modules: valid, or with the broken rules listed here, each with its reason.

use irsmith_debuginfo::validate::Violation;
use irsmith_debuginfo::{Limits, Module, validate};
use irsmith_testdata::{Data, read};
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [real_modules_are_valid_but_for_those_listed, the_rules_that_translated_modules_break_are_known],
    outside: [real_modules_are_valid_but_for_those_listed, the_rules_that_translated_modules_break_are_known],
}

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

fn real_modules_are_valid_but_for_those_listed(data: &Data) {
    let invalid: &[_] = data.choose(&[], INVALID);
    let mut seen = BTreeSet::new();
    for folder in ["debuginfo", "opencl-100"] {
        for path in data.files(&format!("debuginfo/{folder}"), "spv") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let row = invalid.iter().find(|row| (row.0, row.1) == (folder, name.as_str()));
            let violations = validate::validate_file(&read(&path), &Limits::default()).unwrap();
            let broken: BTreeSet<&str> =
                violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect();
            let expected: BTreeSet<&str> = row.iter().flat_map(|row| row.2).copied().collect();
            assert_eq!(broken, expected, "{folder}/{name}");
            // Their only warnings are about operations beyond the set, and about scopes and templates that clang makes and the
            // specification does not describe.
            let warnings: BTreeSet<&str> =
                violations.iter().filter(|violation| !violation.is_error()).map(|violation| violation.rule.id).collect();
            assert!(
                warnings.is_subset(&BTreeSet::from(["discriminator-scope", "operation-beyond-set", "template-parameters"])),
                "{folder}/{name}: {warnings:?}"
            );
            seen.extend(row.map(|row| (row.0, row.1)));
        }
    }
    assert_eq!(seen.len(), invalid.len(), "{seen:?}");
}

/// What the translator writes, as it wrote it: members before their composites, DebugInfoNone for names and texts that are missing, all
/// ones for no storage class, a word more in imported entities, and template instructions under exchanged numbers, whose words mean
/// other things.
fn the_rules_that_translated_modules_break_are_known(data: &Data) {
    let own = BTreeSet::from(["debug-order", "operand-name", "operand-text"]);
    let outside = BTreeSet::from([
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
    for path in data.files("debuginfo/translator-100", "spv") {
        let violations = validate::validate_file(&read(&path), &Limits::default()).unwrap();
        broken.extend(violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id));
    }
    assert_eq!(broken, data.choose(own, outside));
}

/// The translator writes DebugInfoNone for a text that it does not have; a file has a name.
#[test]
fn only_the_text_of_a_source_may_be_none() {
    let rules = |operands: &str| {
        let text = format!(
            "OpCapability Linkage\n%set = OpExtInstImport \"SPIRV.debug\"\nOpMemoryModel Logical GLSL450\n%name = OpString \"a\"\n\
             %void = OpTypeVoid\n%none = OpExtInst %void %set DebugInfoNone\n%src = OpExtInst %void %set DebugSource {operands}\n"
        );
        let module = Module::from_stream(&irsmith_debuginfo::text::assemble(&text).unwrap());
        validate::validate(&module).into_iter().filter(Violation::is_error).map(|error| error.rule.id).collect::<Vec<_>>()
    };
    assert_eq!(rules("%name %none"), [] as [&str; 0]);
    assert_eq!(rules("%none %name"), ["operand-text"]);
}
