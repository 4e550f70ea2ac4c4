//! Makes a failing case smaller while it keeps its signature.
//!
//! [`minimize`] asks a [`Checker`] what each candidate does, and tells an [`Observer`] of every
//! better case. A candidate counts when the target fails on it with the wanted signature and it
//! is lighter than the best case so far; one that fails in another way is handed to the observer
//! as a finding of its own.
//!
//! | part | does |
//! |---|---|
//! | `problem` | what a candidate is worth; counts and remembers checks; ends in time |
//! | `driver` | which candidates to try: the format's passes, coarse to fine, in halving chunks, to a fixpoint |
//! | `checker`, `isolated` | runs the target, in a process of its own where it may crash or hang |
//! | `automatic` | what a campaign does with each new finding |
//! | `others`, `output` | keeps other findings, and the best case, on disk |
//! | `watch` | shows progress, and hands on to these two |
//!
//! The same case, target and bound on checks give the same result; a bound on time need not.

mod automatic;
mod checker;
mod driver;
mod isolated;
mod others;
mod outcome;
mod output;
mod problem;
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
pub use isolated::Isolated;
pub use others::OtherFailures;
pub use outcome::{Ending, Outcome, OutcomeReport, PassReport};
pub use output::Output;
pub use watch::Watch;

/// How much a minimization may cost. The default bounds nothing: it goes on to the fixpoint.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// Runs of the target.
    pub checks: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// How far a minimization has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Runs of the target.
    pub checks: u64,
    /// Candidates that a pass proposed, those included that needed no check.
    pub candidates: u64,
    /// Size of the case it began with, in bytes.
    pub bytes_before: usize,
    /// Size of the best case so far, in bytes.
    pub bytes: usize,
    /// What the present pass takes away.
    pub pass: &'static str,
}

/// Who is told how a minimization goes.
pub trait Observer {
    /// A candidate is about to be checked.
    fn checking(&mut self, _: &Status) {}
    /// `case` is the best so far.
    fn improved(&mut self, _case: &[u8], _: &Status) {}
    /// `case` fails otherwise than wanted, and otherwise than the case at the beginning.
    fn failed_differently(&mut self, _case: &[u8], _: &Finding) {}
}

/// An observer that looks away.
impl Observer for () {}

/// Minimizes `case`, on which `target` fails.
///
/// The signature to keep is the first that holds `signature` as a part, of those in the order of
/// the target's oracles. An interrupted minimization is a result like any other: the best case so
/// far.
///
/// # Errors
///
/// [`CampaignError::Passes`] when the target does not fail, [`CampaignError::Skips`] when none of its oracles says anything,
/// [`CampaignError::OtherSignature`] when
/// it does and not as wanted, [`CampaignError::Interrupted`] when `stop` was set before that was
/// known, and what the checker reports.
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
    // Where our own reader ends the process, the case is bytes and nothing else to the minimizer, which is to survive it.
    let reads = !wanted.ended_its_process() || checker.reads(case, stop)?;
    let level = if reads { Level::Valid } else { Level::Bytes };
    let mut problem = Problem::new(target.format, level, case, wanted, known, bounds, checker, stop, observer);
    let driven = driver::drive(&mut problem);
    problem.tell_own_panics(target);
    let ending = match driven {
        Ok(()) => Ending::Complete,
        Err(Halt::Ended(ending)) => ending,
        Err(Halt::Failed(error)) => return Err(error),
    };
    Ok(problem.outcome(ending, started.elapsed()))
}

/// The error of a case without a failure.
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
