//! Checks that are specific to cases of PNaCl.

use std::{collections::BTreeSet, fs};

use irsmith_fuzz::Format;
use irsmith_pnacl::{
    Limits, Module, Stream,
    stream::ItemKind,
    tables::INSTRUCTIONS,
    validate::{Violation, validate_file},
};

use crate::{cases, name};

/// Fuzzing begins with the seeds: each seed is a module, the generated ones are valid, and every instruction occurs in a seed.
#[test]
fn seeds_are_modules_and_have_every_instruction() {
    let (mut codes, mut generated, mut manual) = (BTreeSet::new(), 0, 0);
    for path in cases(Format::PNACL, "seeds") {
        let name = name(&path);
        let bytes = fs::read(&path).unwrap();
        Module::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let stream = Stream::read(&bytes, &Limits::default()).unwrap();
        codes.extend(function_codes(&stream));
        if name.starts_with("rows-") {
            generated += 1;
            let violations = validate_file(&bytes, &Limits::default()).unwrap();
            assert!(!violations.iter().any(Violation::is_error), "{name}: {violations:?}");
        }
        manual += usize::from(name.starts_with("manual-"));
    }
    assert!(generated > 0 && manual > 0, "{generated} generated seeds, {manual} of the manual");
    let missing: Vec<_> = INSTRUCTIONS.iter().filter(|row| !codes.contains(&row.code)).map(|row| row.code).collect();
    assert!(missing.is_empty(), "no seed has the instructions {missing:?}");
}

/// Returns the codes of all records directly in function blocks.
fn function_codes(stream: &Stream) -> BTreeSet<u32> {
    let (mut open, mut codes) = (Vec::new(), BTreeSet::new());
    for (_, item) in stream.content() {
        match &item.kind {
            ItemKind::Enter { block, .. } => open.push(u64::from(*block)),
            ItemKind::End => drop(open.pop()),
            ItemKind::Record(record) if open.last() == Some(&irsmith_pnacl::tables::BlockKind::Function.code()) => {
                codes.insert(record.code);
            }
            _ => {}
        }
    }
    codes
}

/// Returns the outcome of a case: how far it reads, and the rules that it violates.
pub(crate) fn outcome(bytes: &[u8]) -> (&'static str, Vec<String>) {
    let limits = Limits::default();
    let refused = |error: irsmith_pnacl::Error| vec![error.kind.rule().id.to_owned()];
    if let Err(error) = Stream::read(bytes, &limits) {
        return ("unreadable", refused(error));
    }
    match validate_file(bytes, &limits) {
        Err(error) => ("no-model", refused(error)),
        Ok(violations) => {
            let outcome = if violations.iter().any(Violation::is_error) { "invalid" } else { "valid" };
            (outcome, violations.iter().map(|violation| violation.rule.id.to_owned()).collect())
        }
    }
}
