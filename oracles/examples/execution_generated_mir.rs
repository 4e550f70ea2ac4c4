//! Runs generated functions of Machine IR as machine code and on the reference interpreter, many per process.
//!
//! usage: cargo run --release -p irsmith-oracles --example execution_generated_mir -- [COUNT [SEED [FOLDER [LLC...]]]]
//!
//! COUNT files (1,000 by default) of one to four functions are generated from consecutive seeds starting at SEED (0 by default). Every LLC
//! (by default those that are judged) compiles them for each processor: without optimisation, with it, for newer processors, and for a
//! certain one. It prints them behind each pass of GlobalISel, where the interpreter executes them again. Half of the files have flags such
//! as `nsw`, and half another shape: blocks in parts and in another order, values stored and widened, instructions outlined.
//! Prints a table of what was compared, with the time per file, why functions were not compiled, and how often each opcode was executed by
//! machine code that agrees, and in how many files; failures are reported by signature, and the first file of each is kept in FOLDER, unless that is -. Exit status: 0 if all agree, 1 if not, 2 if a program is missing or the arguments are wrong.

use arbitrary::Unstructured;
use irsmith_generators::mir::{Defined, generate_defined};
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_mir::Dialect;
use irsmith_mir::tables::Target;
use irsmith_oracles::Verdict;
use irsmith_oracles::mir::execution::{Compiler, Processor};
use irsmith_oracles::mir::{
    EXEC_AARCH64, EXEC_PASSES, EXEC_X86_64, JudgedCalls, KnownCalls, TARGET_LACKING, judge_calls, judge_passes, passes_of, reshaped,
};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Files per process.
const BATCH: usize = 100;

fn main() -> io::Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default| words.get(index).map_or(Some(default), |word| word.parse::<u64>().ok());
    let (Some(count), Some(seed)) = (number(0, 1_000), number(1, 0)) else {
        eprintln!("usage: execution_generated_mir [COUNT [SEED [FOLDER [LLC...]]]]");
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
        let oracle = if compiler.setting.processor == Processor::AArch64 { EXEC_AARCH64.name } else { EXEC_X86_64.name };
        let (start, mut calls, mut made, mut functions) = (Instant::now(), 0, 0, 0);
        let mut unselected: BTreeMap<String, u64> = BTreeMap::new();
        let mut counts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        let mut executed: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for batch in seeds.chunks(BATCH) {
            let files: Vec<(u64, KnownCalls)> = batch.iter().filter_map(|&seed| Some((seed, known(seed, &compiler, batch[0])?))).collect();
            let (seeds, files): (Vec<u64>, Vec<KnownCalls>) = files.into_iter().unzip();
            calls += files.iter().map(KnownCalls::len).sum::<usize>();
            let judged = judge_calls(oracle, &compiler, &files);
            let lacks_target = |judged: &JudgedCalls| judged.verdict == Verdict::Skip(TARGET_LACKING);
            if !judged.is_empty() && judged.iter().all(lacks_target) {
                counts.insert(format!("{oracle}: skipped: {TARGET_LACKING}"), (count, seed));
                break;
            }
            for (known, judged) in files.iter().zip(&judged) {
                functions += known.functions();
                made += judged.made.iter().filter(|made| **made).count();
                for one in &judged.unselected {
                    *unselected.entry(one.reason.clone()).or_default() += 1;
                }
            }
            let right = files.iter().zip(&judged).filter(|(_, judged)| matches!(judged.verdict, Verdict::Pass));
            for (opcode, count) in right.flat_map(|(known, judged)| known.executed(&judged.made)) {
                let (times, files) = executed.entry(opcode.to_owned()).or_default();
                (*times, *files) = (*times + count, *files + 1);
            }
            let mut verdicts = vec![(oracle, judged.into_iter().map(|judged| judged.verdict).collect())];
            for pass in passes_of(compiler.setting.processor, compiler.setting.level) {
                verdicts.push((pass, judge_passes(EXEC_PASSES.name, &compiler, pass, &files)));
            }
            let verdicts = verdicts
                .into_iter()
                .flat_map(|(asked, verdicts)| seeds.iter().zip(verdicts).map(move |(seed, verdict)| (asked, *seed, verdict)));
            for (asked, seed, verdict) in verdicts {
                let name = match verdict {
                    Verdict::Pass => format!("{asked}: agree"),
                    Verdict::Skip(reason) => format!("{asked}: skipped: {reason}"),
                    Verdict::Fail(failure) => {
                        agree = false;
                        let name = failure.signature.to_string();
                        if !counts.contains_key(&name) {
                            eprintln!("seed {seed}: {name}\n{}", failure.evidence);
                            keep(words.get(2).filter(|folder| *folder != "-"), seed, &compiler, batch[0])?;
                        }
                        name
                    }
                };
                counts.entry(name).or_insert((0, seed)).0 += 1;
            }
        }
        let each = start.elapsed().as_secs_f64() * 1e3 / count.max(1) as f64;
        writeln!(
            out,
            "{} {}: {functions} functions, {calls} calls, {made} of them made, {each:.1} ms a file",
            compiler.llc.name,
            compiler.setting.name()
        )?;
        for (name, (count, first)) in counts {
            writeln!(out, "  {count:6} {name} (first: seed {first})")?;
        }
        writeln!(out, "  not compiled, {} functions:", unselected.values().sum::<u64>())?;
        for (reason, count) in unselected {
            writeln!(out, "  {count:10} {reason}")?;
        }
        writeln!(out, "  executed and right, {} opcodes:", executed.len())?;
        for (opcode, (times, files)) in executed {
            writeln!(out, "  {times:10} {opcode} in {files} files")?;
        }
        out.flush()?;
    }
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the file of a seed to a folder.
fn keep(folder: Option<&String>, seed: u64, compiler: &Compiler, first: u64) -> io::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    let name = format!("{seed}-{}-{}.mir", compiler.llc.name, compiler.setting.name());
    std::fs::write(Path::new(folder).join(name), file(seed, compiler, first).write_in(irsmith_mir::Style::Simplified))
}

/// Generates the file of a seed, half of them in another shape, with names that no other file of its batch has.
fn file(seed: u64, compiler: &Compiler, first: u64) -> irsmith_mir::File {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let drawn = Defined::drawn(&mut Choices::new(&mut bytes));
    let target = if compiler.setting.processor == Processor::AArch64 { Target::AArch64 } else { Target::X86 };
    let number = u32::try_from(seed.saturating_sub(first)).unwrap_or_default();
    let file = generate_defined(
        &mut bytes,
        &Defined { target, dialect: Dialect::of_release(compiler.release), first: 10 * number, is_flagged: seed % 2 == 1, ..drawn },
    );
    if seed % 4 < 2 { file } else { reshaped(&file, seed).unwrap_or(file) }
}

fn known(seed: u64, compiler: &Compiler, first: u64) -> Option<KnownCalls> {
    let bytes = bytes_of_seed(!seed);
    let mut bytes = Unstructured::new(&bytes);
    KnownCalls::of(&file(seed, compiler, first), compiler.setting.processor, &mut Choices::new(&mut bytes)).ok()
}
