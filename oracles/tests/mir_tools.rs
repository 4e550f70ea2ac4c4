//! Runs the oracles of Machine IR that run llc on generated files and on real ones.

mod tested;

use arbitrary::Unstructured;
use irsmith_generators::SplitMix64;
use irsmith_generators::mir::{Config, Kind, generate};
use irsmith_mir::tables::Machine;
use irsmith_oracles::mir::{Case, EXEC_AARCH64, EXEC_PASSES, EXEC_X86_64, LLC_ACCEPTS, LLC_AGAIN, LLC_PRINTS, ORACLES, Oracle};
use irsmith_oracles::{Needs, Verdict};
use irsmith_testdata::Data;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

irsmith_testdata::data_tests! {
    own: [
        llc_agrees_on_real_files,
    ],
    outside: [
        llc_agrees_on_real_files,
    ],
}

/// Generated files.
const FILES: u64 = 24;
/// The maximal number of functions of each.
const FUNCTIONS: u32 = 60;

fn case(seed: u64) -> Case {
    let mut bytes = Vec::new();
    SplitMix64::new(seed).extend(&mut bytes, 1500 * FUNCTIONS as usize);
    let config = Config { functions: FUNCTIONS, ..Config::new(Machine::TARGETS[seed as usize % 2], Kind::Both) };
    Case::new(generate(&mut Unstructured::new(&bytes), &config).write().as_bytes())
}

fn beside_llc() -> impl Iterator<Item = &'static Oracle> {
    ORACLES.iter().filter(|oracle| matches!(oracle.needs, Needs::Programs(_)))
}

/// Returns the verdicts of the oracles on a case, by name.
fn verdicts(case: &Case) -> Vec<(&'static str, Verdict)> {
    beside_llc().map(|oracle| (oracle.name, oracle.verdict(case))).collect()
}

#[test]
fn llc_agrees_on_generated_functions() {
    let verdicts: Vec<_> = (0..FILES).into_par_iter().map(|seed| verdicts(&case(seed))).collect();
    let mut judged: BTreeMap<&str, u64> = BTreeMap::new();
    for (seed, (name, verdict)) in (0_u64..).zip(&verdicts).flat_map(|(seed, verdicts)| verdicts.iter().map(move |verdict| (seed, verdict)))
    {
        let count = judged.entry(name).or_default();
        match verdict {
            Verdict::Pass => *count += 1,
            Verdict::Skip(reason) => eprintln!("file {seed}: {name}: {reason}"),
            Verdict::Fail(failure) => tested::tell(failure, seed),
        }
    }
    // The functions of these files are not executed.
    let is_executed = |oracle: &&Oracle| [EXEC_X86_64.name, EXEC_AARCH64.name, EXEC_PASSES.name].contains(&oracle.name);
    for oracle in beside_llc().filter(|oracle| !is_executed(oracle)) {
        match oracle.needs.missing() {
            Some(missing) => irsmith_testdata::not_tested(format_args!("{}: {missing}", oracle.name)),
            None => assert!(judged[oracle.name] * 100 >= FILES * u64::from(oracle.floor), "{}: {judged:?} of {FILES}", oracle.name),
        }
    }
}

/// Real files on which oracles that run llc fail, each with its reason.
const KNOWN: &[(&str, &str)] =
    &[("cg-AArch64__aarch64-ldst-no-premature-sp-pop.mir", "llc lists metadata nodes in an order in which it does not read them")];

fn llc_agrees_on_real_files(data: &Data) {
    let files = data.machine_ir();
    if let Some(missing) = LLC_ACCEPTS.needs.missing() {
        irsmith_testdata::not_tested(missing);
        return;
    }
    let judge = |(place, file): (usize, &PathBuf)| {
        let case = Case::new(&irsmith_testdata::read(file));
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // The tests of the format compare the prints of all files, which takes long.
        let oracles: &[Oracle] = if place % 5 == 0 { &[LLC_ACCEPTS, LLC_AGAIN, LLC_PRINTS] } else { &[LLC_ACCEPTS] };
        (name, oracles.iter().map(|oracle| oracle.verdict(&case)).collect::<Vec<_>>())
    };
    let said: Vec<_> = files.par_iter().enumerate().map(judge).collect();
    let passes = said.iter().filter(|(_, verdicts)| verdicts[0] == Verdict::Pass).count();
    let mut alarms = String::new();
    for (name, verdict) in said.iter().flat_map(|(name, verdicts)| verdicts.iter().map(move |verdict| (name, verdict))) {
        if let Verdict::Fail(failure) = verdict
            && !KNOWN.iter().any(|(known, _)| known == name)
        {
            alarms += &format!("{name}: {}\n{}\n", failure.signature, failure.evidence.lines().take(3).collect::<Vec<_>>().join("\n"));
        }
    }
    assert!(alarms.is_empty(), "{passes} of {} pass:\n{alarms}", files.len());
    assert!(passes >= data.choose(70, 300), "{passes} of {}", files.len());
}
