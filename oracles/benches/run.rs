//! Measures the overhead of running an external program over the bare program: folder, limits, confinement, and cleanup.

use irsmith_oracles::external::{Limits, run};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs per round.
const RUNS: u32 = 500;

const ROUNDS: u32 = 5;

#[expect(clippy::print_stdout)]
fn main() {
    let program = Path::new("/bin/true");
    let bare = least(|| drop(Command::new(program).stdin(Stdio::null()).output().expect("the program starts")));
    let ours = least(|| drop(run(program, &[], &[("case", b"a case")], &Limits::default()).expect("the program starts")));
    let ratio = ours.as_secs_f64() / bare.as_secs_f64();
    println!("a run of {}: {ours:?}, by the standard library alone {bare:?}: {ratio:.2} times as much", program.display());
}

/// Returns the time of one run in the best round.
fn least(work: impl Fn()) -> Duration {
    let rounds = (0..ROUNDS).map(|_| {
        let started = Instant::now();
        (0..RUNS).for_each(|_| work());
        started.elapsed() / RUNS
    });
    rounds.min().unwrap_or_default()
}
