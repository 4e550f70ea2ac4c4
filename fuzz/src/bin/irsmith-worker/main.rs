//! The worker process of `irsmith fuzz`; see [`irsmith_fuzz::worker`].
//!
//! A build with `--cfg fuzzing` and coverage instrumentation, as made by `irsmith fuzz`, contains libFuzzer; an ordinary build contains the
//! driver without guidance.

#[cfg(all(fuzzing, feature = "libfuzzer"))]
mod counters;
#[cfg(all(fuzzing, feature = "libfuzzer"))]
mod libfuzzer;

use std::process::ExitCode;

use irsmith_fuzz::{
    TARGETS,
    worker::{Executor, Job, JobError, NotingAllocator, act_as_checker, confine},
};

#[global_allocator]
static ALLOCATOR: NotingAllocator = NotingAllocator;

fn main() -> ExitCode {
    if let Some(status) = act_as_checker(TARGETS) {
        return status;
    }
    match prepare() {
        Ok(executor) => drive(executor),
        Err(error) => {
            eprintln!("irsmith-worker: {error}");
            ExitCode::from(2)
        }
    }
}

fn prepare() -> Result<Executor, JobError> {
    let job = Job::from_environment()?;
    confine(job.memory_mib, job.parent).map_err(JobError::Limits)?;
    Executor::new(job, TARGETS)
}

#[cfg(all(fuzzing, feature = "libfuzzer"))]
fn drive(executor: Executor) -> ExitCode {
    libfuzzer::drive(executor)
}

#[cfg(not(all(fuzzing, feature = "libfuzzer")))]
fn drive(mut executor: Executor) -> ExitCode {
    irsmith_fuzz::worker::random::drive(&mut executor);
    ExitCode::SUCCESS
}
