//! `irsmith findings check`.

use clap::Args;
use serde::Serialize;

use super::{Roots, shown};
use crate::{Error, Output, Status};

/// Check the folders of findings, and run nothing.
///
/// Reports a `finding.toml` that is missing, damaged or of another version of irsmith, a missing case, an unknown target, an id that is not
/// that of the signature, and a status without its link.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 all findings are whole; 1 one is not; 2 a folder cannot be read or has no finding.")]
pub(super) struct Check {
    #[command(flatten)]
    roots: Roots,
    /// Print one JSON object for each mistake.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    mistake: String,
}

impl Check {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let (whole, broken) = self.roots.read()?;
        let of_folder = |path: String, mistakes: Vec<String>| mistakes.into_iter().map(move |mistake| format!("{path}: {mistake}"));
        let mistakes = whole.iter().flat_map(|folder| of_folder(shown(&folder.path), folder.mistakes()));
        let mistakes: Vec<String> = broken.iter().map(ToString::to_string).chain(mistakes).collect();
        for mistake in &mistakes {
            if self.json { output.json(&Line { mistake: mistake.clone() })? } else { output.line(mistake)? }
        }
        if !self.json {
            output.line(format_args!("{} findings, {} mistakes", whole.len() + broken.len(), mistakes.len()))?;
        }
        Ok(if mistakes.is_empty() { Status::Fine } else { Status::Wrong })
    }
}
