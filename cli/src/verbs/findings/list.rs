//! `irsmith findings list`.

use std::fs;

use clap::Args;
use irsmith_campaign::findings::FindingFolder;
use irsmith_fuzz::FindingStatus;
use serde::Serialize;

use super::{Roots, shown};
use crate::{Error, Output, Status, columns::columns};

/// List findings: status, day, size of the smallest case, signature.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 the findings are listed; 2 a folder has none, or a finding.toml is damaged, which is said on standard error.")]
pub(super) struct List {
    #[command(flatten)]
    roots: Roots,
    /// Only findings of this status: new, known, reported, fixed or not-a-bug.
    #[arg(long)]
    status: Option<FindingStatus>,
    /// Print one JSON object for each finding.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    folder: String,
    status: FindingStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'a str>,
    date: &'a str,
    target: &'a str,
    signature: &'a str,
    id: &'a str,
    bytes: u64,
}

impl List {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let (findings, status) = self.roots.read_and_tell(output)?;
        let chosen = findings.iter().filter(|folder| self.status.is_none_or(|status| folder.finding.status == status));
        let lines: Vec<Line<'_>> = chosen.map(line).collect();
        if self.json {
            lines.iter().try_for_each(|line| output.json(line))?;
            return Ok(status);
        }
        let mut rows = vec![["folder", "status", "found", "bytes", "signature"].map(str::to_owned)];
        rows.extend(lines.iter().map(|line| {
            [line.folder.clone(), line.status.to_string(), line.date.to_owned(), line.bytes.to_string(), line.signature.to_owned()]
        }));
        output.bytes(columns(&rows).as_bytes())?;
        Ok(status)
    }
}

fn line(folder: &FindingFolder) -> Line<'_> {
    let finding = &folder.finding;
    Line {
        folder: shown(&folder.path),
        status: finding.status,
        link: finding.link.as_deref(),
        date: &finding.date,
        target: &finding.target,
        signature: &finding.signature,
        id: &finding.id,
        bytes: fs::metadata(&folder.case).map_or(0, |file| file.len()),
    }
}
