//! Whether a finding still fails.

use std::{collections::BTreeSet, fmt, sync::atomic::AtomicBool, time::Duration};

use irsmith_fuzz::{Finding, Provenance};
use irsmith_oracles::draws_beside;
use irsmith_oracles::external::{Configuration, implementation, library_version};

use super::FindingFolder;
use crate::{
    CampaignError, WorkerProgram,
    minimize::{Checker, Isolated},
};

/// What became of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    /// The target fails with the same signature.
    StillFails,
    /// The case fails with these signatures instead.
    FailsDifferently(Vec<String>),
    /// The case no longer fails.
    NoLongerFails,
    /// The case cannot be judged, for this reason.
    CannotBeJudged(String),
}

impl Replayed {
    /// Returns whether the target fails on the case.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::StillFails | Self::FailsDifferently(_))
    }

    /// Returns the outcome as a fixed word, for `--json`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::StillFails => "still-fails",
            Self::FailsDifferently(_) => "fails-differently",
            Self::NoLongerFails => "no-longer-fails",
            Self::CannotBeJudged(_) => "cannot-be-judged",
        }
    }
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StillFails => f.write_str("still fails"),
            Self::FailsDifferently(signatures) => write!(f, "fails differently: {}", signatures.join("; ")),
            Self::NoLongerFails => f.write_str("no longer fails"),
            Self::CannotBeJudged(reason) => write!(f, "cannot be judged: {reason}"),
        }
    }
}

/// Runs targets on the cases of findings, each in a process that may crash and hang.
#[derive(Clone, Debug)]
pub struct Replayer {
    /// The program whose processes run the targets.
    pub program: WorkerProgram,
    /// Time limit of one run; longer for targets that start programs.
    pub timeout: Duration,
    /// Address space of a process, in MiB.
    pub memory_mib: u64,
}

impl Replayer {
    /// Replays a finding with the implementations of `configuration`; of this process if there is none.
    ///
    /// # Errors
    ///
    /// When no process can be started, or when `stop` was set.
    pub fn replay(
        &self,
        folder: &FindingFolder,
        configuration: Option<Configuration>,
        stop: &AtomicBool,
    ) -> Result<Replayed, CampaignError> {
        let (finding, target) = (&folder.finding, folder.target);
        if let Some(missing) = target.missing() {
            return Ok(Replayed::CannotBeJudged(missing.to_string()));
        }
        let case = match folder.read_case() {
            Ok(case) => case,
            Err(error) => return Ok(Replayed::CannotBeJudged(error.to_string())),
        };
        let provenance = Provenance { change: finding.change, ..Provenance::default() };
        let mut checker = Isolated::new(target, &self.program, target.patience(self.timeout), self.memory_mib, provenance)?;
        if let Some(configuration) = configuration {
            checker.set_configuration(configuration);
        }
        if let Some(operation) = finding.operation() {
            checker.repeat(operation, folder.path.join("other").with_extension(target.format.extension()));
        }
        checker.set_draws(draws_beside(&folder.case));
        let failures = checker.check(&case, stop)?.ok_or(CampaignError::Interrupted)?;
        if failures.iter().any(|failure| is_same(finding, failure)) {
            return Ok(Replayed::StillFails);
        }
        if !failures.is_empty() {
            let signatures: BTreeSet<String> = failures.into_iter().map(|failure| failure.signature).collect();
            return Ok(Replayed::FailsDifferently(signatures.into_iter().collect()));
        }
        // Without the implementations that failed, a pass says nothing.
        let missing: Vec<&str> = others(finding).filter(|name| !is_there(name)).collect();
        if !missing.is_empty() {
            return Ok(Replayed::CannotBeJudged(format!("{} is not installed", missing.join(", "))));
        }
        let skips = checker.skips()?;
        if !skips.is_empty() {
            return Ok(Replayed::CannotBeJudged(format!("every oracle skips ({})", skips.into_iter().collect::<Vec<_>>().join(", "))));
        }
        Ok(Replayed::NoLongerFails)
    }
}

/// Returns whether a failure is that of the finding. The site of a crash in a program without symbols is an offset in a library, which
/// every build changes.
fn is_same(finding: &Finding, failure: &Finding) -> bool {
    let key = |one: &Finding| (one.oracle.clone(), one.property.clone(), one.element.clone());
    let mut programs = others(finding).peekable();
    failure.id == finding.id || programs.peek().is_some() && key(failure) == key(finding) && programs.eq(others(failure))
}

/// Returns the names of the implementations of other people that took part.
fn others(finding: &Finding) -> impl Iterator<Item = &str> {
    finding.implementations.keys().map(String::as_str).filter(|name| *name != "irsmith")
}

/// Returns whether an implementation of this name can be asked here.
fn is_there(name: &str) -> bool {
    library_version(name).is_some() || implementation(name).is_some_and(|program| program.find().is_some())
}
