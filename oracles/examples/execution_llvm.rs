//! Runs generated programs on LLVM and on the reference interpreter, many per process.
//!
//! usage: cargo run --release -p irsmith-oracles --example execution_llvm -- [COUNT [SEED [FOLDER]]]
//!
//! COUNT programs (2,000 by default) are generated from consecutive seeds starting at SEED (0 by default), alternating between the profile
//! whose executions all have a result and the one whose executions are all defined. Prints a table of what was compared, with the time per
//! program. A program that fails is reported, and kept in FOLDER. Exit status: 0 if all agree, 1 if not, 2 if LLVM is missing or the
//! arguments are wrong.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_oracles::pnacl::execution::llvm::{Llvm, Mode};
use irsmith_oracles::pnacl::execution::{Plan, Run};
use irsmith_oracles::pnacl::{Case, EXEC_LLVM_O0, EXEC_LLVM_O2, EXEC_LLVM_UNGUARDED, Oracle};
use irsmith_oracles::{Failure, Verdict};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Programs per process. The start of the two processes, 50 ms, is spread over them, and a failing batch takes seconds to bisect.
const BATCH: usize = 200;

const MODES: [(Mode, Oracle); 3] = [(Mode::Plain, EXEC_LLVM_O0), (Mode::Optimised, EXEC_LLVM_O2), (Mode::Unguarded, EXEC_LLVM_UNGUARDED)];

/// The results of one mode.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    skipped: BTreeMap<&'static str, u64>,
    time: Duration,
}

struct Arguments {
    count: u64,
    seed: u64,
    folder: Option<PathBuf>,
}

fn main() -> io::Result<ExitCode> {
    let Some(arguments) = arguments() else {
        eprintln!("usage: execution_llvm [COUNT [SEED [FOLDER]]]");
        return Ok(ExitCode::from(2));
    };
    let Some(llvm) = Llvm::find() else {
        eprintln!("lli and opt, of one version, are not installed");
        return Ok(ExitCode::from(2));
    };
    let mut tallies: [Tally; 3] = Default::default();
    let seeds: Vec<u64> = (arguments.seed..arguments.seed.saturating_add(arguments.count)).collect();
    for batch in seeds.chunks(BATCH) {
        judge(llvm, batch, &arguments, &mut tallies)?;
    }
    table(&tallies)?;
    Ok(if tallies.iter().all(|tally| tally.failed == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn arguments() -> Option<Arguments> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default| words.get(index).map_or(Some(default), |word| word.parse().ok());
    let arguments = Arguments { count: number(0, 2_000)?, seed: number(1, 0)?, folder: words.get(2).map(PathBuf::from) };
    (words.len() <= 3).then_some(arguments)
}

fn case(seed: u64) -> Option<Case> {
    let config = if seed.is_multiple_of(2) { Config::exec() } else { Config::defined() };
    let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config);
    Some(Case::new(&module.write().ok()?))
}

/// Checks the programs of some seeds in every mode.
fn judge(llvm: &Llvm, seeds: &[u64], arguments: &Arguments, tallies: &mut [Tally; 3]) -> io::Result<()> {
    let cases: Vec<(u64, Case)> = seeds.iter().filter_map(|&seed| Some((seed, case(seed)?))).collect();
    let executed: Vec<_> = cases.iter().filter_map(|(seed, case)| Some((*seed, case, case.executed().ok()?))).collect();
    let plans: Vec<(&Plan<'_>, &[Run])> = executed.iter().map(|(.., (plan, runs))| (plan, *runs)).collect();
    for ((mode, oracle), tally) in MODES.iter().zip(tallies) {
        let start = Instant::now();
        let verdicts = llvm.judge(oracle.name, &plans, *mode);
        tally.time += start.elapsed();
        for ((seed, case, _), verdict) in executed.iter().zip(verdicts) {
            match verdict {
                Verdict::Pass => tally.passed += 1,
                Verdict::Skip(reason) => *tally.skipped.entry(reason).or_default() += 1,
                Verdict::Fail(failure) => {
                    tally.failed += 1;
                    keep(*seed, case, &failure, arguments)?;
                }
            }
        }
    }
    Ok(())
}

fn keep(seed: u64, case: &Case, failure: &Failure, arguments: &Arguments) -> io::Result<()> {
    eprintln!("seed {seed}: {}\n{}", failure.signature, failure.evidence);
    let Some(folder) = &arguments.folder else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{:016x}-{seed}.pexe", failure.signature.hash64())), case.bytes())
}

fn table(tallies: &[Tally]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{:20} {:>8} {:>8} {:>8} {:>10}  skips", "oracle", "passed", "failed", "skipped", "ms/program")?;
    for ((_, oracle), tally) in MODES.iter().zip(tallies) {
        let (passed, failed, skipped) = (tally.passed, tally.failed, tally.skipped.values().sum::<u64>());
        let reasons: Vec<String> = tally.skipped.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let time = tally.time.as_secs_f64() * 1000.0 / (passed + failed + skipped).max(1) as f64;
        writeln!(out, "{:20} {passed:8} {failed:8} {skipped:8} {time:10.1}  {}", oracle.name, reasons.join(", "))?;
    }
    Ok(())
}
