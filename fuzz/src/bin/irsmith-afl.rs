//! The AFL++ front end of every target: its first argument names the one to run.
//!
//! `cargo afl build --no-default-features --features afl --bin irsmith-afl`, then
//! `cargo afl fuzz -i SEEDS -o OUT -- irsmith-afl TARGET`. A build without AFL++ replays the files
//! named after the target.

use std::{env, process::ExitCode};

use irsmith_fuzz::{TARGETS, Target, target};

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    match arguments.next().as_deref().and_then(target) {
        Some(target) => drive(target, arguments),
        None => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("usage: irsmith-afl TARGET [FILE...]\ntargets: {}", names.join(" "));
            ExitCode::from(2)
        }
    }
}

#[cfg(all(fuzzing, feature = "afl"))]
fn drive(target: &'static Target, _: impl Iterator<Item = String>) -> ExitCode {
    afl::fuzz!(|bytes: &[u8]| irsmith_fuzz::expect_pass(target, bytes));
    ExitCode::SUCCESS
}

#[cfg(not(all(fuzzing, feature = "afl")))]
fn drive(target: &'static Target, files: impl Iterator<Item = String>) -> ExitCode {
    irsmith_fuzz::replay_arguments(target, files.map(Into::into))
}
