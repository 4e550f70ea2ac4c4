//! The supervisor over worker processes that fail in every way a worker can.
//!
//! The workers are this test program, started again: the test `worker` below is their `main`. They
//! run targets of their own, whose oracles misbehave, under the driver without guidance, so that
//! no engine has to be built.

mod campaigns;
mod endings;
mod kills;
mod tools;
#[path = "../common/toy.rs"]
mod toy;
mod toys;

use irsmith_fuzz::worker::{JOB_VARIABLE, Job, Judge, NotingAllocator, act_as_checker, confine, random};

#[global_allocator]
static ALLOCATOR: NotingAllocator = NotingAllocator;

/// The main function of worker processes; as a test among the others it has nothing to do.
#[test]
fn worker() {
    if act_as_checker(toys::TOYS).is_some() {
        std::process::exit(0);
    }
    if std::env::var_os(JOB_VARIABLE).is_none() {
        return;
    }
    let job = Job::from_environment().unwrap();
    confine(job.memory_mib, job.parent).unwrap();
    let mut judge = Judge::new(job, toys::TOYS).unwrap();
    random::drive(&mut judge);
    std::process::exit(0);
}
