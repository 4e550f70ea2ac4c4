//! Runs oracles over other people's programs on generated cases with the newest releases, which take part only if they are named: none
//! fails. What is not installed is printed.
//!
//! `IRSMITH_CASES=300 cargo test -p irsmith-oracles --test newest` tries that many cases instead of a few.

use arbitrary::Unstructured;
use irsmith_debuginfo::Dialect;
use irsmith_generators::{Choices, bytes_of_seed, debuginfo as spirv, pnacl as bitcode};
use irsmith_oracles::external::{Configuration, ProgramFamily, Task, configure, implementation, in_use};
use irsmith_oracles::ledger::LEDGERS;
use irsmith_oracles::{Verdict, debuginfo, pnacl};
use std::collections::BTreeMap;

/// The programs.
const NEWEST: [&str; 6] =
    ["llvm-bcanalyzer-22", "spirv-dis-2025.5", "spirv-as-2025.5", "spirv-val-2025.5", "spirv-opt-2025.5", "llvm-spirv-2024.2"];

/// Further releases of a program, which are not built in, by their commands.
const OLDER: [&str; 2] = ["llvm-bcanalyzer-16=llvm-bcanalyzer-16", "llvm-bcanalyzer-19=llvm-bcanalyzer-19"];

/// Cases of each kind, unless more are asked for.
const CASES: u64 = 10;

/// Makes the newest releases take part, and tells which are not installed.
fn name_newest(family: ProgramFamily) {
    let implementations = NEWEST.into_iter().chain(OLDER).map(str::to_owned).collect();
    configure(Configuration { implementations, no_ledger: false, ..Configuration::default() }).unwrap();
    let of_family = NEWEST.iter().filter_map(|name| implementation(name)).filter(|program| program.family == family);
    of_family.filter(|program| program.find().is_none()).for_each(|program| {
        irsmith_testdata::not_tested(format_args!("{} is not installed", program.name));
    });
}

fn cases() -> u64 {
    std::env::var("IRSMITH_CASES").map_or(CASES, |cases| cases.parse().expect("a number of cases"))
}

/// Runs an oracle on cases, and returns how often it passed and skipped with each program together.
fn run<C>(oracle: &irsmith_oracles::Oracle<C>, case: impl Fn(u64) -> C) -> BTreeMap<String, u64> {
    let (mut counts, mut failures) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..cases() {
        for verdict in oracle.verdicts(&case(seed)) {
            let what = match verdict {
                Verdict::Pass => "pass".to_owned(),
                Verdict::Skip(reason) => reason.to_owned(),
                Verdict::Fail(failure) => {
                    let signature = failure.signature.to_string();
                    failures.entry(signature.clone()).or_insert(format!("seed {seed}: {}", failure.evidence));
                    signature
                }
            };
            *counts.entry(what).or_default() += 1;
        }
    }
    eprintln!("{}: {counts:?}", oracle.name);
    assert!(failures.is_empty(), "{}: {counts:?}\n{failures:#?}", oracle.name);
    counts
}

/// Runs an oracle over SPIR-V with every program of a family, on what the tools support, and on what the translator supports.
fn spirv(oracle: &debuginfo::Oracle, family: ProgramFamily, kernels: bool) {
    name_newest(family);
    let programs = in_use(family, Task::Judge).len() as u64;
    let counts = run(oracle, |seed| {
        let bytes = bytes_of_seed(seed);
        let mut bytes = Unstructured::new(&bytes);
        let mut choices = Choices::new(&mut bytes);
        let config = if kernels { spirv::Config::translatable() } else { spirv::Config::portable(Dialect::DebugInfo) };
        let config = config.swarmed(&mut choices);
        debuginfo::Case::new(&spirv::generate(&mut bytes, &config).write().unwrap())
    });
    // A failure that the ledger lists was compared too.
    let is_listed = |reason: &str| LEDGERS.iter().any(|ledger| ledger.entries().iter().any(|entry| entry.name == reason));
    let compared: u64 = counts.iter().filter(|(what, _)| *what == "pass" || is_listed(what)).map(|(_, count)| count).sum();
    assert!(programs == 0 || compared * 2 > cases() * programs, "{counts:?} with {programs} programs");
}

#[test]
fn spirv_text_is_that_of_the_newest_tools() {
    spirv(&debuginfo::SPIRV_DIS, ProgramFamily::SpirvDis, false);
    spirv(&debuginfo::SPIRV_AS, ProgramFamily::SpirvAs, false);
    spirv(&debuginfo::SPIRV_DIS, ProgramFamily::SpirvDis, true);
}

#[test]
fn spirv_is_accepted_and_optimised_by_the_newest_tools() {
    for kernels in [false, true] {
        spirv(&debuginfo::SPIRV_VAL, ProgramFamily::SpirvVal, kernels);
    }
    spirv(&debuginfo::SPIRV_OPT, ProgramFamily::SpirvOpt, false);
}

#[test]
fn kernels_pass_the_newest_translator() {
    spirv(&debuginfo::LLVM_SPIRV, ProgramFamily::Translator, true);
}

/// Each release of LLVM reads the records that our writer wrote.
#[test]
fn bitstreams_are_read_by_every_release_of_llvm() {
    name_newest(ProgramFamily::Bcanalyzer);
    let programs = in_use(ProgramFamily::Bcanalyzer, Task::Judge).len() as u64;
    let counts = run(&pnacl::BCANALYZER, |seed| {
        let module = bitcode::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &bitcode::Config::default());
        pnacl::Case::new(&module.write().unwrap())
    });
    let passes = counts.get("pass").copied().unwrap_or_default();
    assert!(programs == 0 || passes * 2 > cases() * programs, "{counts:?} with {programs} programs");
}
