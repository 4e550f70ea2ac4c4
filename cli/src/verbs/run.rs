//! `irsmith run`: one target on files.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use clap::Args;
use irsmith_campaign::CampaignError;
use irsmith_fuzz::{Format, Level, Target, target};

use crate::{Error, Output, Status, formats::read_case, limits::Limits, verdict_line::VerdictLine};

/// Run one target on files.
///
/// Prints what each oracle of the target says of each file: pass, skip with its reason, or fail with the signature of the failure and what
/// both sides said. A panic of irsmith's own code is a failure too. Any bytes will do for targets that ask whether they are read safely; where
/// every oracle skips, nothing was checked, and that is an error: of a file that is of another format or does not read, or of the run.
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
    /// One JSON object for each verdict.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

impl Run {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let target = checkable(&self.target)?;
        self.limits.of(target.format)?.apply_to_cases();
        let mut status = Status::Fine;
        let (mut judged, mut skips) = (false, BTreeSet::new());
        for file in &self.files {
            match read_case(file, &self.limits) {
                Ok(bytes) => {
                    let verdicts = self.judge(target, file, &bytes, output)?;
                    judged |= verdicts.judged;
                    status.worsen(verdicts.status);
                    if !verdicts.judged {
                        let reasons = joined(&verdicts.skips);
                        skips.extend(verdicts.skips);
                        if let Some(error) = unusable(target, file, &bytes, reasons) {
                            // That is said of this file, and no second time of all.
                            judged = true;
                            status.worsen(Status::Unreadable);
                            output.complain(error)?;
                        }
                    }
                }
                Err(error) => {
                    judged = true;
                    status.worsen(Status::Unreadable);
                    output.complain(error)?;
                }
            }
        }
        if judged { Ok(status) } else { Err(Error::AllSkipped { target: target.name, reasons: joined(&skips) }) }
    }

    fn judge(&self, target: &Target, file: &Path, bytes: &[u8], output: &mut Output) -> Result<Verdicts, Error> {
        let mut lines = Vec::new();
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

/// What came of one file.
struct Verdicts {
    status: Status,
    /// Whether an oracle passed or failed.
    judged: bool,
    /// Why the others skipped.
    skips: BTreeSet<&'static str>,
}

fn joined(reasons: &BTreeSet<&'static str>) -> String {
    reasons.iter().copied().collect::<Vec<_>>().join(", ")
}

/// The target of this name, if it can judge anything here.
///
/// # Errors
/// When there is none, or what all of its oracles need is missing.
pub(super) fn checkable(name: &str) -> Result<&'static Target, Error> {
    let target = target(name).ok_or_else(|| CampaignError::UnknownTarget(name.into()))?;
    match target.missing() {
        None => Ok(target),
        Some(missing) => Err(Error::CannotCheck { target: target.name, missing }),
    }
}

/// Why a file on which every oracle of the target skipped, for these `reasons`, is none that the target can judge: it is of another
/// format, or does not read. `None` for a file that reads and only has nothing that the oracles look for.
pub(super) fn unusable(target: &Target, file: &Path, bytes: &[u8], reasons: String) -> Option<Error> {
    let path = file.to_owned();
    match Format::of_file(file, bytes) {
        Some(found) if found != target.format => {
            Some(Error::Foreign { path, found: found.name(), target: target.name, judged: target.format.name() })
        }
        _ if target.format.rewrite(bytes, Level::Model).is_none() => Some(Error::DoesNotRead { path, target: target.name, reasons }),
        _ => None,
    }
}
