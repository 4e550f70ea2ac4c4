//! The worker process of `irsmith fuzz`; see [`irsmith_fuzz::worker`].
//!
//! A build with `--cfg fuzzing` and coverage instrumentation, as made by `irsmith fuzz`, contains libFuzzer; an ordinary build contains the
//! driver without guidance.

#[cfg(all(fuzzing, feature = "libfuzzer"))]
mod counters;
#[cfg(all(fuzzing, feature = "libfuzzer"))]
mod libfuzzer;

use std::process::ExitCode;

#[cfg(all(fuzzing, feature = "libfuzzer"))]
use self::libfuzzer::drive;
#[cfg(not(all(fuzzing, feature = "libfuzzer")))]
use irsmith_fuzz::worker::drive_at_random as drive;
use irsmith_fuzz::{
    TARGETS,
    worker::{JobError, NotingAllocator, act_as_checker, act_as_worker},
};

#[global_allocator]
static ALLOCATOR: NotingAllocator = NotingAllocator;

fn main() -> ExitCode {
    act_as_checker(TARGETS).or_else(|| act_as_worker(TARGETS, drive)).unwrap_or_else(|| {
        eprintln!("irsmith-worker: {}", JobError::NotAWorker);
        ExitCode::from(2)
    })
}
