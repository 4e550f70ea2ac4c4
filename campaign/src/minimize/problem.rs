//! The best case of a minimization and the candidates for it.

use std::{
    collections::{BTreeSet, HashSet},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use irsmith_fuzz::{Finding, Format, Level, Provenance, Target, Weight, content_hash, take_own_panics};

use super::{Bounds, Checker, Ending, Observer, Outcome, PassReport, Status, change::change};
use crate::CampaignError;

/// Why no further candidate is accepted.
#[derive(Debug)]
pub(super) enum Halt {
    /// A limit was reached, or the user stopped.
    Ended(Ending),
    /// Cases can no longer be checked.
    Failed(CampaignError),
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The candidate is the best case now.
    Accepted,
    /// The candidate does not fail with the wanted signature.
    Refused,
    /// The candidate was not checked: it is not lighter, was checked before, changes what a refused one changed, or a validator of other
    /// people rejects it.
    Unchecked,
}

/// A case with what is known of it.
struct Case {
    bytes: Vec<u8>,
    weight: Weight,
    finding: Finding,
    valid_for_others: bool,
}

/// The best case so far, and the checks of candidates that would replace it.
pub(super) struct Problem<'a> {
    format: Format,
    best: Vec<u8>,
    /// The level at which cases are weighed.
    level: Level,
    weight: Weight,
    /// The failure of the best case; its signature never changes.
    finding: Finding,
    /// Ids of the failures of the original case.
    known: BTreeSet<String>,
    /// The lightest case while the best one may be heavier.
    aside: Option<Case>,
    /// Content hashes of the candidates that were checked. No candidate is worth a second check: an accepted candidate was replaced only by
    /// lighter ones, in the end. The original case is not included, because its rewritten form may weigh more.
    checked: HashSet<u64>,
    /// The changes that checks refused, if checks are slow: what a refused change removes or replaces is mostly needed later, too.
    refused: HashSet<u64>,
    /// Whether candidates must be accepted by a validator of other people, as the original or a later best case was.
    valid_for_others: bool,
    /// How often the best case changed.
    steps: u64,
    status: Status,
    passes: Vec<PassReport>,
    bounds: Bounds,
    deadline: Option<Instant>,
    checker: &'a mut dyn Checker,
    stop: &'a AtomicBool,
    observer: &'a mut dyn Observer,
}

impl<'a> Problem<'a> {
    #[expect(clippy::too_many_arguments, reason = "all of them are the caller's, and named here once")]
    pub(super) fn new(
        format: Format,
        level: Level,
        case: &[u8],
        finding: Finding,
        known: BTreeSet<String>,
        bounds: Bounds,
        checker: &'a mut dyn Checker,
        stop: &'a AtomicBool,
        observer: &'a mut dyn Observer,
    ) -> Self {
        // The check that found the signature is the first.
        let status = Status { checks: 1, bytes_before: case.len(), bytes: case.len(), ..Status::default() };
        let problem = Problem {
            format,
            best: case.to_vec(),
            level,
            weight: format.weigh(case, level),
            finding,
            known,
            aside: None,
            checked: HashSet::new(),
            refused: HashSet::new(),
            valid_for_others: level < Level::Bytes && format.accepted_by_others(case) == Some(true),
            steps: 0,
            status,
            passes: Vec::new(),
            bounds,
            deadline: bounds.time.map(|time| Instant::now() + time),
            checker,
            stop,
            observer,
        };
        problem.observer.improved(&problem.best, &problem.status);
        problem
    }

    pub(super) fn format(&self) -> Format {
        self.format
    }

    pub(super) fn best(&self) -> &[u8] {
        &self.best
    }

    /// Returns how often the best case has changed.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the failure of the best case.
    pub(super) fn finding(&self) -> &Finding {
        &self.finding
    }

    /// Returns the level at which cases are weighed.
    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// Weighs cases at `level` from now on.
    pub(super) fn weigh_at(&mut self, level: Level) {
        self.level = level;
        self.weight = self.format.weigh(&self.best, level);
    }

