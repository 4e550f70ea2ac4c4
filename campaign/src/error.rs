//! Errors that keep a campaign from beginning or continuing. All of them are exit status 2.

use std::{io, path::PathBuf};

use irsmith_fuzz::{TARGETS, did_you_mean, worker::Counters};
use thiserror::Error;

/// An error that keeps a campaign from beginning or continuing.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A name that is not in the registry.
    #[error("unknown target {0:?}{like}; `irsmith targets` lists them", like = did_you_mean(.0, TARGETS.iter().map(|target| target.name)))]
    UnknownTarget(String),
    /// A requested target has no oracle whose requirements are met.
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
        /// The attempted action, such as "the findings folder cannot be written:".
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// The sources of the worker do not exist.
    #[error("the sources of irsmith are not in {}: the worker is built from them; --sources names a clone of irsmith {}",
        .0.display(), env!("CARGO_PKG_VERSION"))]
    NoSources(PathBuf),
    /// The sources are of another version than this program.
    #[error("the sources in {} are of irsmith {version}, and this is {}", folder.display(), env!("CARGO_PKG_VERSION"))]
    OtherVersion {
        /// The folder of the sources.
        folder: PathBuf,
        /// The version of the sources.
        version: String,
    },
    /// There is no folder for a worker.
    #[error("there is no folder for the worker: neither XDG_CACHE_HOME nor HOME is set")]
    NoCache,
    /// A program that is needed to build workers is not installed.
    #[error("{program} is missing: {used_for}")]
    NoCompiler {
        /// The program.
        program: &'static str,
        /// The use of the program, and the option that works without it.
        used_for: &'static str,
    },
    /// A signal ended the build.
    #[error("interrupted before the worker was built")]
    BuildStopped,
    /// Cases can no longer be checked; contains the reason that the checking process gave.
    #[error("cases cannot be checked: {0}")]
    Checker(String),
    /// A command that cannot check cases.
    #[error("--check {command}: {cause}")]
    Command {
        /// The command, as given.
        command: String,
        /// Why it cannot check cases.
        cause: String,
    },
    /// There is no failure to minimize.
    #[error("nothing to minimize: {target} passes")]
    Passes {
        /// The target.
        target: &'static str,
    },
    /// Every oracle skips, so it is unknown whether there is a failure.
    #[error("nothing to minimize: every oracle of {target} skips ({reasons})")]
    Skips {
        /// The target.
        target: &'static str,
        /// The reasons of the skips, each once.
        reasons: String,
    },
    /// The case fails, but not with the requested signature.
    #[error("nothing to minimize: no signature contains {wanted:?}; the first is {first}")]
    OtherSignature {
        /// The requested signature.
        wanted: String,
        /// The signature of the case.
        first: String,
    },
    /// Stopped before there was a result.
    #[error("interrupted before the case was checked")]
    Interrupted,
    /// cargo or a worker cannot be started.
    #[error("cannot start {program}: {source}", program = program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// cargo started and failed; cargo has printed the cause.
    #[error("cargo could not build the worker of the engine")]
    Build,
    /// The coverage counters do not work, so libFuzzer would be blind.
    #[error(
        "no coverage guidance: of {} counters in the worker, {} count on one input, {} on another, {} differ{}; \
         this compiler may have renamed the sanitizer-coverage options (--allow-blind goes on all the same)",
        counters.total, counters.first, counters.second, counters.differing,
        if *unseen { ", and libFuzzer sees none" } else { "" }
    )]
    Blind {
        /// The observation of the worker's check.
        counters: Counters,
        /// libFuzzer has run its first cases without any coverage.
        unseen: bool,
    },
}

impl CampaignError {
    /// Returns a function for `map_err`: a failure of the file system at `path` while `doing` something.
    pub fn file(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| CampaignError::File { doing, path, source }
    }
}
