//! `irsmith targets`: lists the targets that an engine can run.

use clap::Args;
use irsmith_fuzz::{TARGETS, Target};
use serde::Serialize;

use crate::{Error, Output, Status, columns::columns, programs::Programs};

/// List the targets.
///
/// A target is a format and the oracles that judge its cases. `fuzz`, `run` and `minimize` accept the names of targets.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0.")]
pub(crate) struct Targets {
    /// Print one JSON object for each target.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Serialize)]
struct Line {
    target: &'static str,
    format: &'static str,
    profile: &'static str,
    about: &'static str,
    oracles: Vec<&'static str>,
    /// Bytes that its cases need.
    least_max_len: usize,
    /// Whether its oracles start external programs.
    starts_programs: bool,
    /// Why it can check nothing here.
    missing: Option<String>,
}

impl Line {
    fn new(target: &Target) -> Self {
        let oracles = target.oracles.listed().iter().map(|oracle| oracle.name).collect();
        let missing = target.missing().map(|missing| missing.to_string());
        let (profile, least_max_len) = (target.profile.name(), target.least_max_len);
        Self {
            target: target.name,
            format: target.format.name(),
            profile,
            about: target.about,
            oracles,
            least_max_len,
            starts_programs: target.starts_programs(),
            missing,
        }
    }

    fn cells(&self) -> [String; 4] {
        [self.target.into(), self.format.into(), self.oracles.join(" "), self.about.into()]
    }
}

impl Targets {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure()?;
        let lines = TARGETS.iter().map(Line::new);
        if self.json {
            lines.into_iter().try_for_each(|line| output.json(&line))?;
        } else {
            let mut rows = vec![["target", "format", "oracles", "what it checks"].map(str::to_owned)];
            rows.extend(lines.map(|line| line.cells()));
            output.bytes(columns(&rows).as_bytes())?;
        }
        Ok(Status::Fine)
    }
}
