//! Runs targets over time: builds the engine, schedules workers, saves their findings.
//!
//! [`build_worker`] builds the worker program of an engine, [`run`] supervises workers until a time limit, a run limit or a signal ends the
//! campaign, and the [`Summary`] contains the outcome. [`minimize`](mod@minimize) minimizes failing cases, in a campaign or alone.
//!
//! ```
//! use irsmith_campaign::Jobs;
//!
//! let jobs = Jobs::on_this_machine(Some(10_000), 2048);
//! assert!(jobs.number < 10_000, "no more workers than the machine has processors and memory for");
//! ```

// They would end a run whose terminal is gone; `note` does not.
#![warn(clippy::print_stderr)]

mod day;
mod display;
mod engine;
mod error;
pub mod findings;
mod jobs;
pub mod minimize;
mod options;
mod progress;
mod stopwatch;
mod summary;
mod supervisor;
mod unchecked;

use irsmith_oracles::external::Scratch;

pub use day::today;
pub use engine::{Engine, WorkerProgram, act_as_rustc_wrapper, build_worker, find_sources, other_clone_here};
pub use error::CampaignError;
pub use jobs::Jobs;
pub use minimize::minimize_findings;
pub use options::Options;
pub use progress::{BesideBuild, Progress, Silent, for_terminal};
pub use summary::{FindingReport, SlowestOracle, Summary, TargetReport};
pub use supervisor::{NewFinding, OnFinding, run};

/// Makes a folder for temporary files.
pub(crate) fn scratch() -> Result<Scratch, CampaignError> {
    Scratch::new().map_err(CampaignError::file("cannot make a scratch folder in", std::env::temp_dir()))
}
