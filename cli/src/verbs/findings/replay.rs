//! `irsmith findings replay`.

use clap::Args;
use irsmith_campaign::findings::Replayed;
use serde::Serialize;

use super::{ReplayLimits, Roots, shown};
use crate::{Error, Output, Status, programs::Programs, verbs::fuzz::stop_on_signals};

/// Run the targets of findings on their cases again.
///
/// Says of each finding whether it still fails, fails differently and how, no longer fails, or cannot be judged and what is missing. The
/// ledgers are off, because many findings are in them.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 no finding fails any more; 1 one does; 2 a finding is damaged or cannot be judged, and none fails.")]
pub(super) struct Replay {
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    limits: ReplayLimits,
    /// Print one JSON object for each finding.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Serialize)]
struct Line<'a> {
    folder: String,
    signature: &'a str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signatures: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Replay {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.without_ledger().configure()?;
        let (findings, mut status) = self.roots.read_and_tell(output)?;
        let (stop, replayer) = (stop_on_signals(), self.limits.replayer()?);
        let (mut failing, mut counts) = (false, [0_usize; 4]);
        for folder in &findings {
            let replayed = replayer.replay(folder, None, &stop)?;
            failing |= replayed.is_failure();
            let kind = match &replayed {
                Replayed::StillFails => 0,
                Replayed::FailsDifferently(_) => 1,
                Replayed::NoLongerFails => 2,
                Replayed::CannotBeJudged(_) => 3,
            };
            counts[kind] += 1;
            if kind == 3 {
                status.worsen(Status::Unreadable);
            }
            if self.json {
                output.json(&line(shown(&folder.path), &folder.finding.signature, replayed))?;
            } else {
                output.line(format_args!("{}: {replayed}", folder.path.display()))?;
            }
            output.flush()?;
        }
        if !self.json {
            let [still, differently, no_longer, unjudged] = counts;
            output.line(format_args!(
                "{still} still fail, {differently} fail differently, {no_longer} no longer fail, {unjudged} cannot be judged"
            ))?;
        }
        Ok(if failing { Status::Wrong } else { status })
    }
}

fn line(folder: String, signature: &str, replayed: Replayed) -> Line<'_> {
    let outcome = replayed.name();
    let (signatures, reason) = match replayed {
        Replayed::FailsDifferently(signatures) => (signatures, None),
        Replayed::CannotBeJudged(reason) => (Vec::new(), Some(reason)),
        Replayed::StillFails | Replayed::NoLongerFails => (Vec::new(), None),
    };
    Line { folder, signature, outcome, signatures, reason }
}