    /// Records which pass the next candidates come from.
    pub(super) fn begin(&mut self, pass: &'static str) {
        self.status.pass = pass;
        if !self.passes.iter().any(|report| report.pass == pass) {
            self.passes.push(PassReport { pass, candidates: 0, checks: 0, kept: 0 });
        }
    }

    /// Accepts `candidate` as the best case if it is lighter and fails with the wanted signature.
    pub(super) fn offer(&mut self, candidate: Vec<u8>) -> Result<Answer, Halt> {
        self.consider(candidate, true)
    }

    /// Accepts `candidate`, whatever its weight, if it fails with the wanted signature. Only for a limited number of candidates: all other
    /// steps end because the weight decreases.
    pub(super) fn offer_any(&mut self, candidate: Vec<u8>) -> Result<bool, Halt> {
        Ok(self.consider(candidate, false)? == Answer::Accepted)
    }

    /// Remembers the best case, so that heavier ones may take its place for a while. The observer knows only of lighter ones.
    pub(super) fn set_aside(&mut self) {
        let Problem { best, weight, finding, valid_for_others, .. } = &*self;
        self.aside = Some(Case { bytes: best.clone(), weight: *weight, finding: finding.clone(), valid_for_others: *valid_for_others });
    }

    /// Takes the case that was set aside as the best case again, unless there is a lighter one now. Returns whether there is.
    pub(super) fn keep_lighter(&mut self) -> bool {
        let is_lightest = self.is_lightest();
        let aside = self.aside.take();
        let is_lighter = is_lightest && aside.as_ref().is_some_and(|aside| aside.bytes != self.best);
        if let Some(Case { bytes, weight, finding, valid_for_others }) = aside.filter(|_| !is_lightest) {
            self.steps += 1;
            (self.best, self.weight, self.finding, self.valid_for_others) = (bytes, weight, finding, valid_for_others);
        }
        is_lighter
    }

    /// Returns whether no case was set aside that is lighter than the best one.
    fn is_lightest(&self) -> bool {
        self.aside.as_ref().is_none_or(|aside| (self.weight, &self.best) <= (aside.weight, &aside.bytes))
    }

    /// Returns the number of checks so far.
    pub(super) fn checks(&self) -> u64 {
        self.status.checks
    }

    /// Returns the number of checks of candidates that come from a pass.
    pub(super) fn checks_of(&self, pass: &str) -> u64 {
        self.passes.iter().filter(|report| report.pass == pass).map(|report| report.checks).sum()
    }

    /// Returns whether checks are slow.
    pub(super) fn is_slow(&self) -> bool {
        self.checker.is_slow()
    }

    /// Allows changes again that checks refused.
    pub(super) fn forget_refused(&mut self) {
        self.refused.clear();
    }

