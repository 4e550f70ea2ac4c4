//! The supervisor with worker processes that fail in every way a worker can.
//!
//! The workers are this test program, started again, whose `main` is then the test `worker` below. They run their own targets, whose
//! oracles misbehave, under the driver without guidance, so that no engine has to be built.

mod campaigns;
mod endings;
mod kills;
mod targets;
#[path = "../common/test_target.rs"]
mod test_target;
mod tools;

use irsmith_fuzz::worker::{Executor, JOB_VARIABLE, Job, NotingAllocator, act_as_checker, confine, random};

#[global_allocator]
static ALLOCATOR: NotingAllocator = NotingAllocator;

/// The main function of worker processes; does nothing as an ordinary test.
#[test]
fn worker() {
    if act_as_checker(targets::TARGETS).is_some() {
        std::process::exit(0);
    }
    if std::env::var_os(JOB_VARIABLE).is_none() {
        return;
    }
    let job = Job::from_environment().unwrap();
    confine(job.memory_mib, job.parent).unwrap();
    let mut executor = Executor::new(job, targets::TARGETS).unwrap();
    random::drive(&mut executor);
    std::process::exit(0);
}
