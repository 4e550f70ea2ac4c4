//! Runs generated programs as Machine IR and on the reference interpreter, many per process.
//!
//! usage: cargo run --release -p irsmith-oracles --example execution_mir -- [COUNT [SEED [FOLDER [LLC...]]]]
//!
//! COUNT programs (1,000 by default) are generated from consecutive seeds starting at SEED (0 by default), alternating between the profile
//! whose executions all have a result and the one whose executions are all defined. Every LLC (by default those that are judged) compiles
//! them for each processor, without optimisation, with it, and for newer processors. Prints a table of what was compared, with the time per
//! program; failures are reported by signature, and the first program of each is kept in FOLDER, unless that is -. Exit status: 0 if all agree, 1 if not, 2 if a program is missing or the arguments are wrong.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_oracles::Verdict;
use irsmith_oracles::mir::execution::{Compiler, Processor};
use irsmith_oracles::pnacl::Case;
use irsmith_oracles::pnacl::execution::mir::judge;
use irsmith_oracles::pnacl::execution::{Plan, Run};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Programs per process.
const BATCH: usize = 100;

fn main() -> io::Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default| words.get(index).map_or(Some(default), |word| word.parse::<u64>().ok());
    let (Some(count), Some(seed)) = (number(0, 1_000), number(1, 0)) else {
        eprintln!("usage: execution_mir [COUNT [SEED [FOLDER [LLC...]]]]");
        return Ok(ExitCode::from(2));
    };
    let mut compilers = Vec::new();
    for processor in Processor::ALL {
        match words.get(3..).filter(|names| !names.is_empty()).map(|names| Compiler::named(processor, names)) {
            None => compilers.extend(Compiler::judged(processor)),
            Some(Ok(named)) => compilers.extend(named),
            Some(Err(name)) => {
                eprintln!("{name} is not installed");
                return Ok(ExitCode::from(2));
            }
        }
    }
    let seeds: Vec<u64> = (seed..seed.saturating_add(count)).collect();
    let (mut agree, mut out) = (true, io::stdout().lock());
    for compiler in compilers {
        let start = Instant::now();
        let mut counts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for batch in seeds.chunks(BATCH) {
            for (seed, verdict) in judge_batch(&compiler, batch) {
                let name = match verdict {
                    Verdict::Pass => "agree".to_owned(),
                    Verdict::Skip(reason) => format!("skipped: {reason}"),
                    Verdict::Fail(failure) => {
                        agree = false;
                        let name = failure.signature.to_string();
                        if !counts.contains_key(&name) {
                            eprintln!("seed {seed}: {name}\n{}", failure.evidence);
                            keep(words.get(2).filter(|folder| *folder != "-"), seed)?;
                        }
                        name
                    }
                };
                counts.entry(name).or_insert((0, seed)).0 += 1;
            }
        }
        let each = start.elapsed().as_secs_f64() * 1e3 / count.max(1) as f64;
        writeln!(out, "{} {}: {each:.1} ms a program", compiler.llc.name, compiler.setting.name())?;
        for (name, (count, first)) in counts {
            writeln!(out, "  {count:6} {name} (first: seed {first})")?;
        }
    }
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the program of a seed to a folder.
fn keep(folder: Option<&String>, seed: u64) -> io::Result<()> {
    let (Some(folder), Some(case)) = (folder, case(seed)) else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    std::fs::write(Path::new(folder).join(format!("{seed}.pexe")), case.bytes())
}

/// Checks the programs of some seeds.
fn judge_batch(compiler: &Compiler, seeds: &[u64]) -> Vec<(u64, Verdict)> {
    let cases: Vec<(u64, Case)> = seeds.iter().filter_map(|&seed| Some((seed, case(seed)?))).collect();
    let executed: Vec<_> = cases.iter().filter_map(|(seed, case)| Some((*seed, case.executed().ok()?))).collect();
    let plans: Vec<(&Plan<'_>, &[Run])> = executed.iter().map(|(_, (plan, runs))| (plan, *runs)).collect();
    let verdicts = judge("execution-mir", compiler, &plans);
    executed.iter().map(|(seed, _)| *seed).zip(verdicts).collect()
}

fn case(seed: u64) -> Option<Case> {
    let config = if seed.is_multiple_of(2) { Config::exec() } else { Config::defined() };
    let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config);
    Some(Case::new(&module.write().ok()?))
}
