//! The worker of the built-in engine: one process that runs one target.
//!
//! A failed verdict is a value here: the worker saves the finding and continues. If something ends the process (a signal, an abort, a hang,
//! the memory limit), the supervisor finds the input that was running and every count in the [`StatusFile`].
//!
//! The same process can use one of two drivers: libFuzzer, in a binary that links it, or [`random`], which needs neither coverage nor a C++
//! compiler. Besides fuzzing, a process can [check](act_as_checker) the cases of the minimizer.

mod act;
mod check;
mod distil;
mod executor;
mod job;
mod limits;
pub mod random;
mod status_file;

pub use act::{act_as_worker, drive_at_random};
pub use check::{CHECK_VARIABLE, CheckSettings, act_as_checker, read_part, write_part};
pub use distil::Distiller;
pub use executor::Executor;
pub use job::{JOB_VARIABLE, Job, JobError};
pub use limits::{NotingAllocator, confine};
pub use status_file::{Counters, Event, StatusFile, StatusRecord};
