//! Minimization of each new finding of a campaign, within limits.

use std::{
    fs, io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use irsmith_fuzz::{Finding, Provenance, Store, note};

use super::{Bounds, Checker, Isolated, Observer, OtherFailures, Outcome, minimize};
use crate::{CampaignError, NewFinding, OnFinding, Options, WorkerProgram};

/// Limit of checks for one finding.
const CHECKS: u64 = 2_000;

/// Time limit for one finding: enough for almost all cases of the size that campaigns produce, and little compared with a campaign. Targets
/// that start programs have more, in proportion to their patience, up to [`LONGEST`].
const TIME: Duration = Duration::from_secs(5);

/// The longest time for any finding.
const LONGEST: Duration = Duration::from_secs(20);

/// Time after the end of a timed campaign for the findings that are still queued.
const AFTER: Duration = Duration::from_secs(30);

/// A candidate counts as a hang after this part of the campaign's timeout; with the whole timeout there would be time for hardly any
/// candidate. The result must hang for the whole timeout.
const HANG_PART: u32 = 20;

/// Returns the hook that minimizes findings of a campaign under `options`, in the worker `program` that found them: another build may not
/// fail on them.
///
/// The result is written beside the case as `minimized`, with a note in `finding.toml`. `stop` ends minimization at once, with the best
/// cases so far on disk.
pub fn minimize_findings(program: &WorkerProgram, options: &Options, stop: Arc<AtomicBool>) -> OnFinding {
    let automatic = Automatic {
        program: program.clone(),
        findings: options.findings.clone(),
        timeout: options.timeout,
        memory_mib: options.memory_mib,
        deadline: options.time.map(|time| Instant::now() + time + AFTER),
        stop,
    };
    Box::new(move |finding| {
        if let Err(error) = automatic.minimize(finding) {
            note(format_args!("irsmith: {}: not minimized: {error}", finding.folder.display()));
        }
    })
}

struct Automatic {
    program: WorkerProgram,
    findings: PathBuf,
    timeout: Duration,
    memory_mib: u64,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl Automatic {
    fn minimize(&self, new: &NewFinding) -> Result<(), CampaignError> {
        let left = self.deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
        if left.is_zero() || self.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let store = Store::open(&self.findings).map_err(CampaignError::file("cannot open", &self.findings))?;
        let unreadable = || CampaignError::file("cannot read", &new.folder)(io::ErrorKind::InvalidData.into());
        let finding = store.finding(new.target.name, &new.id).ok_or_else(unreadable)?;
        let case = fs::read(&new.case).map_err(CampaignError::file("cannot read", &new.case))?;
        let time = new.target.patience(TIME).min(LONGEST).min(left);
        let bounds = Bounds { checks: Some(CHECKS), time: Some(time) };
        if let Some(outcome) = self.outcome(new, &finding, &case, bounds)? {
            let kept = store.keep_minimized(new.target, &new.id, &outcome.case, outcome.draws, outcome.note());
            kept.map_err(CampaignError::file("cannot write to", &new.folder))?;
        }
        Ok(())
    }

    /// Returns `None` when there is no result: the case does not fail this time, or does not hang long enough.
    fn outcome(&self, new: &NewFinding, finding: &Finding, case: &[u8], bounds: Bounds) -> Result<Option<Outcome>, CampaignError> {
        let hangs = finding.property == "timeout";
        let patience = new.target.patience(self.timeout);
        let timeout = if hangs { patience / HANG_PART } else { patience };
        let provenance = Provenance {
            engine: "minimizer".to_owned(),
            seed: finding.seed,
            date: finding.date.clone(),
            change: finding.change,
            versions: new.target.versions(),
            ..Provenance::default()
        };
        let mut checker = Isolated::new(new.target, &self.program, timeout, self.memory_mib, provenance)?;
        if let Some(operation) = finding.operation() {
            checker.repeat(operation, new.folder.join(format!("other.{}", new.target.format.extension())));
        }
        let mut others = KeepOthers(OtherFailures::new(self.findings.clone(), new.target));
        let outcome = minimize(new.target, case, Some(&finding.signature), bounds, &mut checker, &self.stop, &mut others);
        let outcome = match outcome {
            Err(
                CampaignError::Passes { .. }
                | CampaignError::Skips { .. }
                | CampaignError::OtherSignature { .. }
                | CampaignError::Interrupted,
            ) => return Ok(None),
            outcome => outcome?,
        };
        checker.set_timeout(patience);
        let holds = !hangs || self.fails_so(&mut checker, &outcome)?;
        Ok(holds.then_some(outcome))
    }

    fn fails_so(&self, checker: &mut Isolated, outcome: &Outcome) -> Result<bool, CampaignError> {
        let failures = checker.check(&outcome.case, &self.stop)?.unwrap_or_default();
        Ok(failures.iter().any(|failure| failure.id == outcome.finding.id))
    }
}

struct KeepOthers(OtherFailures);

impl Observer for KeepOthers {
    fn failed_differently(&mut self, case: &[u8], finding: &Finding) {
        self.0.keep(case, finding);
    }
}
