//! Checks that are specific to cases of Machine IR.

use std::{collections::BTreeSet, fs};

use irsmith_fuzz::Format;
use irsmith_generators::mir::COMMON_LEFT_OUT;
use irsmith_mir::{
    Dialect, File, Limits,
    tables::{Target, Version, common_opcodes},
    validate::{Options, Violation, validate},
};

use crate::{cases, name};

fn violations(file: &File) -> Vec<Violation> {
    violations_of(file, Dialect::DEFAULT)
}

fn violations_of(file: &File, dialect: Dialect) -> Vec<Violation> {
    validate(file, Options { triple: file.triple().as_deref(), dialect, ..Options::default() })
}

/// Fuzzing begins with the seeds: each seed is valid for the default release or the newest, both targets occur, and every common opcode
/// occurs in a seed.
#[test]
fn seeds_are_valid_and_have_every_common_opcode() {
    let (mut opcodes, mut targets) = (BTreeSet::new(), BTreeSet::new());
    for path in cases(Format::MIR, "seeds") {
        let file = File::read(&fs::read(&path).unwrap(), &Limits::default()).unwrap_or_else(|errors| panic!("{}: {errors:?}", name(&path)));
        let errors = |dialect| violations_of(&file, dialect).into_iter().filter(Violation::is_error).collect::<Vec<_>>();
        let of_default = errors(Dialect::DEFAULT);
        let is_valid = of_default.is_empty() || errors(Dialect::of_release(Version::NEWEST)).is_empty();
        assert!(is_valid, "{}: {of_default:?}", name(&path));
        targets.extend(file.triple().and_then(|triple| Target::of_triple(&triple)));
        let outer = file.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions);
        outer.for_each(|instruction| {
            opcodes.insert(instruction.opcode.to_string());
            opcodes.extend(instruction.bundle.iter().flatten().map(|inner| inner.opcode.to_string()));
        });
    }
    assert_eq!(targets, BTreeSet::from([Target::AArch64, Target::X86]));
    let left_out = |name: &str| COMMON_LEFT_OUT.iter().any(|row| row.0 == name);
    let missing: Vec<&str> =
        common_opcodes().iter().map(|row| row.name).filter(|name| !left_out(name) && !opcodes.contains(*name)).collect();
    assert!(missing.is_empty(), "no seed has the opcodes {missing:?}");
}

/// Returns the outcome of a case: whether it reads, and the rules that it violates. Whatever reads has a model.
pub(crate) fn outcome(bytes: &[u8]) -> (&'static str, Vec<String>) {
    match File::read(bytes, &Limits::default()) {
        Err(errors) => ("unreadable", errors.iter().map(|error| error.kind.rule().id.to_owned()).collect()),
        Ok(file) => {
            let violations = violations(&file);
            let outcome = if violations.iter().any(Violation::is_error) { "invalid" } else { "valid" };
            (outcome, violations.iter().map(|violation| violation.rule.id.to_owned()).collect())
        }
    }
}
