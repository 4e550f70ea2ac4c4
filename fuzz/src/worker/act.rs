//! A process in the role of a worker.

use std::process::ExitCode;

use super::{Executor, Job, JobError, confine, random};
use crate::Target;

/// Runs the job of the environment with a driver: the whole `main` of a worker. Returns `None` in a process without a job.
///
/// Any program can be a worker that calls this first, with [`NotingAllocator`](super::NotingAllocator) as its allocator.
pub fn act_as_worker(registry: &'static [Target], drive: impl FnOnce(Executor) -> ExitCode) -> Option<ExitCode> {
    match prepare(registry) {
        Ok(executor) => Some(drive(executor)),
        Err(JobError::NotAWorker) => None,
        Err(error) => {
            eprintln!("cannot work: {error}");
            Some(ExitCode::from(2))
        }
    }
}

fn prepare(registry: &'static [Target]) -> Result<Executor, JobError> {
    let job = Job::from_environment()?;
    confine(job.memory_mib, job.parent).map_err(JobError::Limits)?;
    Executor::new(job, registry)
}

/// The driver without guidance, for [`act_as_worker`].
pub fn drive_at_random(mut executor: Executor) -> ExitCode {
    random::drive(&mut executor);
    ExitCode::SUCCESS
}
