//! Runs every in-process oracle of Machine IR on generated cases: none fails, and none skips more than its floor allows.

use arbitrary::Unstructured;
use irsmith_generators::mir::{Config, Defined, Kind, generate, generate_defined};
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_mir::tables::Machine;
use irsmith_oracles::{Needs, Verdict, mir};
use std::collections::BTreeMap;

/// Cases of an oracle.
const CASES: u64 = 1_000;

/// Returns the number of cases of an oracle: fewer for the one that measures.
fn cases(oracle: &mir::Oracle) -> u64 {
    if oracle.name == mir::COST.name { CASES / 5 } else { CASES }
}

/// Returns the case of a seed: of each target and kind in turn.
fn case(seed: u64) -> mir::Case {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let target = Machine::TARGETS[seed as usize % Machine::TARGETS.len()];
    let kind = [Kind::Generic, Kind::Target, Kind::Both][seed as usize / 2 % 3];
    let config = Config { call_sites: seed % 8 == 1, ..Config::new(target, kind) }.swarmed(&mut Choices::new(&mut bytes));
    mir::Case::new(generate(&mut bytes, &config).write().as_bytes())
}

/// Returns a case of functions to be executed.
fn program(seed: u64) -> mir::Case {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = Defined::drawn(&mut Choices::new(&mut bytes));
    mir::Case::new(generate_defined(&mut bytes, &config).write().as_bytes())
}

#[test]
fn oracles_in_process_pass_on_all_that_is_generated() {
    let asked: Vec<&mir::Oracle> = mir::ORACLES.iter().filter(|oracle| matches!(oracle.needs, Needs::Nothing)).collect();
    let mut passes: BTreeMap<&str, u64> = BTreeMap::new();
    let mut skips: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for seed in 0..CASES {
        let (form, program) = (case(seed), program(seed));
        for oracle in asked.iter().filter(|oracle| seed < cases(oracle)) {
            let case = if oracle.name.starts_with("mir-exec-") { &program } else { &form };
            match oracle.verdict(case) {
                Verdict::Pass => *passes.entry(oracle.name).or_default() += 1,
                Verdict::Skip(reason) => *skips.entry((oracle.name, reason)).or_default() += 1,
                Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
            }
        }
    }
    eprintln!("of {CASES}: passes {passes:?}\nskips {skips:?}");
    for oracle in asked {
        let (cases, passed) = (cases(oracle), passes.get(oracle.name).copied().unwrap_or_default());
        assert!(passed * 100 >= cases * u64::from(oracle.floor), "{}: {passed} of {cases}, floor {} %", oracle.name, oracle.floor);
    }
}
