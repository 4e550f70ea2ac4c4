//! `irsmith report`: the findings of a folder in forms that other programs read.
//!
//! | file | for |
//! |---|---|
//! | `index.html` | people |
//! | `findings.json` | scripts |
//! | `findings.sarif` | services that show results of static analysis (SARIF 2.1.0, OASIS) |
//! | `junit.xml` | services that show results of tests |

mod html;
mod json;
mod junit;
mod sarif;
mod summary;

use std::{fs, path::PathBuf};

use clap::Args;
use irsmith_campaign::findings::{FindingFolder, finding_folders};
use irsmith_fuzz::write_atomically;

use crate::{Error, Output, Status};
use summary::Summary;

/// Write the findings of folders as HTML, JSON, SARIF and JUnit.
///
/// A folder without findings gives reports that say so, so that a CI job can publish them after every run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith report findings -o report
  irsmith report corpora/mir/findings corpora/pnacl/findings -o report

In SARIF and JUnit a finding is a failure if its status is new; with another status it is suppressed, or skipped.

Exit status: 0 no finding is new; 1 one is; 2 a folder or a finding.toml cannot be read, which is said on standard error, or a file cannot be
written.")]
pub(crate) struct Report {
    /// Folders of findings, or folders that contain some.
    #[arg(value_name = "DIR", default_value = "findings")]
    roots: Vec<PathBuf>,
    /// Folder for the reports; it is created if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Report {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let (mut findings, mut status) = (Vec::new(), Status::Fine);
        for root in &self.roots {
            for folder in finding_folders(root)? {
                match FindingFolder::open(&folder) {
                    Ok(folder) => findings.push(Summary::of(&folder)),
                    Err(error) => {
                        output.print_error(error)?;
                        status.worsen(Status::Unreadable);
                    }
                }
            }
        }
        if findings.iter().any(Summary::is_new) {
            status.worsen(Status::Wrong);
        }
        fs::create_dir_all(&self.output).map_err(Error::file(&self.output))?;
        let files = [
            ("index.html", html::page(&findings)),
            ("findings.json", json::list(&findings)),
            ("findings.sarif", sarif::log(&findings)),
            ("junit.xml", junit::suites(&findings)),
        ];
        for (name, text) in files {
            let path = self.output.join(name);
            write_atomically(&path, text.as_bytes()).map_err(Error::file(&path))?;
            output.line(path.display())?;
        }
        Ok(status)
    }
}
