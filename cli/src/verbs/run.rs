//! `irsmith run`: runs one target on files.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use clap::Args;
use irsmith_campaign::CampaignError;
use irsmith_fuzz::{Format, Level, Target, target};
use irsmith_oracles::{draws_beside, pin_draws};

use crate::{Error, Output, Status, formats::read_case, limits::Limits, programs::Programs, verdict_line::VerdictLine};

/// Run one target on files.
///
/// Prints the verdict of each oracle of the target on each file: pass, skip with its reason, or fail with the signature of the failure and
/// the output of both sides. A panic of irsmith's own code is a failure too. A file whose first bytes or name are those of another format is
/// an error, unless an oracle fails on it. If every oracle skips, nothing was checked, which is an error: of the file, if it is unreadable,
/// or else of the run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith run pnacl_roundtrip program.pexe
  irsmith run --json pnacl_read findings/pnacl_read/*/case.pexe

Exit status: 0 no oracle failed; 1 one did; 2 the target is unknown, a program or feature that all of its oracles need is missing, a file
cannot be opened or is of another format or does not read, or every oracle skipped every file.")]
pub(crate) struct Run {
    /// The target; `irsmith targets` lists them.
    target: String,
    /// The files; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object for each verdict.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    programs: Programs,
}

impl Run {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure()?;
        let target = checkable(&self.target)?;
        self.limits.of(target.format)?.apply_to_cases();
        let mut status = Status::Fine;
        let (mut judged, mut skips) = (false, BTreeSet::new());
        for file in &self.files {
            match read_case(file, &self.limits) {
                Ok(bytes) => {
                    let verdicts = self.judge(target, file, &bytes, output)?;
                    status.worsen(verdicts.status);
                    let error = match verdicts.status {
                        Status::Fine if verdicts.judged => foreign(target, file, &bytes),
                        Status::Fine => unusable(target, file, &bytes, joined(&verdicts.skips)),
                        _ => None,
                    };
                    judged |= verdicts.judged || error.is_some();
                    if let Some(error) = error {
                        status.worsen(Status::Unreadable);
                        output.print_error(error)?;
                    } else if !verdicts.judged {
                        // The error of the whole run does not repeat that of a file.
                        skips.extend(verdicts.skips);
                    }
                }
                Err(error) => {
                    judged = true;
                    status.worsen(Status::Unreadable);
                    output.print_error(error)?;
                }
            }
            // Ctrl-C loses nothing of the files before.
            output.flush()?;
        }
        if judged { Ok(status) } else { Err(Error::AllSkipped { target: target.name, reasons: joined(&skips) }) }
    }

    fn judge(&self, target: &Target, file: &Path, bytes: &[u8], output: &mut Output) -> Result<Verdicts, Error> {
        let mut lines = Vec::new();
        pin_draws(draws_beside(file));
        target.run(bytes, &mut |oracle, verdict| VerdictLine::new(file, target.name, oracle, verdict).add(&mut lines));
        for line in &lines {
            if self.json { output.json(line)? } else { output.line(line)? }
        }
        let failed = lines.iter().any(VerdictLine::is_failure);
        Ok(Verdicts {
            status: if failed { Status::Wrong } else { Status::Fine },
            judged: lines.iter().any(|line| line.reason.is_none()),
            skips: lines.iter().filter_map(|line| line.reason).collect(),
        })
    }
}

/// The outcome of one file.
struct Verdicts {
    status: Status,
    /// Whether an oracle passed or failed.
    judged: bool,
    /// The reasons of the skips.
    skips: BTreeSet<&'static str>,
}

fn joined(reasons: &BTreeSet<&'static str>) -> String {
    reasons.iter().copied().collect::<Vec<_>>().join(", ")
}

/// Returns the target of this name, if it can judge anything here.
///
/// # Errors
/// When there is no such target, or the requirements of all its oracles are missing.
pub(super) fn checkable(name: &str) -> Result<&'static Target, Error> {
    let target = target(name).ok_or_else(|| CampaignError::UnknownTarget(name.into()))?;
    match target.missing() {
        None => Ok(target),
        Some(missing) => Err(Error::CannotCheck { target: target.name, missing }),
    }
}

/// Returns the error of a file of another format: by its first bytes, or else by its name. A file that is named as those of the target are
/// has no such error, since a case may begin with any bytes.
pub(super) fn foreign(target: &Target, file: &Path, bytes: &[u8]) -> Option<Error> {
    let found = Format::of_file(file, bytes).filter(|found| *found != target.format && Format::of_name(file) != Some(target.format))?;
    Some(Error::Foreign { path: file.to_owned(), found: found.name(), target: target.name, judged: target.format.name() })
}

/// Returns why the target cannot judge a file on which all its oracles skipped for these `reasons`: the file has another format, or is
/// unreadable. Returns `None` for a readable file that merely contains nothing that the oracles check.
pub(super) fn unusable(target: &Target, file: &Path, bytes: &[u8], reasons: String) -> Option<Error> {
    foreign(target, file, bytes).or_else(|| {
        let reads = target.format.rewrite(bytes, Level::Model).is_some();
        (!reads).then(|| Error::DoesNotRead { path: file.to_owned(), target: target.name, reasons })
    })
}
