//! `irsmith run`: one target on files.

use std::path::{Path, PathBuf};

use clap::Args;
use irsmith_campaign::CampaignError;
use irsmith_fuzz::{Target, target};

use crate::{Error, Output, Status, formats::read_case, verdict_line::VerdictLine};

/// Run one target on files.
///
/// Prints what each oracle of the target says of each file: pass, skip with its reason, or fail with the signature of the failure and what
/// both sides said. A panic of irsmith's own code is a failure too. Any bytes will do, whatever the name of the file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith run pnacl_roundtrip program.pexe
  irsmith run --json pnacl_read findings/pnacl_read/*/case.pexe

Exit status: 0 no oracle failed; 1 one did; 2 the target is unknown or a file cannot be opened.")]
pub(crate) struct Run {
    /// The target; `irsmith targets` lists them.
    target: String,
    /// The files; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One JSON object for each verdict.
    #[arg(long)]
    json: bool,
}

impl Run {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let target = target(&self.target).ok_or_else(|| CampaignError::UnknownTarget(self.target.clone()))?;
        let mut status = Status::Fine;
        for file in &self.files {
            match read_case(file) {
                Ok(bytes) => status.worsen(self.judge(target, file, &bytes, output)?),
                Err(error) => {
                    output.complain(error)?;
                    status.worsen(Status::Unreadable);
                }
            }
        }
        Ok(status)
    }

    fn judge(&self, target: &Target, file: &Path, bytes: &[u8], output: &mut Output) -> Result<Status, Error> {
        let mut lines = Vec::new();
        target.run(bytes, &mut |oracle, verdict| lines.push(VerdictLine::new(file, target.name, oracle, verdict)));
        for line in &lines {
            if self.json { output.json(line)? } else { output.line(line)? }
        }
        Ok(if lines.iter().any(VerdictLine::is_failure) { Status::Wrong } else { Status::Fine })
    }
}
