//! Code shared by the front ends of external engines.
//!
//! libFuzzer under `cargo fuzz` and AFL++ have one way to report a failure: the process crashes. So these front ends turn a failed verdict
//! into a panic, which both engines turn into an abort.

use std::{path::PathBuf, process::ExitCode};

use irsmith_oracles::Verdict;

use crate::{OwnPanic, Target, Unchecked, hexadecimal, take_own_panics};

/// Runs `target` on `bytes`.
///
/// # Panics
///
/// When an oracle fails; the message begins with the signature and contains the evidence. Also when irsmith's own code panicked while it
/// made this case; the message then contains the case that it was made of.
pub fn expect_pass(target: &Target, bytes: &[u8]) {
    let mut failures: Vec<String> = take_own_panics().iter().map(reported_with_cases).collect();
    target.run(bytes, &mut |_, verdict| {
        if let Verdict::Fail(failure) = verdict {
            failures.push(format!("{}\n{}", failure.signature, failure.evidence));
        }
    });
    assert!(failures.is_empty(), "{}: {}", target.name, failures.join("\n\n"));
}

/// Formats a panic of our own code with the data that reproduces it, for engines that save another case.
fn reported_with_cases(own: &OwnPanic) -> String {
    let cases = [Some(&own.case), own.other.as_ref()].into_iter().flatten().map(|case| hexadecimal(case));
    format!("{}\n{own}\nin hexadecimal: {}", own.failure().signature, cases.collect::<Vec<_>>().join(" and "))
}

/// The main function of a front end in a build without its engine: runs `target` on the files named on the command line, and prints one
/// line of result for each on standard error.
///
/// Exit status 0 when every file is checked and passes, 1 when one fails, 2 when one cannot be opened, is skipped by every oracle, or none
/// is named.
pub fn replay_arguments(target: &Target, files: impl Iterator<Item = PathBuf>) -> ExitCode {
    let mut worst = None;
    for file in files {
        let status = match std::fs::read(&file) {
            Err(error) => {
                eprintln!("{}: {error}", file.display());
                2
            }
            Ok(bytes) => replay(target, &file.display().to_string(), &bytes),
        };
        worst = worst.max(Some(status));
    }
    if worst.is_none() {
        eprintln!("usage: {} FILE...  (built without an engine, so it replays files)", target.name);
    }
    ExitCode::from(worst.unwrap_or(2))
}

/// Runs `target` on `bytes` and prints the verdict of each oracle on the case `name` on standard error. Returns an exit status: 1 when an
/// oracle fails, 2 when all of them skip, else 0.
pub fn replay(target: &Target, name: &str, bytes: &[u8]) -> u8 {
    let (mut failed, mut checked) = (false, false);
    target.run(bytes, &mut |oracle, verdict| {
        checked |= !matches!(verdict, Verdict::Skip(_));
        match verdict {
            Verdict::Pass => eprintln!("{name}: {oracle}: pass"),
            Verdict::Skip(reason) => eprintln!("{name}: {oracle}: skip ({reason})"),
            Verdict::Fail(failure) => {
                eprintln!("{name}: {oracle}: FAIL {}\n{}", failure.signature, failure.evidence);
                failed = true;
            }
        }
    });
    match (failed, checked) {
        (true, _) => 1,
        (false, false) => 2,
        (false, true) => 0,
    }
}

/// Exits with status 2 and a line on standard error when `target` can check none of `seeds`, the cases that an engine begins with. An
/// external engine would run on such seeds for its whole time, find nothing, and report success.
pub fn require_checkable(target: &Target, seeds: impl IntoIterator<Item = Vec<u8>>) {
    if let Err(error) = Unchecked::look_for(target, seeds) {
        refuse(target, &error);
    }
}

fn refuse(target: &Target, error: &Unchecked) -> ! {
    eprintln!("irsmith: {}: {error}", target.name);
    std::process::exit(2)
}

/// Reads the files in the folders among the arguments of this process, which are libFuzzer's corpora; the files with the smallest names
/// first.
pub fn corpus_of_arguments() -> impl Iterator<Item = Vec<u8>> {
    let arguments = std::env::args_os().skip(1).map(PathBuf::from);
    arguments.filter(|path| path.is_dir()).flat_map(|folder| crate::unchecked::files(&folder))
}

/// Defines one `cargo fuzz` target: `libfuzzer_target!("pnacl_read");`.
///
/// In an engine build (`--cfg fuzzing`, feature `libfuzzer`) it defines libFuzzer's entry points with the structure-aware mutator and
/// crossover; otherwise a program that replays the files named on its command line.
#[macro_export]
macro_rules! libfuzzer_target {
    ($name:literal) => {
        #[cfg(all(fuzzing, feature = "libfuzzer"))]
        $crate::libfuzzer_entry_points! {
            init: $crate::require_checkable(named(), $crate::corpus_of_arguments()),
            run: |bytes| -> () { $crate::expect_pass(named(), bytes) },
            target: named(),
            mutator: $crate::Mutator::Mixed,
        }

        #[cfg(not(all(fuzzing, feature = "libfuzzer")))]
        fn main() -> std::process::ExitCode {
            $crate::replay_arguments(named(), std::env::args_os().skip(1).map(Into::into))
        }

        fn named() -> &'static $crate::Target {
            $crate::target($name).expect("the registry lists every fuzz target")
        }
    };
}

/// Defines libFuzzer's entry points: one input, one mutation, one crossover.
///
/// For a crate that links `libfuzzer-sys`; this library does not.
#[macro_export]
macro_rules! libfuzzer_entry_points {
    (
        $(init: $init:expr,)?
        run: |$bytes:ident| -> $kept:ty $run:block,
        target: $target:expr,
        mutator: $mutator:expr $(,)?
    ) => {
        libfuzzer_sys::fuzz_target!(init: ($($init)?), |$bytes: &[u8]| -> $kept $run);

        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            let change_bytes = libfuzzer_sys::fuzzer_mutate;
            $crate::mutate_in_place($target, $mutator, data, size, max_size, seed, change_bytes)
        });

        libfuzzer_sys::fuzz_crossover!(|a: &[u8], b: &[u8], out: &mut [u8], seed: u32| {
            $crate::splice_into($target, $mutator, a, b, out, seed)
        });
    };
}
