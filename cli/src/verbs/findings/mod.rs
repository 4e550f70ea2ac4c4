//! `irsmith findings`: what became of recorded findings, and how to report them.

mod bisect;
mod check;
mod close;
mod list;
mod replay;
mod report;
mod show;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, Subcommand};
use irsmith_campaign::{
    WorkerProgram,
    findings::{FindingFolder, FolderError, Replayer, finding_folders},
};

use super::fuzz::duration;
use crate::{Error, Output, Status};

/// List, replay, close and report findings.
///
/// A finding is a folder with a case and a `finding.toml`, as `irsmith fuzz` and `irsmith minimize` write it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith findings list
  irsmith findings replay findings
  irsmith findings bisect findings/mir_llc/06f0c5d0a1b2c3d4
  irsmith findings report --bisect findings/mir_llc/06f0c5d0a1b2c3d4 -o to-file
  irsmith findings close findings/mir_llc/06f0c5d0a1b2c3d4 reported --link URL

Exit status: 0 nothing is wrong; 1 a finding still fails, or is not whole; 2 wrong usage, or a folder that is not that of a finding.")]
pub(crate) struct Findings {
    #[command(subcommand)]
    verb: FindingsVerb,
}

#[derive(Debug, Subcommand)]
enum FindingsVerb {
    List(list::List),
    Show(show::Show),
    Replay(replay::Replay),
    Close(close::Close),
    Check(check::Check),
    Report(report::ReportVerb),
    Bisect(bisect::Bisect),
}

impl Findings {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        match self.verb {
            FindingsVerb::List(list) => list.run(output),
            FindingsVerb::Show(show) => show.run(output),
            FindingsVerb::Replay(replay) => replay.run(output),
            FindingsVerb::Close(close) => close.run(output),
            FindingsVerb::Check(check) => check.run(output),
            FindingsVerb::Report(report) => report.run(output),
            FindingsVerb::Bisect(bisect) => bisect.run(output),
        }
    }
}

/// The folders that a verb looks through.
#[derive(Clone, Debug, Args)]
struct Roots {
    /// Folders of findings, or folders that contain some.
    #[arg(value_name = "DIR", default_value = "findings")]
    roots: Vec<PathBuf>,
}

impl Roots {
    /// Reads all findings: those that are whole, and what is wrong with the others.
    fn read(&self) -> Result<(Vec<FindingFolder>, Vec<FolderError>), Error> {
        let (mut whole, mut broken) = (Vec::new(), Vec::new());
        for root in &self.roots {
            let folders = finding_folders(root)?;
            if folders.is_empty() {
                return Err(Error::NoFinding { path: root.clone() });
            }
            for folder in folders {
                match FindingFolder::open(&folder) {
                    Ok(finding) => whole.push(finding),
                    Err(error) => broken.push(error),
                }
            }
        }
        Ok((whole, broken))
    }

    /// As [`Self::read`], with what is wrong on standard error; status 2 if anything is.
    fn read_and_tell(&self, output: &mut Output) -> Result<(Vec<FindingFolder>, Status), Error> {
        let (whole, broken) = self.read()?;
        broken.iter().try_for_each(|error| output.print_error(error))?;
        Ok((whole, if broken.is_empty() { Status::Fine } else { Status::Unreadable }))
    }
}

/// Limits of the process that runs a target on the case of a finding.
#[derive(Clone, Debug, Args)]
struct ReplayLimits {
    /// Time limit of one run before it counts as a hang; twelve times as long for a target that starts programs.
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// Address space of the process that runs the target, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
}

impl ReplayLimits {
    fn replayer(&self) -> Result<Replayer, Error> {
        Ok(Replayer { program: WorkerProgram::this_program()?, timeout: self.timeout, memory_mib: self.memory })
    }
}

/// Returns a path for tables and JSON.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
