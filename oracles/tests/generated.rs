//! Every oracle judges generated cases: none fails, and none skips more than its floor allows.

use irsmith_generators::{bytes_of_seed, pnacl as generators};
use irsmith_oracles::external::{LLI, LLVM_BCANALYZER, LLVM_OPT, Tool};
use irsmith_oracles::{Verdict, pnacl};
use std::collections::BTreeMap;

/// Cases of an oracle in process.
const CASES: u64 = 2_000;

/// Cases of an oracle: fewer for those that start a process each, or a compiler, or run a program in many forms.
fn cases(oracle: &pnacl::Oracle) -> u64 {
    if oracle.name == pnacl::EXEC_CRANELIFT.name {
        100
    } else if oracle.name == pnacl::EXEC_CHANGED.name {
        300
    } else if programs(oracle).is_empty() {
        CASES
    } else {
        40
    }
}

/// The programs that oracles start, by the beginning of their names.
const PROGRAMS: [(&str, &[&Tool]); 2] = [("bcanalyzer", &[&LLVM_BCANALYZER]), ("exec-llvm-", &[&LLI, &LLVM_OPT])];

/// The programs that an oracle starts; none for oracles in process.
fn programs(oracle: &pnacl::Oracle) -> &'static [&'static Tool] {
    PROGRAMS.iter().find(|(start, _)| oracle.name.starts_with(start)).map_or(&[], |(_, tools)| tools)
}

/// Why an oracle is not held to its floor here.
fn excuse(oracle: &pnacl::Oracle) -> Option<&'static str> {
    if programs(oracle).iter().any(|tool| tool.find().is_none()) {
        return Some("not installed");
    }
    (oracle.name == pnacl::EXEC_CRANELIFT.name && !cfg!(feature = "cranelift")).then_some("not built")
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
            match (oracle.check)(case) {
                Verdict::Pass => *passes.entry(oracle.name).or_default() += 1,
                Verdict::Skip(reason) => *skips.entry((oracle.name, reason)).or_default() += 1,
                Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
            }
        }
    }
    println!("passes {passes:?}\nskips {skips:?}");
    for oracle in pnacl::ORACLES {
        if let Some(reason) = excuse(oracle) {
            println!("{}: {reason}, not held to its floor", oracle.name);
            continue;
        }
        let (cases, passed) = (cases(oracle), passes.get(oracle.name).copied().unwrap_or_default());
        assert!(passed * 100 >= cases * u64::from(oracle.floor), "{}: {passed} of {cases} judged, floor {} %", oracle.name, oracle.floor);
    }
}
