//! `irsmith findings close`.

use std::path::PathBuf;

use clap::Args;
use irsmith_campaign::findings::FindingFolder;
use irsmith_fuzz::FindingStatus;
use serde::Serialize;

use super::shown;
use crate::{Error, Output, Status};

/// Set the status of a finding: known, reported, fixed, not-a-bug, or new again.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 the status is set; 2 the folder is not that of a finding, or a link is missing; nothing is changed then.")]
pub(super) struct Close {
    /// The folder of the finding.
    folder: PathBuf,
    /// new, known, reported, fixed or not-a-bug.
    status: FindingStatus,
    /// The issue or change that the status refers to; needed for known and reported.
    #[arg(long, value_name = "URL", value_parser = link)]
    link: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    path: String,
    before: &'static str,
    status: &'static str,
    link: Option<&'a str>,
}

/// Parses a link: a word that says something.
fn link(text: &str) -> Result<String, &'static str> {
    let is_word = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    if is_word { Ok(text.to_owned()) } else { Err("a link, without blanks") }
}

impl Close {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let mut folder = FindingFolder::open(&self.folder)?;
        if self.status.needs_link() && self.link.is_none() && folder.finding.link.is_none() {
            return Err(Error::NoLink { status: self.status.name() });
        }
        let before = folder.finding.status;
        folder.close(self.status, self.link.as_deref())?;
        if self.json {
            let (before, status, link) = (before.name(), self.status.name(), folder.finding.link.as_deref());
            output.json(&Line { path: shown(&folder.path), before, status, link })?;
        } else {
            output.line(format_args!("{}: {before} -> {}", folder.path.display(), self.status))?;
        }
        Ok(Status::Fine)
    }
}
