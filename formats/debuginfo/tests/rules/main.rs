//! Every rule has cases that break it, and each case breaks exactly the rules that it states.
//!
//! `assembler.rs` makes modules from lines of text, `base.rs` has valid ones with every debug instruction, and `cases.rs` the cases that
//! break each rule. Rules about headers, models that no file can represent, and unreadable files are broken here.

mod agreement;
mod assembler;
mod base;
mod cases;
mod promises;
mod shader;

use assembler::assemble;
use cases::{CASES, VALID};
use irsmith_debuginfo::tables::INSTRUCTIONS;
use irsmith_debuginfo::validate::{self, RULES, Rule, RuleId, Violation};
use irsmith_debuginfo::{Header, Id, Info, Instruction, Limits, Module};
use irsmith_testdata::Data;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [],
    outside: [sections_of_the_specification_exist],
}

fn rules(violations: &[Violation]) -> BTreeSet<&'static str> {
    violations.iter().map(|violation| violation.rule.id).collect()
}

fn names(rules: &[RuleId]) -> BTreeSet<&'static str> {
    rules.iter().map(|id| id.rule().id).collect()
}

fn listing(violations: &[Violation]) -> String {
    violations.iter().map(|violation| format!("\n  {violation}")).collect()
}

/// An oracle compares the same listing.
#[test]
fn violations_are_printed_as_recorded() {
    let section = |(number, case): (usize, &cases::RuleTest)| {
        let violations = validate::validate(&assemble(&case.text()));
        let lines: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
        format!("--- {number}\n{lines}")
    };
    let listing: String = CASES.iter().chain(VALID).enumerate().map(section).collect();
    irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/violations.txt"), &listing);
}

