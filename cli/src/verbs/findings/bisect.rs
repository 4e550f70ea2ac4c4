//! `irsmith findings bisect`.

use std::path::PathBuf;

use clap::Args;
use irsmith_campaign::findings::{Bisected, FindingFolder, Replayed, bisect};
use serde::Serialize;

use super::ReplayLimits;
use crate::{Error, Output, Status, programs::Programs, verbs::fuzz::stop_on_signals};

/// Run a finding with every installed version of the program that failed, the newest first.
///
/// Each version takes the place of the program: those that irsmith knows, and those of --implementation and irsmith.toml.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 no version fails; 1 one does; 2 no program took part in the finding, or no version could
judge the case.")]
pub(super) struct Bisect {
    /// The folder of the finding.
    folder: PathBuf,
    #[command(flatten)]
    limits: ReplayLimits,
    /// Print one JSON object for each version.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Serialize)]
struct Line<'a> {
    implementation: &'a str,
    version: &'a str,
    outcome: &'static str,
}

impl Bisect {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.without_ledger().configure()?;
        let folder = FindingFolder::open(&self.folder)?;
        let all = versions(&folder, &self.limits, output, self.json)?;
        if !self.json {
            all.iter().try_for_each(|bisected| output.line(format_args!("{}: {}", bisected.implementation, bisected.summary())))?;
        }
        let replayed = || all.iter().flat_map(|bisected| &bisected.versions).map(|version| &version.replayed);
        match replayed().any(Replayed::is_failure) {
            true => Ok(Status::Wrong),
            false if replayed().any(|replayed| *replayed == Replayed::NoLongerFails) => Ok(Status::Fine),
            false => Err(Error::NoVersionJudges { path: folder.path }),
        }
    }
}

/// Runs a finding with all versions and prints each as soon as it is known.
pub(super) fn versions(folder: &FindingFolder, limits: &ReplayLimits, output: &mut Output, json: bool) -> Result<Vec<Bisected>, Error> {
    let stop = stop_on_signals();
    let mut printed = Ok(());
    let all = bisect(folder, &limits.replayer()?, &stop, &mut |version| {
        let line = if json {
            output.json(&Line { implementation: version.name, version: &version.version, outcome: version.replayed.name() })
        } else {
            output.line(format_args!("{} ({}): {}", version.name, version.version, version.replayed))
        };
        printed = std::mem::replace(&mut printed, Ok(())).and(line).and(output.flush());
    })?;
    printed?;
    if all.is_empty() { Err(Error::NoProgramVersions { path: folder.path.clone() }) } else { Ok(all) }
}
