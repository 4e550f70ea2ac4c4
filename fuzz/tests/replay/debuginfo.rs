//! Checks that are specific to cases of SPIR-V with debug information.

use std::{collections::BTreeSet, fs};

use irsmith_debuginfo::{
    Info, Limits, Module,
    tables::{INSTRUCTIONS, OPERATIONS},
    validate::{Violation, validate, validate_file},
};
use irsmith_fuzz::Format;

use crate::{cases, name};

/// Fuzzing begins with the seeds: each seed is valid, and every instruction and every operation occurs in a seed.
#[test]
fn seeds_are_valid_and_have_every_instruction_and_operation() {
    let (mut instructions, mut operations) = (BTreeSet::new(), BTreeSet::new());
    for path in cases(Format::DEBUGINFO, "seeds") {
        let module = Module::read(&fs::read(&path).unwrap(), &Limits::default()).unwrap_or_else(|error| panic!("{}: {error}", name(&path)));
        let errors: Vec<Violation> = validate(&module).into_iter().filter(Violation::is_error).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", name(&path));
        for debug in module.instructions.iter().filter_map(|instruction| instruction.debug()) {
            instructions.insert(debug.info.row().name);
            if let Info::Operation { operation, .. } = &debug.info {
                operations.extend(operation.row().map(|row| row.name));
            }
        }
    }
    let missing: Vec<&str> = INSTRUCTIONS.iter().map(|row| row.name).filter(|name| !instructions.contains(name)).collect();
    assert!(missing.is_empty(), "no seed has the instructions {missing:?}");
    let missing: Vec<&str> = OPERATIONS.iter().map(|row| row.name).filter(|name| !operations.contains(name)).collect();
    assert!(missing.is_empty(), "no seed has the operations {missing:?}");
}

/// Returns the outcome of a case: whether it reads, and the rules that it violates. Whatever reads has a model.
pub(crate) fn outcome(bytes: &[u8]) -> (&'static str, Vec<String>) {
    match validate_file(bytes, &Limits::default()) {
        Err(error) => ("unreadable", vec![error.kind.rule().id.to_owned()]),
        Ok(violations) => {
            let outcome = if violations.iter().any(Violation::is_error) { "invalid" } else { "valid" };
            (outcome, violations.iter().map(|violation| violation.rule.id.to_owned()).collect())
        }
    }
}
