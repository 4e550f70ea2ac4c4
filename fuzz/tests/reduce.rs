//! The passes of every format: what the minimizer relies on.

use irsmith_fuzz::{Format, Level, Pass, Weight};
use irsmith_pnacl::{Limits, Module, validate};

fn each_pass_on(case: &[u8], format: &Format, mut look: impl FnMut(&dyn Pass, usize, Vec<u8>)) {
    for pass in format.passes() {
        let count = pass.count(case);
        for range in [0..count, 0..1, count / 2..count, count.saturating_sub(1)..count, 0..usize::MAX] {
            if let Some(changed) = pass.apply(case, range) {
                assert_ne!(changed, case, "{}", pass.name());
                look(pass.as_ref(), count, changed);
            }
        }
    }
}

/// A generated case, and the same case after each pass over all of its encoding.
fn with_and_without_abbreviations(format: &Format, seed: u64) -> Vec<Vec<u8>> {
    let mut cases = vec![format.generate(seed)];
    for pass in format.passes().iter().filter(|pass| pass.name().contains("out") || pass.name().contains("abbreviations")) {
        cases.extend(pass.apply(&cases[cases.len() - 1], 0..usize::MAX));
    }
    cases
}

/// A register whose class is only in the list.
const LISTED: &str = "---\nname: f\nregisters:\n  - { id: 0, class: gr32 }\nbody: |\n  bb.0:\n    %0 = IMPLICIT_DEF\n...\n";

/// A definition of one instruction, with parameters and attributes.
const DEFINED: &str = "--- |\n  define i32 @f(ptr noalias %p, i64 %n) nounwind {\n    unreachable\n  }\n...\n---\nname: f\nbody: |\n  bb.0:\n    RET 0\n...\n";

#[test]
fn every_pass_changes_some_case_and_makes_it_lighter() {
    for format in Format::ALL {
        let mut idle: Vec<&str> = format.passes().iter().map(|pass| pass.name()).collect();
        // No generated case has the command lines of LLVM's tests, classes only in the list of registers, or an empty definition.
        let tests = [b"# RUN: llc -O0 %s | FileCheck %s\n".to_vec(), format.generate(0)].concat();
        let further = match format.name() {
            "mir" => vec![tests, LISTED.as_bytes().to_vec(), DEFINED.as_bytes().to_vec()],
            "debuginfo" => vec![irsmith_debuginfo::text::assemble(irsmith_testdata::ACCESS_CHAIN).unwrap().write()],
            _ => Vec::new(),
        };
        for case in (0..100).flat_map(|seed| with_and_without_abbreviations(format, seed)).chain(further) {
            each_pass_on(&case, format, |pass, count, changed| {
                assert!(count > 0, "{} has nothing and changes something", pass.name());
                // Each level has its own measure; model passes may write more bytes.
                let level = if pass.level() == Level::Model { Level::Valid } else { pass.level() };
                if format.weigh(&changed, level) < format.weigh(&case, level) {
                    idle.retain(|name| *name != pass.name());
                }
            });
        }
        // Generated cases have the usual header and one DebugInfoNone, and no valid case becomes valid by removing a body. Removing a use
        // also removes a definition without a value, which rarely makes the case smaller.
        idle.retain(|name| !["plain header", "drop bodies", "merge absent information", "forget uses"].contains(name));
        assert!(idle.is_empty(), "never of use: {idle:?}");
    }
}

#[test]
fn passes_and_forms_are_total() {
    for format in Format::ALL {
        // Forms are of small cases.
        let small = match format.name() {
            "mir" => LISTED.as_bytes().to_vec(),
            "debuginfo" => irsmith_debuginfo::text::assemble(irsmith_testdata::ACCESS_CHAIN).unwrap().write(),
            _ => Vec::new(),
        };
        for (case, step) in [(format.generate(1), 7), (small, 1)] {
            let damaged = (0..case.len()).step_by(step).flat_map(|at| {
                let mut flipped = case.clone();
                flipped[at] ^= 0x55;
                [flipped, case[..at].to_vec()]
            });
            for bytes in damaged.chain([case.clone(), Vec::new(), vec![0xff; 100]]) {
                each_pass_on(&bytes, format, |_, _, _| {});
                if step == 1 {
                    let _ = (format.alternatives(&bytes), format.repaired(&bytes));
                }
            }
        }
        assert!(irsmith_fuzz::take_own_panics().is_empty(), "{}", format.name());
    }
}

