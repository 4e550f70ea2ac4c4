//! `irsmith findings show`.

use std::path::PathBuf;

use clap::Args;
use irsmith_campaign::findings::FindingFolder;

use super::shown;
use crate::{Error, Output, Status};

/// Show one finding: what failed, with what, and the listing of its smallest case.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 the finding is shown; 2 the folder is not that of a finding.")]
pub(super) struct Show {
    /// The folder of the finding.
    folder: PathBuf,
    /// Print one JSON object, without the listing.
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let folder = FindingFolder::open(&self.folder)?;
        let finding = &folder.finding;
        if self.json {
            output.json(finding)?;
            return Ok(Status::Fine);
        }
        output.line(format_args!("signature   {}", finding.signature))?;
        output.line(format_args!(
            "status      {}{}",
            finding.status,
            finding.link.iter().map(|link| format!(", {link}")).collect::<String>()
        ))?;
        output.line(format_args!("target      {}", finding.target))?;
        output.line(format_args!("found       {}, engine {}, seed {}", finding.date, finding.engine, finding.seed))?;
        for (name, version) in &finding.implementations {
            output.line(format_args!("with        {name} {version}"))?;
        }
        let case = folder.read_case()?;
        output.line(format_args!("case        {}, {} bytes", shown(&folder.case), case.len()))?;
        if let Some(done) = &finding.minimized {
            let whole = if done.complete { "" } else { ", not to the end" };
            output.line(format_args!("minimized   from {} bytes in {} checks{whole}", done.bytes_before, done.checks))?;
        }
        output.line(format_args!("\n{}\n", finding.evidence.trim_end()))?;
        // A case that ends the process that reads it is not listed here either.
        let listing = (!finding.ended_its_process()).then(|| folder.target.format.list(&case)).flatten();
        output.bytes(listing.unwrap_or_else(|| "The case has no listing.\n".to_owned()).as_bytes())?;
        Ok(Status::Fine)
    }
}
