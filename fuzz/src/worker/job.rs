//! The settings that the supervisor passes to a worker.

use std::path::PathBuf;

use irsmith_oracles::external::{Configuration, ConfigurationError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Mutator, Provenance};

/// The environment variable that contains a worker's [`Job`] as JSON.
pub const JOB_VARIABLE: &str = "IRSMITH_JOB";

/// The settings of one worker process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Name of the target.
    pub target: String,
    /// Seed of this process; the supervisor derives another one for each restart.
    pub seed: u32,
    /// Ends the worker after this many executions.
    pub runs: Option<u64>,
    /// Ends the worker after this many seconds, if the supervisor has not done so before.
    pub seconds: Option<u64>,
    /// The mutations that it makes.
    pub mutator: Mutator,
    /// Folder of cases that workers of the target share, for reading and writing.
    pub corpus: PathBuf,
    /// Folders of cases for reading only.
    pub seeds: Vec<PathBuf>,
    /// Whether to read from time to time what other workers added to `corpus`.
    pub reload: bool,
    /// Whether to remove from `corpus`, while it is read, the engines' files that add no coverage to smaller ones.
    pub distil: bool,
    /// Largest case in bytes.
    pub max_len: usize,
    /// Limit of the process's address space, in MiB.
    pub memory_mib: u64,
    /// Process id of the supervisor.
    pub parent: u32,
    /// The findings folder.
    pub findings: PathBuf,
    /// The origin to record in findings.
    pub provenance: Provenance,
    /// The file that survives the worker, [prepared](super::StatusFile::prepare) for it.
    pub status_file: PathBuf,
    /// A folder of this worker alone, for the programs that it runs and for useless files of engines.
    pub scratch: PathBuf,
    /// What the user says about implementations.
    #[serde(default)]
    pub configuration: Configuration,
    /// [Content hashes](crate::content_hash) of cases not to run, because they ended a worker.
    pub quarantine: Vec<u64>,
}

/// Why a process cannot work as a worker.
#[derive(Debug, Error)]
pub enum JobError {
    /// Started by hand.
    #[error("this is the worker of `irsmith fuzz`; start that instead ({JOB_VARIABLE} is not set)")]
    NotAWorker,
    /// The job does not read.
    #[error("{JOB_VARIABLE} does not read: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The registry of this build does not contain the target.
    #[error("no target {0:?} in this build")]
    UnknownTarget(String),
    /// A file of the job cannot be used.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the file system.
        source: std::io::Error,
    },
    /// The supervisor's configuration does not read here.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// The system refuses a limit.
    #[error("the limits of the worker cannot be set: {0}")]
    Limits(std::io::Error),
}

impl Job {
    /// Reads the job from this process's environment.
    ///
    /// # Errors
    ///
    /// [`JobError::NotAWorker`] when there is none, [`JobError::Malformed`] when it does not read.
    pub fn from_environment() -> Result<Self, JobError> {
        let text = std::env::var(JOB_VARIABLE).map_err(|_| JobError::NotAWorker)?;
        Ok(serde_json::from_str(&text)?)
    }
}