#[test]
fn weights_tell_what_reads() {
    for format in Format::ALL {
        let case = format.generate(1);
        assert_eq!(format.weigh(&case, Level::Valid).level, Level::Valid);
        assert_eq!(format.weigh(&case, Level::Records).level, Level::Records);
        let weight = Weight { level: Level::Bytes, content: 0, encoding: 0, bytes: 2, sum: 10 };
        assert_eq!(format.weigh(&[3, 7], Level::Valid), weight);
        assert!(format.weigh(&case, Level::Valid) < weight, "what reads is lighter, whatever its size");
    }
}

/// Tools refuse a file for its records, too, although its model is valid.
#[test]
fn a_file_with_invalid_records_is_not_weighed_as_a_valid_one() {
    let case = Format::PNACL.generate(1);
    let passes = Format::PNACL.passes();
    let removal = passes.iter().find(|pass| pass.name() == "remove records").unwrap();
    let (mut valid, mut hidden) = (0, 0);
    for changed in (0..removal.count(&case)).filter_map(|at| removal.apply(&case, at..at + 1)) {
        let Ok(violations) = validate::validate_file(&changed, &Limits::default()) else { continue };
        let is_valid = !violations.iter().any(|violation| violation.is_error());
        assert_eq!(Format::PNACL.weigh(&changed, Level::Valid).level == Level::Valid, is_valid, "{violations:?}");
        valid += usize::from(is_valid);
        hidden += usize::from(!is_valid && validate::is_valid(&Module::read(&changed, &Limits::default()).unwrap()));
    }
    assert!(valid > 0 && hidden > 0, "{valid} and {hidden}");
}

/// Otherwise the minimizer would keep the key that keeps verifiers away, and whatever is invalid beside it.
#[test]
fn a_file_that_no_verifier_judges_is_not_weighed_as_a_valid_one() {
    let file = |key: &str, operands: &str| {
        format!("---\nname: f\n{key}body: |\n  bb.0:\n    %0:_(s64) = G_IMPLICIT_DEF\n    %1:_(s64) = G_ADD {operands}\n...\n").into_bytes()
    };
    let level = |case: &[u8]| Format::MIR.weigh(case, Level::Valid).level;
    let (invalid, unverified, valid) = (file("", "%0"), file("failedISel: true\n", "%0"), file("", "%0, %0"));
    assert_eq!([level(&invalid), level(&unverified), level(&valid)], [Level::Model, Level::Model, Level::Valid]);
    assert_eq!([&invalid, &unverified, &valid].map(|case| Format::MIR.is_valid(case)), [false, true, true]);
    // So the key can go.
    let smaller =
        Format::MIR.passes().iter().filter_map(|pass| pass.apply(&unverified, 0..usize::MAX)).any(|case| case == rewritten(&invalid));
    assert!(smaller);
}

fn rewritten(case: &[u8]) -> Vec<u8> {
    Format::MIR.rewrite(case, Level::Model).unwrap()
}

/// Comments are removed first.
#[test]
fn rewriting_a_rewritten_case_changes_nothing() {
    for format in Format::ALL {
        let case = format.rewrite(&format.generate(1), Level::Model).unwrap();
        for level in [Level::Model, Level::Records, Level::Bytes] {
            assert_eq!(format.rewrite(&case, level).as_ref(), Some(&case), "{level:?}");
        }
        assert_eq!(format.rewrite(b"nothing", Level::Model), None);
        assert_eq!(format.rewrite(b"nothing", Level::Records), None);
    }
}

/// The pass names of a failing pass oracle are written into the case, and stay there while it becomes smaller.
#[test]
fn passes_are_pinned_and_kept() {
    let case = Format::MIR.rewrite(&Format::MIR.generate(3), Level::Model).unwrap();
    let pinned = Format::MIR.pinned(&case, "mir-llc-passes", "machine-cse: Bad machine code").unwrap();
    let line = pinned.strip_suffix(&case[..]).expect("a line before the case").to_vec();
    // Features that were drawn for the passes are beside them.
    assert!(line.starts_with(b"# RUN: llc -run-pass=machine-cse ") && line.ends_with(b" %s\n"), "{}", line.escape_ascii());
    assert_eq!(Format::MIR.pinned(&pinned, "mir-llc-passes", "machine-cse: x"), None, "it is there already");
    for (oracle, element) in
        [("mir-llc-accepts", "machine-cse: x"), ("mir-llc-passes", "no-such-pass: x"), ("mir-llc-passes", "machine-cse")]
    {
        assert_eq!(Format::MIR.pinned(&case, oracle, element), None, "{oracle} {element}");
    }
    let smaller = Format::MIR.reductions(&pinned);
    assert!(!smaller.is_empty() && smaller.iter().all(|case| case.starts_with(&line)));
    assert_eq!(Format::MIR.rewrite(&pinned, Level::Model), Some(pinned));
}
