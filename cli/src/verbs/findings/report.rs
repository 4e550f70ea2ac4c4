//! `irsmith findings report`.

use std::{fs, path::PathBuf};

use clap::Args;
use irsmith_campaign::findings::{FindingFolder, report};
use irsmith_fuzz::FINDING_FILE;
use serde::Serialize;

use super::{ReplayLimits, bisect::versions, shown};
use crate::{Error, Output, Status, programs::Programs};

/// Write a page about a finding that can be filed with the program's maintainers.
///
/// The page has the case inline, the exact commands from an empty folder, what was expected and what happened, and how it was found.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 the page is written; 2 the folder is not that of a finding, or the page cannot be written.")]
pub(super) struct ReportVerb {
    /// The folder of the finding.
    folder: PathBuf,
    /// Folder for the page, `report.md`, with the case and the other files that it names; without it the page goes to standard output.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Also run every installed version of the program, and say in which it fails.
    #[arg(long)]
    bisect: bool,
    /// Print a JSON object: the paths of the written files, or the page; and with --bisect one for each version before it.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: ReplayLimits,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Serialize)]
struct Line<'a> {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a str>,
    files: Vec<String>,
}

impl ReportVerb {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, Error> {
        if let Some(to) = self.output.as_ref().filter(|to| to.join(FINDING_FILE).exists()) {
            return Err(Error::OutputIsFinding { path: to.clone() });
        }
        self.programs.without_ledger().configure()?;
        let folder = FindingFolder::open(&self.folder)?;
        let versions = if self.bisect { versions(&folder, &self.limits, output, self.json)? } else { Vec::new() };
        let report = report(&folder, &versions)?;
        let path = shown(&folder.path);
        let Some(to) = &self.output else {
            let page = report.page.as_str();
            if self.json {
                output.json(&Line { path, page: Some(page), files: Vec::new() })?;
            } else {
                output.bytes(page.as_bytes())?;
            }
            return Ok(Status::Fine);
        };
        fs::create_dir_all(to).map_err(Error::file(to))?;
        let page = ("report.md".to_owned(), report.page.into_bytes());
        let mut files = Vec::new();
        for (name, content) in std::iter::once(page).chain(report.files) {
            let path = to.join(name);
            fs::write(&path, content).map_err(Error::file(&path))?;
            files.push(shown(&path));
        }
        if self.json {
            output.json(&Line { path, page: None, files })?;
        } else {
            output.line(&files[0])?;
        }
        Ok(Status::Fine)
    }
}
