//! The engines that a campaign can run, and the build of their worker program.

mod build;
mod sources;
mod wrapper;

use std::{env, ffi::OsString, path::PathBuf, str::FromStr};

pub use build::build_worker;
pub use sources::{find_sources, other_clone_here};
pub use wrapper::act_as_rustc_wrapper;

use crate::CampaignError;

/// An engine that drives the workers of a campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// libFuzzer, linked into an instrumented build on the stable toolchain.
    #[default]
    BuiltIn,
    /// Generation and mutation without guidance: the baseline, which needs no C++ compiler.
    Random,
}

impl Engine {
    /// Returns the name in commands and in findings.
    pub fn name(self) -> &'static str {
        match self {
            Engine::BuiltIn => "built-in",
            Engine::Random => "random",
        }
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Engine::BuiltIn, Engine::Random]
            .into_iter()
            .find(|engine| engine.name() == text)
            .ok_or_else(|| format!("unknown engine {text:?}: built-in or random"))
    }
}

/// A program that behaves as [`irsmith_fuzz::worker`] describes.
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// The file to run.
    pub path: PathBuf,
    /// The arguments; the job is passed in the environment.
    pub arguments: Vec<OsString>,
    /// The engine that it contains.
    pub engine: Engine,
}

impl WorkerProgram {
    /// Returns this program, whose `main` must call [`irsmith_fuzz::worker::act_as_checker`] and, for campaigns,
    /// [`irsmith_fuzz::worker::act_as_worker`].
    ///
    /// # Errors
    ///
    /// [`CampaignError::File`] if the system does not say which file runs.
    pub fn this_program() -> Result<Self, CampaignError> {
        let path = env::current_exe().map_err(CampaignError::file("cannot find", "this program"))?;
        Ok(WorkerProgram { path, arguments: Vec::new(), engine: Engine::Random })
    }
}
