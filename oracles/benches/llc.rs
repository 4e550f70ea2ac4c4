//! Measures the cost of the oracles that run llc, and how many generated functions llc 19 accepts.
//!
//! `cargo bench -p irsmith-oracles --bench llc [FUNCTIONS]` generates this many functions (default 20,000), up to 500 in a file as in
//! portable cases, and prints for each oracle that runs llc milliseconds of processor time per function, including that of llc, with its
//! verdicts on files; then the share of the functions that the first llc accepts, and the classes of its error messages.

use arbitrary::Unstructured;
use irsmith_generators::SplitMix64;
use irsmith_generators::mir::{Config, Generator, Kind};
use irsmith_mir::Style;
use irsmith_mir::tables::Machine;
use irsmith_oracles::mir::{Case, ORACLES, llc_verdicts};
use irsmith_oracles::{Needs, Verdict};
use nix::sys::resource::{UsageWho, getrusage};
use std::collections::BTreeMap;
use std::time::Duration;

/// The maximal number of functions in a file.
const TOGETHER: u32 = 500;
/// Bytes from which a function is drawn: this many give about 14 instructions.
const BYTES: usize = 450;

/// Returns files with at least this many functions together, the number of their functions, and of their instructions.
fn files(functions: usize) -> (Vec<Vec<u8>>, usize, usize) {
    let (mut files, mut count, mut instructions) = (Vec::new(), 0, 0);
    let mut generator = Generator::default();
    while count < functions {
        let seed = files.len();
        let mut bytes = Vec::new();
        SplitMix64::new(seed as u64).extend(&mut bytes, TOGETHER as usize * BYTES);
        let config = Config { functions: TOGETHER, ..Config::new(Machine::TARGETS[seed % 2], Kind::Both) };
        let file = generator.generate(&mut Unstructured::new(&bytes), &config);
        count += file.functions.len();
        instructions += file.functions.iter().flat_map(|function| &function.blocks).map(|block| block.instructions.len()).sum::<usize>();
        files.push(file.write_in(Style::Simplified).into_bytes());
    }
    (files, count, instructions)
}

/// Returns the processor time of this process and of those that it waited for.
fn processor_time() -> Duration {
    let used = |who| {
        let usage = getrusage(who).expect("every process has this");
        [usage.user_time(), usage.system_time()]
            .into_iter()
            .map(|time| Duration::new(time.tv_sec() as u64, 1000 * time.tv_usec() as u32))
            .sum::<Duration>()
    };
    used(UsageWho::RUSAGE_SELF) + used(UsageWho::RUSAGE_CHILDREN)
}

#[expect(clippy::print_stdout)]
fn main() {
    let wanted = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(20_000);
    let start = processor_time();
    let (files, functions, instructions) = files(wanted);
    let each = |time: Duration| 1e3 * time.as_secs_f64() / functions as f64;
    let bytes: usize = files.iter().map(Vec::len).sum();
    let (bytes, instructions) = (bytes / functions, instructions as f64 / functions as f64);
    println!("{functions} functions in {} files, each of {instructions:.1} instructions and {bytes} bytes", files.len());
    println!("{:24} {:6.3} ms a function", "generated and written", each(processor_time() - start));
    for oracle in ORACLES.iter().filter(|oracle| matches!(oracle.needs, Needs::Programs(_))) {
        let start = processor_time();
        let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
        for file in &files {
            let name = match oracle.verdict(&Case::new(file)) {
                Verdict::Pass => "pass".to_owned(),
                Verdict::Skip(reason) => format!("skip {reason}"),
                Verdict::Fail(failure) => failure.signature.to_string(),
            };
            *verdicts.entry(name).or_default() += 1;
        }
        println!("{:24} {:6.3} ms a function: {verdicts:#?}", oracle.name, each(processor_time() - start));
    }
    acceptance(&files);
}

/// Prints how many functions llc 19 accepts, and why it rejects the others.
#[expect(clippy::print_stdout)]
fn acceptance(files: &[Vec<u8>]) {
    let (mut accepted, mut asked) = (0, 0);
    let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        for (function, verdict) in llc_verdicts(&Case::new(file)).unwrap_or_default() {
            asked += 1;
            match verdict {
                Verdict::Fail(failure) => {
                    classes.entry(failure.signature.to_string()).or_default().push(format!("file {number} {function}"));
                }
                _ => accepted += 1,
            }
        }
    }
    println!("llc 19 accepts {accepted} of {asked} functions, {:.2} %", 100.0 * f64::from(accepted) / f64::from(asked.max(1)));
    for (class, functions) in classes {
        println!("{:5} {class}: {}", functions.len(), functions[..functions.len().min(3)].join(", "));
    }
}
