//! Runs every oracle on generated cases: none fails, and none skips more than its floor allows.

use irsmith_generators::{bytes_of_seed, pnacl as generators};
use irsmith_oracles::{Needs, Verdict, pnacl};
use std::collections::BTreeMap;

/// Cases of an oracle in process.
const CASES: u64 = 2_000;

/// Returns the number of cases of an oracle: fewer for those that start a process each, or a compiler, run a program in many forms, or measure.
fn cases(oracle: &pnacl::Oracle) -> u64 {
    match oracle.needs {
        Needs::Programs(_) | Needs::Engine { .. } => 40,
        Needs::Feature { .. } => 100,
        Needs::Nothing if [pnacl::EXEC_CHANGED.name, pnacl::EXEC_MIR_INTERPRETED.name, pnacl::COST.name].contains(&oracle.name) => 300,
        Needs::Nothing => CASES,
    }
}

#[test]
fn oracles_pass_on_generated_cases_and_keep_their_floors() {
    let mut skips: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut passes: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..CASES {
        let case = |config| {
            let module = generators::generate(&mut arbitrary::Unstructured::new(&bytes_of_seed(seed)), &config);
            pnacl::Case::new(&module.write().unwrap())
        };
        let (form, program) = (case(generators::Config::default()), case(generators::Config::exec()));
        for oracle in pnacl::ORACLES.iter().filter(|oracle| seed < cases(oracle)) {
            let case = if oracle.name.starts_with("exec-") { &program } else { &form };
            match oracle.verdict(case) {
                Verdict::Pass => *passes.entry(oracle.name).or_default() += 1,
                Verdict::Skip(reason) => *skips.entry((oracle.name, reason)).or_default() += 1,
                Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
            }
        }
    }
    println!("passes {passes:?}\nskips {skips:?}");
    for oracle in pnacl::ORACLES {
        if let Some(missing) = oracle.needs.missing() {
            irsmith_testdata::not_tested(format_args!("{}: {missing}", oracle.name));
            continue;
        }
        let (cases, passed) = (cases(oracle), passes.get(oracle.name).copied().unwrap_or_default());
        assert!(passed * 100 >= cases * u64::from(oracle.floor), "{}: {passed} of {cases} judged, floor {} %", oracle.name, oracle.floor);
    }
}