    /// Returns how many candidates are checked at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.checker.jobs()
    }

    /// Returns whether a check of `candidate` would be of use if `case` were the best case.
    pub(super) fn may_follow(&self, case: &[u8], candidate: &[u8]) -> bool {
        let weigh = |case| (self.format.weigh(case, self.level), case);
        weigh(candidate) < weigh(case) && !self.checked.contains(&content_hash(candidate)) && self.is_valid_for_others(candidate)
    }

    /// Says which candidates follow if the next is refused.
    pub(super) fn expect(&mut self, candidates: impl Iterator<Item = Vec<u8>>) {
        let best = (self.weight, &self.best);
        let is_lighter = |candidate: &Vec<u8>| (self.format.weigh(candidate, self.level), candidate) < best;
        let worth_a_check = candidates.filter(|candidate| !self.checked.contains(&content_hash(candidate)) && is_lighter(candidate));
        let expected = worth_a_check.take(self.checker.jobs() - 1).collect();
        self.checker.expect(expected);
    }

    fn consider(&mut self, candidate: Vec<u8>, only_lighter: bool) -> Result<Answer, Halt> {
        self.status.candidates += 1;
        self.report(|pass| pass.candidates += 1);
        self.go_on()?;
        let weight = self.format.weigh(&candidate, self.level);
        // Of two cases with the same weight, the first in byte order wins.
        let lighter = (weight, &candidate) < (self.weight, &self.best);
        if (only_lighter && !lighter) || !self.checked.insert(content_hash(&candidate)) {
            return Ok(Answer::Unchecked);
        }
        // Whichever takes longer comes last.
        if self.is_slow() && !self.is_valid_for_others(&candidate) {
            return Ok(Answer::Unchecked);
        }
        let change = if self.is_slow() && only_lighter { change(&self.best, &candidate) } else { None };
        if change.is_some_and(|change| self.refused.contains(&change)) {
            return Ok(Answer::Unchecked);
        }
        let answer = self.take_if_wanted(candidate, weight)?;
        if answer == Answer::Refused {
            self.refused.extend(change);
        }
        Ok(answer)
    }

    /// Returns whether the validators of other people accepted no best case so far.
    pub(super) fn is_invalid_for_others(&self) -> bool {
        self.level < Level::Bytes && !self.valid_for_others
    }

    /// Returns whether the candidate is as valid for other people as the cases before it.
    fn is_valid_for_others(&self, candidate: &[u8]) -> bool {
        !self.valid_for_others || self.format.accepted_by_others(candidate) != Some(false)
    }

    fn report(&mut self, change: impl FnOnce(&mut PassReport)) {
        let pass = self.status.pass;
        if let Some(report) = self.passes.iter_mut().find(|report| report.pass == pass) {
            change(report);
        }
    }

    /// Fails if another check is forbidden.
    pub(super) fn go_on(&self) -> Result<(), Halt> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Ended(Ending::Interrupted));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Halt::Ended(Ending::Time));
        }
        if self.bounds.checks.is_some_and(|checks| self.status.checks >= checks) {
            return Err(Halt::Ended(Ending::Checks));
        }
        Ok(())
    }

    fn take_if_wanted(&mut self, candidate: Vec<u8>, weight: Weight) -> Result<Answer, Halt> {
        self.status.checks += 1;
        self.report(|pass| pass.checks += 1);
        self.status.time_left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        self.observer.checking(&self.status);
        let failures = self.checker.check(&candidate, self.stop).map_err(Halt::Failed)?;
        let failures = failures.ok_or(Halt::Ended(Ending::Interrupted))?;
        let mut wanted = None;
        for failure in failures {
            if failure.id == self.finding.id {
                wanted = wanted.or(Some(failure));
            } else if !self.known.contains(&failure.id) {
                self.observer.failed_differently(&candidate, &failure);
            }
        }
        let Some(finding) = wanted else { return Ok(Answer::Refused) };
        if !self.is_slow() && !self.is_valid_for_others(&candidate) {
            return Ok(Answer::Unchecked);
        }
        self.steps += 1;
        self.report(|pass| pass.kept += 1);
        (self.best, self.weight, self.finding) = (candidate, weight, finding);
        // Once a case is valid for others, all later ones are: a reader trusts such a case more, even if another would be smaller.
        if self.is_invalid_for_others() {
            self.valid_for_others = self.format.accepted_by_others(&self.best) == Some(true);
        }
        if self.is_lightest() {
            self.status.bytes = self.best.len();
            self.observer.improved(&self.best, &self.status);
        }
        Ok(Answer::Accepted)
    }

    /// Reports panics of our own reductions, writers and printers to the observer, as failures of `target`.
    pub(super) fn tell_own_panics(&mut self, target: &Target) {
        for own in take_own_panics() {
            let Finding { seed, date, .. } = &self.finding;
            let provenance =
                Provenance { engine: "minimizer".to_owned(), seed: *seed, date: date.clone(), change: own.seed, ..Provenance::default() };
            self.observer.failed_differently(&own.case, &Finding::new(target, &own.failure(), &provenance));
        }
    }

    /// Returns the outcome after `elapsed`.
    pub(super) fn outcome(self, ending: Ending, elapsed: Duration) -> Outcome {
        let Status { checks, candidates, bytes_before, .. } = self.status;
        Outcome {
            finding: self.finding,
            case: self.best,
            draws: None,
            bytes_before,
            checks,
            candidates,
            ending,
            elapsed,
            passes: self.passes,
        }
    }
}