#[test]
fn every_message_is_one_of_a_case() {
    let mut lines: Vec<String> = Vec::new();
    for case in CASES.iter().chain(VALID) {
        lines.extend(validate::validate(&assemble(&case.text())).iter().map(ToString::to_string));
    }
    for (_, module) in models() {
        lines.extend(validate::validate(&module).iter().map(ToString::to_string));
    }
    irsmith_testdata::check_messages(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/validate"), &lines, &[]);
}

/// Returns modules that break a rule in their header or in a way that only models can, each with the rules.
fn models() -> Vec<(&'static [RuleId], Module)> {
    let mut models: Vec<(&'static [RuleId], Module)> = Vec::new();
    let with = |change: fn(&mut Header)| {
        let mut module = assemble(base::SPECIFIED);
        change(&mut module.header);
        module
    };
    models.push((&[RuleId::HeaderVersion], with(|header| header.version = 0x1_0700)));
    models.push((&[RuleId::HeaderVersion], with(|header| header.version = 0x1_0001)));
    models.push((&[RuleId::HeaderSchema], with(|header| header.schema = 1)));
    models.push((&[RuleId::BoundLimit], with(|header| header.bound = u32::MAX)));
    models.push((&[RuleId::IdBound], with(|header| header.bound -= 1)));
    let debug = |text: &str, change: fn(&mut irsmith_debuginfo::DebugInstruction)| {
        let mut module = assemble(text);
        let first = module.instructions.iter_mut().find_map(|instruction| match instruction {
            Instruction::Debug(debug) if debug.info != (Info::InfoNone {}) => Some(debug),
            _ => None,
        });
        change(first.unwrap());
        module
    };
    // The compilation unit of `DebugInfo` has no language, and the source of OpenCL.DebugInfo.100 is not an instruction of `DebugInfo`.
    models.push((
        &[RuleId::DebugOperands],
        debug(base::SPECIFIED, |debug| {
            if let Info::CompilationUnit { language, .. } = &mut debug.info {
                language.0 = Some(irsmith_debuginfo::SourceLanguage(3));
            }
        }),
    ));
    models.push((&[RuleId::SetImport], debug(base::OPENCL, |debug| debug.set = debug.result_type)));
    let mut module = assemble(base::SPECIFIED);
    let Some(Instruction::Debug(macros)) =
        module.instructions.iter_mut().find(|instruction| matches!(instruction, Instruction::Debug(debug) if debug.info.number() == 33))
    else {
        panic!("the module has a DebugMacroUndef");
    };
    macros.info = Info::Source { file: Id(1), text: None };
    models.push((&[RuleId::DebugInstruction], module));
    models
}

/// Returns errors of unreadable files and unwritable modules, each with the rule.
fn errors() -> Vec<(RuleId, irsmith_debuginfo::Error)> {
    let bytes = assemble(base::SPECIFIED).write().unwrap();
    let changed = |at: usize, with: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let read = |bytes: &[u8]| validate::validate_file(bytes, &Limits::default()).unwrap_err();
    let mut long = assemble(base::SPECIFIED);
    if let Instruction::Core(core) = &mut long.instructions[0] {
        core.words.resize(70_000, 0);
    }
    vec![
        (RuleId::LimitBytes, validate::validate_file(&bytes, &Limits { bytes: 8 }).unwrap_err()),
        (RuleId::HeaderMagic, read(&changed(0, &[9]))),
        (RuleId::HeaderTruncated, read(&bytes[..16])),
        (RuleId::WordTruncated, read(&bytes[..22])),
        (RuleId::WordCountZero, read(&changed(22, &[0, 0]))),
        (RuleId::WordCountPast, read(&changed(22, &[255, 255]))),
        (RuleId::InstructionLength, long.write().unwrap_err()),
    ]
}

#[test]
fn the_base_modules_are_valid_and_complete() {
    let mut seen = BTreeSet::new();
    for text in [base::SPECIFIED, base::OPENCL, base::TRANSLATOR] {
        let module = assemble(text);
        assert_eq!(validate::validate(&module), [], "{}", listing(&validate::validate(&module)));
        assert!(validate::is_valid(&module));
        assert_eq!(validate::validate_file(&module.write().unwrap(), &Limits::default()).unwrap(), []);
        seen.extend(module.instructions.iter().filter_map(Instruction::debug).map(|debug| debug.info.number()));
    }
    assert_eq!(seen.len(), INSTRUCTIONS.len());
}

#[test]
fn each_case_breaks_the_rules_it_says() {
    let mut wrong = String::new();
    for case in CASES.iter().chain(VALID) {
        let module = assemble(&case.text());
        let violations = validate::validate(&module);
        if rules(&violations) != names(case.rules) {
            wrong += &format!("{:?} by {:?}: {}\n", case.rules, case.changes, listing(&violations));
        }
        assert_eq!(validate::is_valid(&module), !violations.iter().any(Violation::is_error), "{:?}", case.changes);
    }
    for (expected, module) in models() {
        let violations = validate::validate(&module);
        if rules(&violations) != names(expected) {
            wrong += &format!("{expected:?}: {}\n", listing(&violations));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn errors_name_their_rules() {
    for (rule, error) in errors() {
        assert_eq!(error.kind.rule().id, rule.rule().id, "{error}");
    }
}

#[test]
fn every_rule_is_broken_by_a_case() {
    let mut broken: BTreeSet<&str> = CASES.iter().flat_map(|case| names(case.rules)).collect();
    broken.extend(models().iter().flat_map(|model| names(model.0)));
    broken.extend(errors().iter().map(|error| error.0.rule().id));
    let dead: Vec<&str> = RULES.iter().map(|rule| rule.id).filter(|id| !broken.contains(id)).collect();
    assert!(dead.is_empty(), "rules that no case breaks: {dead:?}");
}

#[test]
fn rules_have_names_and_sentences_of_their_own() {
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    let sentences: BTreeSet<&str> = RULES.iter().map(|rule| rule.text).collect();
    assert_eq!((names.len(), sentences.len()), (RULES.len(), RULES.len()));
    for Rule { id, text, .. } in RULES {
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{id} is not kebab-case");
        assert!(text.ends_with('.'), "{id}: {text}");
    }
}

#[test]
fn places_tell_instruction_operand_and_offset() {
    let text = base::SPECIFIED.replace("%st %c0 %c32 3", "%int %c0 %c32 3").replace("%tp %ttp %pack", "%tp %ttp %int");
    let module = assemble(&text);
    let bytes = module.write().unwrap();
    let violations = validate::validate_file(&bytes, &Limits::default()).unwrap();
    let texts: Vec<String> = violations.iter().map(|violation| violation.place.part.to_string()).collect();
    let id = |name: &str| {
        let index = module
            .instructions
            .iter()
            .position(|instruction| matches!(instruction, Instruction::Debug(debug) if debug.info.row().name == name));
        module.instructions[index.unwrap()].result().unwrap()
    };
    assert_eq!(
        texts,
        [
            format!("DebugTypeMember {} operand Parent", id("DebugTypeMember")),
            format!("DebugTypeTemplate {} operand Parameters 2", id("DebugTypeTemplate")),
        ]
    );
    for violation in &violations {
        let at = violation.place.at.unwrap();
        let result = violation.place.part.site().unwrap().result.unwrap();
        assert_eq!(bytes[at + 8..at + 12], result.0.to_le_bytes(), "{violation}");
    }
}

fn sections_of_the_specification_exist(data: &Data) {
    let specification = data.text("../spec/spirv-debuginfo-1.00.txt");
    for rule in RULES.iter().filter(|rule| rule.source.document == "DebugInfo 1.00") {
        for section in rule.source.section.split(", ") {
            let heading = if section.contains('.') { format!("\n{section}. ") } else { format!("\nChapter {section}. ") };
            assert!(specification.contains(&heading), "{}: the specification has no section {section}", rule.id);
        }
    }
}
