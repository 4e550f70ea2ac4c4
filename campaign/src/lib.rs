//! Runs targets over time: builds the engine, schedules workers, keeps what they find.
//!
//! [`build_worker`] makes the worker program of the built-in engine, [`run`] supervises workers
//! until their time, their runs or a signal ends the campaign, and the [`Summary`] says what came
//! of it.

mod day;
mod engine;
mod error;
mod options;
mod progress;
mod summary;
mod supervisor;

pub use engine::{Engine, WorkerProgram, act_as_rustc_wrapper, build_worker, find_workspace};
pub use error::CampaignError;
pub use options::Options;
pub use progress::{Progress, Silent, for_terminal};
pub use summary::{FindingReport, Summary, TargetReport};
pub use supervisor::{NewFinding, OnFinding, run};
