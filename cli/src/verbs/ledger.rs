//! `irsmith ledger`: the expected failures, and whether they still occur.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use irsmith_fuzz::{TARGETS, Target};
use irsmith_oracles::{
    Verdict, draws_beside,
    external::{Implementation, Task, implementations, library_version},
    ledger::{Entry, LEDGERS},
    pin_draws,
};
use serde::Serialize;

use crate::{Error, Output, Status, programs::Programs};

/// Look after the ledger of expected failures.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 no entry is stale; 1 one is; 2 no entry could be tried, or a witness cannot be read.")]
pub(crate) struct LedgerVerb {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Check(Check),
}

/// Run the witness of every entry, and list the entries that no longer occur.
///
/// An entry is stale if its program is installed in a version that the entry names, and an oracle of the entry does not skip the witness
/// with the name of the entry.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 no entry is stale; 1 one is; 2 no entry could be tried, or a witness cannot be read.")]
struct Check {
    /// The folder with the corpora of the formats, which contain the witnesses.
    #[arg(long, default_value = "corpora", value_name = "DIR")]
    corpora: PathBuf,
    /// Print one JSON object for each entry.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Serialize)]
struct Line<'a> {
    format: &'static str,
    entry: &'a str,
    outcome: &'static str,
}

impl LedgerVerb {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let Verb::Check(check) = self.verb;
        check.run(output)
    }
}

impl Check {
    fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure()?;
        let (mut shown, mut stale, mut untried) = (0, 0, 0);
        for ledger in LEDGERS {
            for entry in ledger.entries() {
                let outcome = if !is_installed(entry) {
                    untried += 1;
                    "not-installed"
                } else if occurs(entry, &self.corpora.join(ledger.format).join(&entry.witness))? {
                    shown += 1;
                    "occurs"
                } else {
                    stale += 1;
                    "stale"
                };
                if self.json {
                    output.json(&Line { format: ledger.format, entry: &entry.name, outcome })?;
                } else if outcome == "stale" {
                    output.line(format_args!("{}: {}: stale: {}", ledger.format, entry.name, entry.about))?;
                }
            }
        }
        if !self.json {
            output.line(format_args!("{shown} entries occur, {stale} are stale, {untried} are about programs that are not installed"))?;
        }
        Ok(if stale > 0 {
            Status::Wrong
        } else if shown == 0 {
            Status::Unreadable
        } else {
            Status::Fine
        })
    }
}

/// Returns whether a program takes part that the entry is about.
fn is_installed(entry: &Entry) -> bool {
    let takes_part = |tool: &Implementation| Task::ALL.iter().any(|task| tool.takes_part(*task));
    implementations().iter().any(|tool| tool.find().is_some() && takes_part(tool) && entry.covers(tool.name))
        || library_version(&entry.family).is_some() && entry.covers(&entry.family)
}

/// Returns whether every oracle of the entry skips its witness with its name.
fn occurs(entry: &Entry, witness: &Path) -> Result<bool, Error> {
    let bytes = std::fs::read(witness).map_err(Error::file(witness))?;
    let shows = |name: &str| {
        let has = |target: &&Target| target.oracles.listed().iter().any(|oracle| oracle.name == name);
        TARGETS.iter().find(has).is_some_and(|target| {
            let mut shown = false;
            target.run(&bytes, &mut |oracle, verdict| {
                shown |= oracle == name && matches!(verdict, Verdict::Skip(reason) if *reason == *entry.name);
            });
            shown
        })
    };
    pin_draws(draws_beside(witness));
    let occurs = entry.oracles.iter().all(|name| shows(name));
    pin_draws(None);
    Ok(occurs)
}
