//! Makes a failing case smaller while it keeps its signature.
//!
//! [`minimize`] runs a [`Checker`] on each candidate, and reports every better case to an [`Observer`]. A candidate is accepted when the
//! target fails on it with the wanted signature and it is lighter than the best case so far; a candidate that fails in another way is
//! reported to the observer as a separate finding.
//!
//! | part | does |
//! |---|---|
//! | `change` | tells whether two candidates change the same |
//! | `problem` | weighs candidates; counts and remembers checks; ends in time |
//! | `driver` | chooses candidates: the format's passes, coarse to fine, in halving chunks, to a fixpoint |
//! | `checker`, `isolated` | runs the target, in a separate process where it may crash or hang |
//! | `command` | runs a command of the user instead |
//! | `parallel` | several checkers at the same time |
//! | `resumed` | results of checks on disk, for a minimization that is interrupted |
//! | `automatic` | minimizes each new finding of a campaign |
//! | `others`, `output` | writes other findings, and the best case, to disk |
//! | `watch` | shows progress, and calls these two |
//!
//! The same case, target and limit of checks give the same result; with a time limit the result may differ.

mod automatic;
mod change;
mod checker;
mod command;
mod driver;
mod isolated;
mod others;
mod outcome;
mod output;
mod parallel;
mod problem;
mod resumed;
mod watch;

use std::{
    collections::BTreeSet,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use irsmith_fuzz::{Finding, Level, Target};

use self::problem::{Halt, Problem};
use crate::CampaignError;

pub use automatic::minimize_findings;
pub use checker::{Checker, InProcess};
pub use command::CommandCheck;
pub use isolated::Isolated;
pub use others::OtherFailures;
pub use outcome::{Ending, Outcome, OutcomeReport, PassReport};
pub use output::Output;
pub use parallel::Parallel;
pub use resumed::Resumed;
pub use watch::Watch;

/// Limits of a minimization. By default there are none: it runs to the fixpoint.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// Runs of the target.
    pub checks: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// The progress of a minimization.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Runs of the target.
    pub checks: u64,
    /// Candidates that passes proposed, including those that needed no check.
    pub candidates: u64,
    /// Size of the original case, in bytes.
    pub bytes_before: usize,
    /// Size of the best case so far, in bytes.
    pub bytes: usize,
    /// What the current pass removes.
    pub pass: &'static str,
    /// The time until the limit of time, if there is one.
    pub time_left: Option<Duration>,
}

/// Observes a minimization.
pub trait Observer {
    /// A candidate will be checked next.
    fn checking(&mut self, _: &Status) {}
    /// `case` is the best case so far.
    fn improved(&mut self, _case: &[u8], _: &Status) {}
    /// `case` fails with a signature that is neither the wanted one nor one of the original case.
    fn failed_differently(&mut self, _case: &[u8], _: &Finding) {}
}

/// An observer that does nothing.
impl Observer for () {}

/// Minimizes `case`, on which `target` fails.
///
/// The signature to keep is the first one, in the order of the target's oracles, that contains `signature`. An interrupted minimization
/// returns a normal result: the best case so far.
///
/// # Errors
///
/// [`CampaignError::Passes`] when the target does not fail, [`CampaignError::Skips`] when all of its oracles skip,
/// [`CampaignError::OtherSignature`] when it fails only with other signatures, [`CampaignError::Interrupted`] when `stop` was set before
/// this was known, and the errors of the checker.
pub fn minimize(
    target: &Target,
    case: &[u8],
    signature: Option<&str>,
    bounds: Bounds,
    checker: &mut dyn Checker,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, CampaignError> {
    let started = Instant::now();
    let failures = checker.check(case, stop)?.ok_or(CampaignError::Interrupted)?;
    if failures.is_empty() {
        return Err(unfailing(target, checker)?);
    }
    let known: BTreeSet<String> = failures.iter().map(|finding| finding.id.clone()).collect();
    let wanted = choose(target, failures, signature)?;
    // If our own reader ends the process, the minimizer must not read the case and treats it as bytes.
    let reads = !wanted.ended_its_process() || checker.reads(case, stop)?;
    let level = if reads { Level::Valid } else { Level::Bytes };
    checker.focus(&wanted, case);
    let mut problem = Problem::new(target.format, level, case, wanted, known, bounds, checker, stop, observer);
    let driven = driver::drive(&mut problem);
    problem.tell_own_panics(target);
    let ending = match driven {
        Ok(()) => Ending::Complete,
        Err(Halt::Ended(ending)) => ending,
        Err(Halt::Failed(error)) => return Err(error),
    };
    let mut outcome = problem.outcome(ending, started.elapsed());
    outcome.draws = needed_draws(&outcome, checker, stop)?;
    Ok(outcome)
}

/// Returns the seed of the draws without which the result does not fail; none if it fails with its own.
fn needed_draws(outcome: &Outcome, checker: &mut dyn Checker, stop: &AtomicBool) -> Result<Option<u64>, CampaignError> {
    let Some(draws) = checker.draws() else { return Ok(None) };
    checker.set_draws(None);
    let failures = checker.check(&outcome.case, stop)?.unwrap_or_default();
    checker.set_draws(Some(draws));
    let fails = failures.iter().any(|failure| failure.id == outcome.finding.id);
    Ok((!fails).then_some(draws))
}

/// How often the result of a minimization failed in the runs of [`confirm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// Runs, at most three.
    pub runs: u32,
    /// Those that failed with the signature of the result.
    pub failed: u32,
}

impl Confirmed {
    /// Returns whether the failure depends on more than the case.
    pub fn is_flaky(&self) -> bool {
        self.failed < self.runs
    }
}

/// Runs the result of a minimization three times more, to see whether it always fails.
///
/// # Errors
///
/// The errors of the checker.
pub fn confirm(outcome: &Outcome, checker: &mut dyn Checker, stop: &AtomicBool) -> Result<Confirmed, CampaignError> {
    let mut confirmed = Confirmed { runs: 0, failed: 0 };
    for _ in 0..CONFIRMATIONS {
        let Some(failures) = checker.check(&outcome.case, stop)? else { break };
        confirmed.runs += 1;
        confirmed.failed += u32::from(failures.iter().any(|failure| failure.id == outcome.finding.id));
    }
    Ok(confirmed)
}

/// Runs of [`confirm`].
const CONFIRMATIONS: u32 = 3;

/// Returns the error of a case without a failure.
fn unfailing(target: &Target, checker: &mut dyn Checker) -> Result<CampaignError, CampaignError> {
    let skips = checker.skips()?;
    let reasons = skips.into_iter().collect::<Vec<_>>().join(", ");
    Ok(if reasons.is_empty() {
        CampaignError::Passes { target: target.name }
    } else {
        CampaignError::Skips { target: target.name, reasons }
    })
}

fn choose(target: &Target, failures: Vec<Finding>, signature: Option<&str>) -> Result<Finding, CampaignError> {
    let first = failures.first().ok_or(CampaignError::Passes { target: target.name })?.signature.clone();
    let wanted = signature.unwrap_or_default();
    let chosen = failures.into_iter().find(|finding| finding.signature.contains(wanted));
    chosen.ok_or_else(|| CampaignError::OtherSignature { wanted: wanted.to_owned(), first })
}
