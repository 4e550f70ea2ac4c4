//! Why a campaign cannot begin or go on. All of these are exit status 2.

use std::{io, path::PathBuf};

use irsmith_fuzz::{TARGETS, did_you_mean, worker::Counters};
use thiserror::Error;

/// Why a campaign cannot begin or go on.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A name that the registry lacks.
    #[error("unknown target {0:?}{like}; `irsmith targets` lists them", like = did_you_mean(.0, TARGETS.iter().map(|target| target.name)))]
    UnknownTarget(String),
    /// A target was asked for and no oracle of it has all it needs.
    #[error("{target}: nothing can be checked: {missing}")]
    NothingToCheck {
        /// The target.
        target: &'static str,
        /// What is missing.
        missing: irsmith_oracles::Missing,
    },
    /// A file or folder cannot be used.
    #[error("{doing} {path}: {source}", path = path.display())]
    File {
        /// What was tried, such as "the findings folder cannot be written:".
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the file system says.
        source: io::Error,
    },
    /// The sources of the worker are not where they should be.
    #[error("the sources of irsmith are not in {}: the worker is built from them; --sources names a clone of irsmith {}",
        .0.display(), env!("CARGO_PKG_VERSION"))]
    NoSources(PathBuf),
    /// The sources are of another version than this program.
    #[error("the sources in {} are of irsmith {version}, and this is {}", folder.display(), env!("CARGO_PKG_VERSION"))]
    OtherVersion {
        /// Their folder.
        folder: PathBuf,
        /// Their version.
        version: String,
    },
    /// There is nowhere to keep a worker.
    #[error("there is no folder for the worker: neither XDG_CACHE_HOME nor HOME is set")]
    NoCache,
    /// A program that workers are built with is not installed.
    #[error("{program} is missing: {used_for}")]
    NoCompiler {
        /// The program.
        program: &'static str,
        /// What it is used for, and what does without.
        used_for: &'static str,
    },
    /// A signal ended the build.
    #[error("interrupted before the worker was built")]
    BuildStopped,
    /// Cases can no longer be checked; the reason of the process that did.
    #[error("cases cannot be checked: {0}")]
    Checker(String),
    /// There is no failure to keep.
    #[error("nothing to minimize: {target} passes")]
    Passes {
        /// The target.
        target: &'static str,
    },
    /// Every oracle skips, so that nobody knows whether there is a failure.
    #[error("nothing to minimize: every oracle of {target} skips ({reasons})")]
    Skips {
        /// The target.
        target: &'static str,
        /// Why, each reason once.
        reasons: String,
    },
    /// There is a failure, and not the one asked for.
    #[error("nothing to minimize: no signature contains {wanted:?}; the first is {first}")]
    OtherSignature {
        /// What was asked for.
        wanted: String,
        /// The signature that there is.
        first: String,
    },
    /// Stopped before there was anything to keep.
    #[error("interrupted before the case was checked")]
    Interrupted,
    /// cargo or a worker cannot be started.
    #[error("cannot start {program}: {source}", program = program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// cargo started and failed; it has said why.
    #[error("cargo could not build the worker of the engine")]
    Build,
    /// The counters do not count, so libFuzzer would be blind.
    #[error(
        "no coverage guidance: of {} counters in the worker, {} count on one input, {} on another, {} differ{}; \
         this compiler may have renamed the sanitizer-coverage options (--allow-blind goes on all the same)",
        counters.total, counters.first, counters.second, counters.differing,
        if *unseen { ", and libFuzzer sees none" } else { "" }
    )]
    Blind {
        /// What the worker's check saw.
        counters: Counters,
        /// libFuzzer has run its first cases without any coverage.
        unseen: bool,
    },
}

impl CampaignError {
    /// For `map_err`: a failure of the file system at `path` while `doing` something.
    pub fn file(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| CampaignError::File { doing, path, source }
    }
}
