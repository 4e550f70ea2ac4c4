//! Promises of reductions: readable, smaller, valid if the module was; minimization ends with small modules.

mod common;

use common::{assert_readable, data_modules, generated};
use irsmith_generators::Reduce;
use irsmith_generators::pnacl::{Pass, Reductions, size};
use irsmith_pnacl::validate::is_valid;
use irsmith_pnacl::{Instruction, Module};
use irsmith_testdata::Data;
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [
        reductions_of_any_file_are_smaller_and_readable,
    ],
    outside: [
        reductions_of_any_file_are_smaller_and_readable,
    ],
}

fn check_all(name: &str, module: &Module, most: usize, counts: &mut BTreeMap<&'static str, usize>) {
    let valid = is_valid(module);
    for keep_valid in [true, false] {
        let mut reductions = Reductions::default();
        reductions.keep_valid = keep_valid;
        let ranges: Vec<_> = reductions.ranges(module).collect();
        let step = ranges.len().div_ceil(most).max(1);
        for (pass, range) in ranges.into_iter().step_by(step) {
            let mut candidate = module.clone();
            let what = format!("{name}, {} {range:?}", pass.name());
            if reductions.apply(&mut candidate, pass, range) {
                assert!(size(&candidate) < size(module), "{what}: not smaller");
                assert_readable(&candidate, &what);
                assert!(!(valid && keep_valid) || is_valid(&candidate), "{what}: not valid any more");
                *counts.entry(pass.name()).or_default() += 1;
            } else {
                assert!(candidate == *module, "{what}: refused but changed");
            }
        }
    }
}

#[test]
fn reductions_of_generated_modules_are_smaller_readable_and_valid() {
    let mut counts = BTreeMap::new();
    for seed in 0..60 {
        check_all("generated", &generated(seed), 300, &mut counts);
    }
    println!("{counts:#?}");
    let missing: Vec<_> = Pass::ALL.iter().map(|pass| pass.name()).filter(|name| !counts.contains_key(name)).collect();
    assert!(missing.is_empty(), "never applied: {missing:?}");
}

fn reductions_of_any_file_are_smaller_and_readable(data: &Data) {
    let mut counts = BTreeMap::new();
    for (name, module) in data_modules(data, 8_000) {
        check_all(&name, &module, 24, &mut counts);
    }
    for (name, module) in data_modules(data, usize::MAX).into_iter().filter(|(name, _)| name.contains("/real/")) {
        check_all(&name, &module, 24, &mut counts);
    }
}

fn has(module: &Module, wanted: impl Fn(&Instruction) -> bool) -> bool {
    module.functions.iter().filter_map(|function| function.body.as_ref()).flat_map(|body| &body.instructions).any(wanted)
}

#[test]
fn minimization_keeps_what_is_asked_for_and_little_else() {
    let mut most = 0;
    let mut cases = 0;
    for seed in 0..60 {
        let module = generated(seed);
        let wanted = |module: &Module| has(module, |row| matches!(row, Instruction::Phi { .. }));
        if wanted(&module) {
            let small = Reductions::default().reduce(&module, wanted);
            assert!(wanted(&small) && is_valid(&small));
            let count: usize =
                small.functions.iter().filter_map(|function| function.body.as_ref()).map(|body| body.instructions.len()).sum();
            most = most.max(count);
            cases += 1;
        }
    }
    assert!(cases > 20);
    // A phi, a branch to its block, and an end.
    assert!(most <= 4, "a phi should need 3 instructions, one case kept {most}");
}

#[test]
fn an_empty_module_has_no_reductions() {
    assert_eq!(Reductions::default().shrink(Module::default()).count(), 0);
}
