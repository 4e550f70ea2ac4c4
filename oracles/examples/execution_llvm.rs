//! Runs generated programs on LLVM and on the reference interpreter, many per process.
//!
//! usage: cargo run --release -p irsmith-oracles --example execution_llvm -- [COUNT [SEED [FOLDER]]] [--implementation NAME[=COMMAND]]...
//!
//! COUNT programs (2,000 by default) are generated from consecutive seeds starting at SEED (0 by default), alternating between the profile
//! whose executions all have a result and the one whose executions are all defined. Every `lli` and `llc` that takes part by default or is
//! named runs them, the latter also with GlobalISel: `--implementation llc-22 --implementation opt-22`. Prints a table of what was compared,
//! with the time per program. A program that fails is reported, and kept in FOLDER. Exit status: 0 if all agree, 1 if not, 2 if LLVM is
//! missing or the arguments are wrong.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_oracles::external::{Configuration, check_named, configure};
use irsmith_oracles::pnacl::execution::llvm::{Compiler, Llvm, Mode};
use irsmith_oracles::pnacl::execution::{Plan, Run};
use irsmith_oracles::pnacl::{
    Case, EXEC_GLOBAL_ISEL_O0, EXEC_GLOBAL_ISEL_O2, EXEC_LLC_O0, EXEC_LLC_O2, EXEC_LLC_UNGUARDED, EXEC_LLVM_O0, EXEC_LLVM_O2,
    EXEC_LLVM_UNGUARDED, Oracle,
};
use irsmith_oracles::{Failure, Verdict};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Programs per process. The start of the two processes, 50 ms, is spread over them, and a failing batch takes seconds to bisect.
const BATCH: usize = 200;

const ORACLES: [(Compiler, Mode, Oracle); 8] = [
    (Compiler::Lli, Mode::Plain, EXEC_LLVM_O0),
    (Compiler::Lli, Mode::Optimised, EXEC_LLVM_O2),
    (Compiler::Lli, Mode::Unguarded, EXEC_LLVM_UNGUARDED),
    (Compiler::Llc, Mode::Plain, EXEC_LLC_O0),
    (Compiler::Llc, Mode::Optimised, EXEC_LLC_O2),
    (Compiler::Llc, Mode::Unguarded, EXEC_LLC_UNGUARDED),
    (Compiler::GlobalIsel, Mode::Plain, EXEC_GLOBAL_ISEL_O0),
    (Compiler::GlobalIsel, Mode::Optimised, EXEC_GLOBAL_ISEL_O2),
];

/// One oracle with the programs of one release, and its results so far.
struct Row {
    llvm: &'static Llvm,
    mode: Mode,
    oracle: &'static str,
    passed: u64,
    failed: u64,
    skipped: BTreeMap<&'static str, u64>,
    time: Duration,
}

struct Arguments {
    count: u64,
    seed: u64,
    folder: Option<PathBuf>,
    implementations: Vec<String>,
}

fn main() -> io::Result<ExitCode> {
    let Some(arguments) = arguments() else {
        eprintln!("usage: execution_llvm [COUNT [SEED [FOLDER]]] [--implementation NAME[=COMMAND]]...");
        return Ok(ExitCode::from(2));
    };
    let configured = Configuration::of_command(None, &arguments.implementations, true).and_then(configure).and_then(|()| check_named());
    if let Err(error) = configured {
        eprintln!("{error}");
        return Ok(ExitCode::from(2));
    }
    let of_oracle = |(compiler, mode, Oracle { name: oracle, .. }): (Compiler, Mode, Oracle)| {
        let row = move |llvm| Row { llvm, mode, oracle, passed: 0, failed: 0, skipped: BTreeMap::new(), time: Duration::ZERO };
        Llvm::all(compiler).map(row)
    };
    let mut rows: Vec<Row> = ORACLES.into_iter().flat_map(of_oracle).collect();
    if rows.is_empty() {
        eprintln!("neither lli nor llc is installed");
        return Ok(ExitCode::from(2));
    }
    let seeds: Vec<u64> = (arguments.seed..arguments.seed.saturating_add(arguments.count)).collect();
    for batch in seeds.chunks(BATCH) {
        judge(batch, &arguments, &mut rows)?;
    }
    table(&rows)?;
    Ok(if rows.iter().all(|row| row.failed == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn arguments() -> Option<Arguments> {
    let (mut words, mut implementations) = (Vec::new(), Vec::new());
    let mut all = std::env::args().skip(1);
    while let Some(word) = all.next() {
        if word == "--implementation" { implementations.push(all.next()?) } else { words.push(word) }
    }
    let number = |index: usize, default| words.get(index).map_or(Some(default), |word| word.parse().ok());
    let arguments = Arguments { count: number(0, 2_000)?, seed: number(1, 0)?, folder: words.get(2).map(PathBuf::from), implementations };
    (words.len() <= 3).then_some(arguments)
}

fn case(seed: u64) -> Option<Case> {
    let config = if seed.is_multiple_of(2) { Config::exec() } else { Config::defined() };
    let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config);
    Some(Case::new(&module.write().ok()?))
}

/// Checks the programs of some seeds in every row.
fn judge(seeds: &[u64], arguments: &Arguments, rows: &mut [Row]) -> io::Result<()> {
    let cases: Vec<(u64, Case)> = seeds.iter().filter_map(|&seed| Some((seed, case(seed)?))).collect();
    let executed: Vec<_> = cases.iter().filter_map(|(seed, case)| Some((*seed, case, case.executed().ok()?))).collect();
    let plans: Vec<(&Plan<'_>, &[Run])> = executed.iter().map(|(.., (plan, runs))| (plan, *runs)).collect();
    for row in rows {
        let start = Instant::now();
        let verdicts = row.llvm.judge(row.oracle, &plans, row.mode);
        row.time += start.elapsed();
        for ((seed, case, _), verdict) in executed.iter().zip(verdicts) {
            match verdict {
                Verdict::Pass => row.passed += 1,
                Verdict::Skip(reason) => *row.skipped.entry(reason).or_default() += 1,
                Verdict::Fail(failure) => {
                    row.failed += 1;
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

fn table(rows: &[Row]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{:20} {:16} {:>8} {:>8} {:>8} {:>10}  skips", "oracle", "programs", "passed", "failed", "skipped", "ms/program")?;
    for row in rows {
        let (passed, failed, skipped) = (row.passed, row.failed, row.skipped.values().sum::<u64>());
        let reasons: Vec<String> = row.skipped.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let programs: Vec<&str> = row.llvm.programs(row.mode).map(|program| program.name).collect();
        let time = row.time.as_secs_f64() * 1000.0 / (passed + failed + skipped).max(1) as f64;
        let (oracle, programs, reasons) = (row.oracle, programs.join("+"), reasons.join(", "));
        writeln!(out, "{oracle:20} {programs:16} {passed:8} {failed:8} {skipped:8} {time:10.1}  {reasons}")?;
    }
    Ok(())
}
